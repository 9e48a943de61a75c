import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { addBookable } from "#tests/support/booking-salon.ts";
import { signedIn } from "#tests/support/salon.ts";
import { inspect } from "./accessibility.ts";
import { CHROMIUM, JOURNEY_MS, open } from "./browser.ts";
import { type Clicks, countClicks } from "./clicks.ts";
import { readWithoutScript, until, waitForText, waitForToast } from "./steps.ts";
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
let clicks: Clicks;
const unfit: string[] = [];
beforeAll(async () => {
  const opened = await openStripeSalon("payments");
  if (!opened) return;
  salon = opened;
  const staff = await signedIn(salon.parlor);
  await staff.request("POST", "/api/settings", {
    stripeWebhookSecret: WEBHOOK_SECRET,
    timeZone: "UTC",
  });
  const { employeeId, serviceId } = await addBookable(staff, {
    minutes: 60,
    start: "00:00",
    end: "23:00",
  });
  const { id: contactId } = await staff.request("POST", "/api/contacts", {
    name: "Ruth Abernathy",
    phoneNumber: RUTH,
  });
  await staff.request("POST", "/api/conversations", { contactId });
  const today = new Date().toISOString().slice(0, 10);
  await staff.request("POST", "/api/appointments", {
    employeeId,
    services: [serviceId],
    clientName: "Ruth Abernathy",
    phoneNumber: RUTH,
    appointmentDate: `${today}T10:00`,
    allowOverlap: true,
  });
  clicks = await countClicks(salon.owner.context);
}, JOURNEY_MS);
afterAll(() => salon?.end());

journey(
  "the desk texts a link in three clicks, and the client pays with a tip in three",
  async () => {
    const { owner, client, parlor, stripe, browser } = salon;
    const desk = owner.page;
    await open(desk, `${parlor.url}/appointments`);
    await desk.getByRole("button", { name: /^(Abernathy, Ruth|Ruth Abernathy)/ }).click();
    await desk.getByRole("button", { name: "Take Payment" }).click();
    await desk.getByRole("button", { name: "Text Link for $120.00" }).waitFor();
    const beforeLink = clicks.pressed.length;
    unfit.push(...(await inspect(desk, "payment-take")));
    await desk.getByRole("button", { name: "Text Link for $120.00" }).click();
    await waitForToast(desk, "Link texted");
    expect([beforeLink, clicks.pressed.length]).toEqual([2, 3]);
    await desk.getByRole("dialog").getByText("Link texted").waitFor();

    const link = await textTo(salon, RUTH, /(https?:\S+\/pay\/\S+)/);
    const address = parlor.url + new URL(link).pathname;
    expect(await readWithoutScript(browser, address)).toMatch(/Facial\s+\$120\.00/);
    const pressed = await countClicks(client.context);
    await open(client.page, address);
    unfit.push(...(await inspect(client.page, "payment-page")));
    await client.page.getByText("18%").click();
    await client.page.getByRole("button", { name: "Pay $141.60" }).click();
    await client.page.waitForURL("**/pay/cs_*");
    expect(pressed.pressed).toHaveLength(2);
    const [checkout] = await stripe.sessions();
    expect(checkout).toMatchObject({ status: "open", amount_total: 14_160 });
    // The third click is on Stripe's page.
    await stripe.complete(checkout?.id ?? "");
    await open(client.page, address);
    await waitForText(client.page, "Thank you, Ruth");
    unfit.push(...(await inspect(client.page, "payment-receipt")));
    expect(await readWithoutScript(browser, address)).toMatch(
      /Paid\s+Visa ending in 4242\s+\$141\.60/,
    );
    await deliver(salon);
  },
  JOURNEY_MS,
);

journey(
  "the visit shows that it is paid, and so does the thread",
  async () => {
    const { page } = salon.owner;
    await open(page, `${salon.parlor.url}/appointments`);
    await page.getByRole("button", { name: /^(Abernathy, Ruth|Ruth Abernathy)/ }).click();
    const payment = page.getByRole("region", { name: "Payment" });
    await payment.getByText("Paid", { exact: true }).waitFor();
    await payment.getByText("$141.60").waitFor();
    await payment.getByRole("button", { name: "Details" }).click();
    const receipt = page.getByRole("dialog", { name: /^Receipt/ });
    await receipt.getByRole("button", { name: "Book Again" }).click();
    const booking = page.getByRole("dialog", { name: "Book Appointment" });
    await booking.getByText("Ruth Abernathy").first().waitFor();
    await booking.getByRole("button", { name: "Close", exact: true }).click();
    unfit.push(...(await inspect(page, "payment-details")));
    await open(page, `${salon.parlor.url}/inbox`);
    await page.getByRole("link", { name: /Ruth Abernathy/ }).click();
    await page.getByRole("log").getByText("You paid $141.60").waitFor();
  },
  JOURNEY_MS,
);

journey(
  "the inbox requests a payment in two clicks",
  async () => {
    const { owner, parlor } = salon;
    const { page } = owner;
    await open(page, `${parlor.url}/inbox`);
    await page.getByRole("link", { name: /Ruth Abernathy/ }).click();
    clicks.restart();
    await page.getByRole("button", { name: "Take Payment" }).click();
    const dialog = page.getByRole("dialog", { name: "Take Payment" });
    await dialog.getByLabel("What for").fill("Shampoo");
    await dialog.getByLabel("Price").fill("$24.5");
    await page.keyboard.press("Enter");
    await dialog.getByRole("button", { name: "Text Link for $24.50" }).click();
    await waitForToast(page, "Link texted");
    expect(clicks.pressed).toHaveLength(2);
  },
  JOURNEY_MS,
);

journey(
  "closing Take Payment leads back to its button",
  async () => {
    const { owner, parlor } = salon;
    const { page } = owner;
    await open(page, `${parlor.url}/contacts/1`);
    const button = page.getByRole("button", { name: "Take Payment" });
    await button.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").getByLabel("What for").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    await until(() => button.evaluate((one) => one === document.activeElement));
  },
  JOURNEY_MS,
);

journey(
  "Stripe was asked only what it knows, the console is quiet, and no page is unfit",
  async () => {
    expect(await salon.stripe.wrong()).toEqual([]);
    expect([...salon.client.complaints, ...salon.owner.complaints]).toEqual([]);
    expect(unfit).toEqual([]);
  },
);
