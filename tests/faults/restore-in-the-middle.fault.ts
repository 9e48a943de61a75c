import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { join } from "node:path";
import { billingStand, createShuffle, WEBHOOK_SECRET } from "#tests/billing/ledger/stand.ts";
import { afterFile } from "#tests/support/after-file.ts";
import { newFolder, runParlor, serverOf } from "#tests/support/binary.ts";
import { addBookable, confirmedPhone, dayAhead, KNOWN_KEY } from "#tests/support/booking-salon.ts";
import { countTexted, reportFault } from "#tests/support/fault-report.ts";
import { connectStandIn, createOwner, importClients, signedIn } from "#tests/support/salon.ts";
import { startStandInProcess } from "#tests/support/stand-in-process.ts";
import { until } from "#tests/support/until.ts";

const CLIENTS = 800;
const PLANS = 3;
const RESTORES = 3;
const PER_SECOND = 40;

test(`${RESTORES} × an older backup restored during a campaign, bookings and payments: nothing happens twice`, async () => {
  const data = newFolder("restore-middle");
  const standIn = await startStandInProcess(53);
  const stand = billingStand({ path: join(data, "parlor.db"), now: Date.now() });
  afterFile(() => stand.stop());
  const signed = [];
  for (let n = 0; n < PLANS; n += 1)
    signed.push(await stand.signPlan({ count: 6, interval: "week" }, `+1202555013${n}`));
  stand.app.db.close();
  await createOwner(data);
  const serve = serverOf(data, {
    ...KNOWN_KEY,
    PARLOR_SETTLE_SECONDS: "1",
    ...standIn.env,
    STRIPE_API_BASE: stand.stripe.url,
  });
  let parlor = await serve();
  const { url } = parlor;
  const tell = () =>
    stand.stripe.deliver({
      to: `${url}/api/stripe/webhook`,
      secret: WEBHOOK_SECRET,
      times: 2,
      shuffle: createShuffle(3),
    });
  let staff = await signedIn(parlor);
  await connectStandIn(staff, url, { messageCount: PER_SECOND, delaySeconds: 1 });
  await standIn.control({ magic: false, latencyMs: 10, callbackDelayMs: [5, 50] });
  const { serviceId } = await addBookable(staff, { minutes: 15, start: "08:00", end: "20:00" });
  for (const { sessionId } of signed) stand.stripe.complete(sessionId);
  await tell();
  const ids = (await importClients(staff, CLIENTS)).slice(-CLIENTS);
  const { id } = await staff.request("POST", "/api/campaigns", {
    name: "Middle",
    message: "Hi {firstName}",
    contactIds: ids,
    skipCheck: true,
  });
  const greetings = async () => (await standIn.log()).filter(({ body }) => body.startsWith("Hi"));

  let isOver = false;
  let visits = 0;
  const bookings = (async () => {
    for (; !isOver; await Bun.sleep(150)) {
      const [day, slot] = [Math.floor(visits / 48), visits % 48];
      visits += 1;
      const start = `${dayAhead(day)}T${String(8 + Math.floor(slot / 4)).padStart(2, "0")}:${String((slot % 4) * 15).padStart(2, "0")}:00`;
      await fetch(`${url}/api/booking`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          cookie: confirmedPhone(`+1213555${1_000 + visits}`),
        },
        body: JSON.stringify({ serviceId, employeeId: null, start, name: `Visitor ${visits}` }),
      }).catch(() => undefined);
    }
  })();

  for (let round = 0; round < RESTORES; round += 1) {
    const before = (await greetings()).length;
    await until("a part of the campaign", async () => (await greetings()).length > before + 60);
    const file = join(newFolder("kept"), "salon.db");
    expect((await runParlor(["backup", file, "--data", data], "", KNOWN_KEY)).code).toBe(0);
    // A week and the hour after which Stripe collects.
    stand.stripe.pass(7.1);
    await tell();
    const atBackup = (await greetings()).length;
    await until("more of it", async () => (await greetings()).length > atBackup + 60);
    await parlor.end("SIGKILL");
    const restored = await runParlor(["restore", file, "--data", data], "", KNOWN_KEY);
    expect([restored.code, restored.out]).toEqual([
      0,
      expect.stringContaining("Sending is paused"),
    ]);
    const atDeath = (await greetings()).length;
    parlor = await serve();
    staff = await signedIn(parlor);
    await until("the texts that left after the backup", async () => {
      const one = await staff.request("GET", `/api/campaigns/${id}`);
      return one.sentCount >= atDeath;
    });
    await staff.request("POST", "/api/settings/resume-sending");
  }
  const ended = await until("the end of the campaign", async () => {
    const one = await staff.request("GET", `/api/campaigns/${id}`);
    return one.status === "completed" && one;
  });
  isOver = true;
  await bookings;
  // The comparison with Stripe runs soon after a start.
  const paid = await until("the payments that the backup did not have", async () => {
    const plans = await staff.request("GET", "/api/payment-plan-subscriptions");
    const all = plans.flatMap(({ installments }: { installments: { status: string }[] }) =>
      installments.filter(({ status }) => status === "paid"),
    );
    return all.length >= PLANS * (RESTORES + 1) && all.length;
  });
  await tell();

  const counts = countTexted(
    (await greetings()).map(({ to }) => to),
    CLIENTS,
  );
  reportFault({
    fault: "older backup restored",
    times: RESTORES,
    ...counts,
    undecided: ended.unknownCount,
  });
  expect(counts).toEqual({ lost: 0, doubled: 0 });
  expect(paid).toBe(PLANS * (RESTORES + 1));
  const { invoices, refunded } = stand.stripe.book;
  const taken = [...invoices.values()].filter((one) => one.amount_paid > 0);
  expect([taken.length, refunded.size]).toEqual([PLANS * (RESTORES + 1), 0]);
  const confirmations = (await standIn.log()).filter(({ body }) => body.includes("are booked"));
  expect(new Set(confirmations.map(({ to, body }) => `${to} ${body}`)).size).toBe(
    confirmations.length,
  );
  expect(confirmations.length).toBeGreaterThan(10);
  expect(await parlor.end("SIGTERM")).toBe(0);
  const db = new Database(`${data}/parlor.db`, { readonly: true });
  const starts = db.query("select starts_at as at, employee_id as who from appointments").all();
  db.close();
  expect(new Set(starts.map((one) => JSON.stringify(one))).size).toBe(starts.length);
  const report = await runParlor(["doctor", "--data", data], "", KNOWN_KEY);
  expect([report.code, report.out]).toEqual([0, expect.not.stringContaining("BAD")]);
}, 600_000);
