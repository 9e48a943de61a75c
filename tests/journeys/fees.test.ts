import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { addBookable } from "#tests/support/booking-salon.ts";
import { signedIn } from "#tests/support/salon.ts";
import type { StaffClient } from "#tests/support/staff-client.ts";
import { inspect } from "./accessibility.ts";
import { CHROMIUM, JOURNEY_MS, open, waitForHydration } from "./browser.ts";
import { dialogActions, until, waitForText, waitForToast } from "./steps.ts";
import {
  deliver,
  openStripeSalon,
  type StripeSalon,
  textTo,
  WEBHOOK_SECRET,
} from "./stripe-salon.ts";

const RUTH = "+12025550134";
const journey = test.skipIf(!existsSync(CHROMIUM));

let salon: StripeSalon;
let staff: StaffClient;
let bookable: { employeeId: number; serviceId: number };
const unfit: string[] = [];
beforeAll(async () => {
  const opened = await openStripeSalon("fees");
  if (!opened) return;
  salon = opened;
  staff = await signedIn(salon.parlor);
  await staff.request("POST", "/api/settings", {
    stripeWebhookSecret: WEBHOOK_SECRET,
    timeZone: "UTC",
    bookingCardRule: "always",
    // Every visit of the next month is canceled late.
    bookingCancellationHours: 720,
    noShowFee: "share",
    noShowFeePercent: 40,
  });
  bookable = await addBookable(staff, { minutes: 60, start: "00:00", end: "23:00" });
}, JOURNEY_MS);
afterAll(() => salon?.end());

journey(
  "a client books online, agrees to the fee in a box that starts empty, and adds a card",
  async () => {
    const { client, parlor, stripe } = salon;
    const { page } = client;
    await open(page, `${parlor.url}/book`);
    await page.getByRole("checkbox", { name: /Facial/ }).check();
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("button", { name: "Later days" }).click();
    await page
      .getByRole("group", { name: /Morning|Afternoon/ })
      .getByRole("button")
      .first()
      .click();
    await page.getByLabel("Phone number").fill("(202) 555-0134");
    await page.getByRole("button", { name: "Send Code" }).click();
    await page
      .getByLabel("Verification Code")
      .fill(await textTo(salon, RUTH, /\b(\d{6}) is your code/));
    await page.getByRole("button", { name: "Confirm Number" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Ruth Abernathy");
    // The salon's port is chosen at its start, so the host of its links is another one.
    await page.route(/\/card\/1-/, (route) => {
      const { origin, pathname } = new URL(route.request().url());
      return origin === parlor.url
        ? route.continue()
        : route.fulfill({ status: 302, headers: { location: parlor.url + pathname } });
    });
    await page.getByRole("button", { name: "Book Appointment" }).click();
    await page.waitForURL(`${parlor.url}/card/**`);
    await waitForHydration(page);
    const box = page.getByRole("checkbox", { name: /charge it \$48\.00 \(40% of the price\)/ });
    await box.waitFor();
    expect(await box.isChecked()).toBe(false);
    expect(await page.getByRole("button", { name: "Add Card" }).isDisabled()).toBe(true);
    unfit.push(...(await inspect(page, "card-agree")));
    await box.check();
    await page.getByRole("button", { name: "Add Card" }).click();
    await page.waitForURL("**/pay/cs_*");
    const [checkout] = await stripe.sessions();
    await stripe.complete(checkout?.id ?? "");
    await deliver(salon);
    await until(async () => (await visits()).length === 1);
  },
  JOURNEY_MS,
);

journey(
  "the desk is asked about the fee of a late cancellation, and charges it only when told to",
  async () => {
    const { page } = salon.owner;
    const [visit] = await visits();
    await open(
      page,
      `${salon.parlor.url}/appointments?date=${visit?.appointmentDate.slice(0, 10)}`,
    );
    await page
      .getByRole("main")
      .getByRole("button", { name: /^Ruth Abernathy/ })
      .click();
    await dialogActions(page).getByRole("button", { name: "Cancel Appointment" }).click();
    const question = page.getByRole("alertdialog", { name: "Cancel Appointment" });
    await question.getByText("Charge the $48.00 fee?").waitFor();
    expect(await question.getByRole("radio", { name: /Don't Charge/ }).isChecked()).toBe(true);
    unfit.push(...(await inspect(page, "fee-question")));
    await question.getByRole("radio", { name: /^Charge \$48\.00/ }).check();
    await question.getByRole("button", { name: /^Cancel/ }).click();
    await waitForToast(page, "Charging the $48.00 fee");
    // The charge waits for ten seconds in which it can be undone.
    await until(async () => (await salon.stripe.money()).payments.length === 1);
    const [charged] = (await salon.stripe.money()).payments;
    expect(charged).toMatchObject({ amount: 4_800, refunded: 0 });
    expect(await textTo(salon, RUTH, /(we charged your \S+.* \$48\.00\. .*policy)/)).not.toBe("");
  },
  JOURNEY_MS,
);

journey(
  "two visits of a day are paid as one",
  async () => {
    const { page } = salon.owner;
    const today = new Date().toISOString().slice(0, 10);
    for (const clock of ["09:00", "11:00"])
      await staff.request("POST", "/api/appointments", {
        employeeId: bookable.employeeId,
        services: [bookable.serviceId],
        clientName: "Joan Whitlock",
        phoneNumber: "+12025550177",
        appointmentDate: `${today}T${clock}`,
        allowOverlap: true,
      });
    await open(page, `${salon.parlor.url}/appointments?date=${today}`);
    await page
      .getByRole("main")
      .getByRole("button", { name: /^Joan Whitlock/ })
      .first()
      .click();
    await dialogActions(page).getByRole("button", { name: "Take Payment" }).click();
    const dialog = page.getByRole("dialog", { name: "Take Payment" });
    await dialog.getByRole("button", { name: "Text Link for $120.00" }).waitFor();
    await dialog.getByRole("button", { name: "Add Visit" }).click();
    await dialog.getByRole("button", { name: "Text Link for $240.00" }).waitFor();
    unfit.push(...(await inspect(page, "payment-two-visits")));
    await dialog.getByRole("radio", { name: /^Paid Here/ }).check();
    await dialog.getByRole("button", { name: "Record $240.00" }).click();
    await page.getByRole("dialog", { name: "Payment Received" }).waitFor();
    await waitForText(page, "Cash.");
    const joans = (await visits()).filter(({ clientName }) => clientName === "Joan Whitlock");
    expect(joans.map(({ payment }) => payment?.status)).toEqual(["paid", "paid"]);
  },
  JOURNEY_MS,
);

journey("Stripe was asked only what it knows, and no page is unfit or complained", async () => {
  expect(await salon.stripe.wrong()).toEqual([]);
  expect([unfit, salon.client.complaints, salon.owner.complaints]).toEqual([[], [], []]);
});

interface Visit {
  readonly clientName: string;
  readonly payment: { readonly status: string } | null;
  readonly appointmentDate: string;
}

async function visits(): Promise<Visit[]> {
  const dayIn = (days: number) =>
    new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  return staff.request("GET", `/api/appointments?from=${dayIn(0)}&to=${dayIn(25)}`);
}
