import { expect, test } from "bun:test";
import { join } from "node:path";
import {
  type BillingStand,
  billingStand,
  createShuffle,
  WEBHOOK_SECRET,
} from "#tests/billing/ledger/stand.ts";
import { afterFile } from "#tests/support/after-file.ts";
import {
  freePort,
  newFolder,
  type RunningParlor,
  runParlor,
  startParlor,
} from "#tests/support/binary.ts";
import { addBookable, confirmedPhone, dayAhead, KNOWN_KEY } from "#tests/support/booking-salon.ts";
import { countTexted, reportFault } from "#tests/support/fault-report.ts";
import { type GateState, openGate } from "#tests/support/gate.ts";
import { createMovingClock } from "#tests/support/moving-clock.ts";
import { connectStandIn, createOwner, importClients, signedIn } from "#tests/support/salon.ts";
import type { StaffClient } from "#tests/support/staff-client.ts";
import { startStandInProcess } from "#tests/support/stand-in-process.ts";

const CLIENTS = 1_000;
/** Ten minutes of the wall clock pass in 75 seconds. Timers keep the real time. */
const SPEED = 8;
const OUTAGE_MS = 75_000;
const STATES: readonly GateState[] = ["closed", "hangs", "loses"];
const EACH = 2;
const PATIENCE_MS = 240_000;

test("Twilio and Stripe are down for ten minutes: every text, charge and refund happens once", async () => {
  const start = Date.now();
  const clock = createMovingClock(start);
  if (!clock) return;
  const data = newFolder("outages");
  const standIn = await startStandInProcess(41, clock.env);
  const stand = billingStand({ path: join(data, "parlor.db"), now: start });
  afterFile(() => stand.stop());
  const signed = [];
  for (let n = 0; n < STATES.length * EACH; n += 1)
    signed.push(await stand.signPlan({ count: 3 }, `+1202555013${n}`));
  stand.app.db.close();
  const [twilio, stripe] = [openGate(standIn.url), openGate(stand.stripe.url)];
  await createOwner(data);
  const parlor = await startParlor(["serve", "--data", data, "--port", String(freePort())], {
    ...KNOWN_KEY,
    ...clock.env,
    TWILIO_API_BASE: twilio.url,
    TWILIO_LOOKUPS_BASE: twilio.url,
    STRIPE_API_BASE: stripe.url,
  });
  const tell = () =>
    stand.stripe.deliver({
      to: `${parlor.url}/api/stripe/webhook`,
      secret: WEBHOOK_SECRET,
      times: 2,
      shuffle: createShuffle(1),
    });
  const staff = await signedIn(parlor);
  // Slow enough that most of the campaign is still to come when the outage begins.
  await connectStandIn(staff, parlor.url, { messageCount: 5, delaySeconds: 2 });
  await standIn.control({ magic: false, latencyMs: 20, callbackDelayMs: [5, 50] });
  for (const { sessionId } of signed) stand.stripe.complete(sessionId);
  const bookings = await bookWithDeposits(staff, parlor, stand);
  await tell();
  await importClients(staff, CLIENTS);
  // Without those who booked: they agreed to no campaigns.
  const contacts: { id: number; phoneNumber: string }[] = await staff.request(
    "GET",
    "/api/contacts/all",
  );
  const contactIds = contacts
    .filter(({ phoneNumber }) => phoneNumber.startsWith("+12122"))
    .map(({ id }) => id);
  const { id } = await staff.request("POST", "/api/campaigns", {
    name: "Outage",
    message: "Hi {firstName}",
    contactIds,
    skipCheck: true,
  });
  const accepted = async () => (await standIn.counts()).accepted;
  await waitFor("some texts", async () => (await accepted()) > 40);

  const began = performance.now();
  const ticking = setInterval(() => {
    clock.set(start + (Date.now() - start) + (performance.now() - began) * (SPEED - 1));
  }, 200);
  afterFile(() => clearInterval(ticking));
  const seen = new Set<string>();
  const asked: Promise<unknown>[] = [];
  for (const [at, state] of STATES.entries()) {
    twilio.set(state);
    stripe.set(state);
    for (let n = at * EACH; n < (at + 1) * EACH; n += 1) {
      const charge = `/api/payment-plan-subscriptions/${n + 1}/trigger-payment`;
      asked.push(staff.request("POST", charge).catch(String));
      asked.push(fetch(`${bookings[n]}/cancel`, { method: "POST" }));
    }
    const until = performance.now() + OUTAGE_MS / STATES.length;
    while (performance.now() < until) {
      for (const { name } of await staff.request("GET", "/api/alerts")) seen.add(name);
      await Bun.sleep(1_000);
    }
  }
  twilio.set("open");
  stripe.set("open");
  await Promise.all(asked);
  await staff.request("POST", "/api/settings", { messageCount: 200, delaySeconds: 1 });
  const ended = await waitFor("the end of the campaign", async () => {
    for (const { name } of await staff.request("GET", "/api/alerts")) seen.add(name);
    const one = await staff.request("GET", `/api/campaigns/${id}`);
    return one.status === "completed" && one;
  });
  const { book } = stand.stripe;
  await waitFor("the refunds", () => book.refunded.size === bookings.length);
  await waitFor("the end of the alerts", async () => {
    const open = await staff.request("GET", "/api/alerts");
    return open.every(({ name }: { name: string }) => !name.endsWith("unreachable"));
  });
  await tell();
  const paid = await waitFor("the charges", async () => {
    const plans = await staff.request("GET", "/api/payment-plan-subscriptions");
    const counts = plans.map(
      ({ installments }: { installments: { status: string }[] }) =>
        installments.filter(({ status }) => status === "paid").length,
    );
    return counts.every((count: number) => count === 2) && counts;
  });

  const texts = (await standIn.log()).filter(({ body }) => body.startsWith("Hi"));
  const counts = countTexted(
    texts.map(({ to }) => to),
    CLIENTS,
  );
  reportFault({
    fault: "ten minutes without Twilio",
    times: 1,
    ...counts,
    undecided: ended.unknownCount,
  });
  const taken = [...book.intents.values()].filter(({ status }) => status === "succeeded");
  const installments = taken.filter(({ customer }) => customer !== null).length;
  reportFault({
    fault: "ten minutes without Stripe",
    times: 1,
    lost: Math.max(0, 2 * signed.length - installments),
    doubled: Math.max(0, installments - 2 * signed.length),
    undecided: 0,
  });
  expect(counts).toEqual({ lost: 0, doubled: 0 });
  expect(ended).toMatchObject({ sentCount: CLIENTS, unknownCount: 0, failedCount: 0 });
  expect(installments).toBe(2 * signed.length);
  expect(paid).toHaveLength(signed.length);
  expect([...book.refunded.values()]).toEqual(bookings.map(() => 3_000));
  expect([...seen].sort()).toEqual(
    expect.arrayContaining(["stripe-unreachable", "twilio-unreachable"]),
  );
  expect([stand.stripe.unexpected, stand.stripe.bugs]).toEqual([[], []]);
  expect((await standIn.counts()).unexpected).toEqual([]);
  expect(await parlor.end("SIGTERM")).toBe(0);
  expect((await runParlor(["doctor", "--data", data], "", KNOWN_KEY)).out).not.toContain("BAD");
}, 600_000);

/** Books and pays times with a deposit. Returns the addresses at which their clients can cancel. */
async function bookWithDeposits(
  staff: StaffClient,
  { url }: RunningParlor,
  { stripe }: BillingStand,
): Promise<string[]> {
  const { serviceId } = await addBookable(staff, { minutes: 60, start: "09:00", end: "18:00" });
  await staff.request("PATCH", `/api/services/${serviceId}`, { deposit: "30.00" });
  const links = [];
  for (let n = 0; n < STATES.length * EACH; n += 1) {
    const response = await fetch(`${url}/api/booking`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        cookie: confirmedPhone(`+1212555020${n}`),
      },
      body: JSON.stringify({
        serviceId,
        employeeId: null,
        start: `${dayAhead(0)}T${String(10 + n).padStart(2, "0")}:00:00`,
        name: `Client ${n}`,
      }),
    });
    const { checkoutUrl, manageUrl, message } = await response.json();
    if (!checkoutUrl) throw new Error(`no deposit: ${message}`);
    stripe.complete(checkoutUrl.split("/").at(-1));
    links.push(`${url}/api/booking/${manageUrl.split("/").at(-1)}`);
  }
  return links;
}

/** Longer than `until`: some jobs run once a minute. @throws after four minutes */
async function waitFor<T>(
  what: string,
  look: () => T | undefined | false | Promise<T | undefined | false>,
): Promise<T> {
  for (const started = performance.now(); performance.now() - started < PATIENCE_MS; ) {
    const seen = await look();
    if (seen) return seen;
    await Bun.sleep(200);
  }
  throw new Error(`It did not happen: ${what}`);
}
