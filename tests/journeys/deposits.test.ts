import { Database } from "bun:sqlite";
import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import type { APIResponse } from "playwright-core";
import { addBookable, dayAhead } from "#tests/support/booking-salon.ts";
import { signedIn } from "#tests/support/salon.ts";
import { CHROMIUM, JOURNEY_MS, open } from "./browser.ts";
import { waitForText, waitForToast } from "./steps.ts";
import {
  deliver,
  openStripeSalon,
  type StripeSalon,
  textTo,
  WEBHOOK_SECRET,
} from "./stripe-salon.ts";

const DEPOSIT = 3_000;
const journey = test.skipIf(!existsSync(CHROMIUM));

let salon: StripeSalon;
let bookable: { employeeId: number; serviceId: number };
beforeAll(async () => {
  const opened = await openStripeSalon("deposits");
  if (!opened) return;
  salon = opened;
  const staff = await signedIn(salon.parlor);
  await staff.request("POST", "/api/settings", { stripeWebhookSecret: WEBHOOK_SECRET });
  bookable = await addBookable(staff, { minutes: 60, start: "09:00", end: "17:00" });
  await staff.request("PATCH", `/api/services/${bookable.serviceId}`, { deposit: "30.00" });
}, JOURNEY_MS);
afterAll(() => salon?.end());

journey(
  "a client pays the deposit at Stripe, moves the booking with it, and gets it back by canceling in time",
  async () => {
    const { client, parlor, stripe } = salon;
    const { page } = client;
    await open(page, `${parlor.url}/book`);
    await page.getByRole("checkbox", { name: /Facial/ }).check();
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("button", { name: "Later days" }).click();
    const times = page.getByRole("group", { name: /Morning|Afternoon/ }).getByRole("button");
    await times.first().click();
    await page.getByLabel("Phone number").fill("(202) 555-0134");
    await page.getByRole("button", { name: "Send Code" }).click();
    await page.getByLabel("Verification Code").fill(await codeTextedTo("+12025550134"));
    await page.getByRole("button", { name: "Confirm Number" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Ruth Abernathy");
    await page.getByRole("button", { name: "Pay $30.00 Deposit" }).click();
    await page.waitForURL("**/pay/**");
    const [checkout] = await stripe.sessions();
    expect(checkout).toMatchObject({ status: "open", amount_total: DEPOSIT });
    expect(await appointments()).toEqual([]);

    await stripe.complete(checkout?.id ?? "");
    await deliver(salon);
    const [booked] = await appointments();
    expect(booked).toMatchObject({ clientName: "Ruth Abernathy", status: "booked" });
    await openBooking(await linkTextedTo("+12025550134"));
    await waitForText(page, "$30.00 deposit paid.");

    await page.getByRole("button", { name: "Reschedule" }).click();
    await page.getByRole("button", { name: "Later days" }).click();
    await times.last().click();
    await page.getByRole("button", { name: /^Move to / }).click();
    await waitForToast(page, "Appointment moved");
    const [moved] = await appointments();
    expect(moved.id).toBe(booked.id);
    expect(moved.appointmentDate).not.toBe(booked.appointmentDate);
    await waitForText(page, "$30.00 deposit paid.");
    expect(await stripe.refunds()).toEqual([]);

    await page.getByRole("button", { name: "Cancel Appointment" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Cancel Appointment" }).click();
    await waitForText(page, "The refund of your $30.00 deposit is on its way.");
    expect(await stripe.refunds()).toEqual([DEPOSIT]);
    expect(await stripe.sessions()).toHaveLength(1);
  },
  JOURNEY_MS,
);

journey(
  "a deposit that is paid after its hold, for a time that someone else has by then, is refunded",
  async () => {
    const { parlor, stripe, data } = salon;
    const phone = "+12025550177";
    await post("/api/booking/send-code", { phoneNumber: phone });
    await post("/api/booking/verify-code", { phoneNumber: phone, code: await codeTextedTo(phone) });
    const { serviceId, employeeId } = bookable;
    const start = `${dayAhead(0)}T10:00:00`;
    const held = await post("/api/booking", {
      serviceId,
      employeeId,
      start,
      name: "Joan Whitlock",
    });
    const { status, checkoutUrl, manageUrl } = await held.json();
    expect(status).toBe("deposit");

    // Half an hour passes.
    const db = new Database(`${data}/parlor.db`);
    db.run("pragma busy_timeout = 5000");
    db.run("update slot_holds set expires_at = 1");
    db.close();
    const staff = await signedIn(parlor);
    const visit = { employeeId, serviceId, clientName: "Wren Calloway", appointmentDate: start };
    await staff.request("POST", "/api/appointments", visit);

    await stripe.complete(new URL(checkoutUrl).pathname.split("/").at(-1) ?? "");
    await deliver(salon);
    expect(await stripe.refunds()).toEqual([DEPOSIT, DEPOSIT]);
    const active = (await appointments()).filter((one) => one.status !== "canceled");
    expect(active).toMatchObject([{ clientName: "Wren Calloway" }]);
    await openBooking(manageUrl);
    await waitForText(salon.client.page, "The refund of your $30.00 deposit is on its way.");
  },
  JOURNEY_MS,
);

journey("Stripe was asked only what it knows, and the console is quiet", async () => {
  expect(await salon.stripe.wrong()).toEqual([]);
  expect(salon.client.complaints).toEqual([]);
});

/** The salon's port is chosen at its start, so the host of its links is another one. */
function openBooking(link: string): Promise<void> {
  return open(salon.client.page, salon.parlor.url + new URL(link).pathname);
}

async function post(path: string, data: object): Promise<APIResponse> {
  const reply = await salon.client.context.request.post(salon.parlor.url + path, { data });
  if (!reply.ok()) throw new Error(`${path}: ${reply.status()} ${await reply.text()}`);
  return reply;
}

// biome-ignore lint/suspicious/noExplicitAny: what the API answers
async function appointments(): Promise<any[]> {
  const days = `from=${dayAhead(-7)}&to=${dayAhead(30)}`;
  const { owner, parlor } = salon;
  return (await owner.context.request.get(`${parlor.url}/api/appointments?${days}`)).json();
}

const codeTextedTo = (phone: string) => textTo(salon, phone, /\b(\d{6}) is your code/);
const linkTextedTo = (phone: string) => textTo(salon, phone, /Change or cancel: (\S+)/);
