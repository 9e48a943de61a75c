import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import type { Page } from "playwright-core";
import type { RunningParlor } from "#tests/support/binary.ts";
import type { StandInProcess } from "#tests/support/stand-in-process.ts";
import type { StripeProcess } from "#tests/support/stripe-process.ts";
import { inspect } from "./accessibility.ts";
import { CHROMIUM, JOURNEY_MS, open, type Visitor } from "./browser.ts";
import { bar, keepFile, readWithoutScript, until, waitForText, waitForToast } from "./steps.ts";
import { openStripeSalon, type StripeSalon } from "./stripe-salon.ts";

let parlor: RunningParlor;
let twilio: StandInProcess;
let stripe: StripeProcess;
let owner: Visitor;
let client: Visitor;
const unfit: string[] = [];
const PHONE = "(202) 555-0111";

const journey = test.skipIf(!existsSync(CHROMIUM));
let salon: StripeSalon | undefined;
beforeAll(async () => {
  salon = await openStripeSalon("memberships");
  if (salon) ({ parlor, twilio, stripe, owner, client } = salon);
}, JOURNEY_MS);
afterAll(() => salon?.end());

let link = "";

journey(
  "the owner makes a membership, and copies where to join it",
  async () => {
    const { page } = owner;
    await open(page, `${parlor.url}/memberships`);
    await waitForText(page, "No memberships yet");
    await bar(page).getByRole("button", { name: "Create Membership" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Glow Club");
    await page.getByLabel("Description").fill("A facial each month\n- 10% off every product");
    await page.getByLabel("Price").fill("89.00");
    await page.getByLabel("Agreement", { exact: true }).fill(AGREEMENT);
    unfit.push(...(await inspect(page, "membership-form")));
    await page.getByRole("dialog").getByRole("button", { name: "Create Membership" }).click();
    await waitForToast(page, "Membership created and approved");
    await page.getByRole("article", { name: "Glow Club" }).waitFor();
    unfit.push(...(await inspect(page, "memberships")));
    const answer = await owner.context.request.get(`${parlor.url}/api/memberships`);
    const [{ id }] = (await answer.json()) as [{ id: string }];
    link = `${parlor.url}/membership/signup/${id}`;
  },
  JOURNEY_MS,
);

journey("without JavaScript it can be read to its end", async () => {
  const text = await readWithoutScript((salon as StripeSalon).browser, link);
  for (const part of ["Glow Club", "$89.00", "Paragraph 30 of what both sides agree on."])
    expect(text).toContain(part);
});

journey(
  "a client reads, signs and pays",
  async () => {
    const { page } = client;
    await open(page, link);
    unfit.push(...(await inspect(page, "sign-up")));
    await page.setViewportSize({ width: 320, height: 640 });
    const view = await page.getByRole("button", { name: "View Agreement" }).boundingBox();
    expect(view && view.x + view.width).toBeWithin(0, 320);
    await page.getByLabel("Full Name").fill("Grace Lindqvist");
    await page.getByLabel("Phone number").fill(PHONE);
    await page.getByLabel("Email").fill("grace@example.com");
    await page.getByRole("button", { name: "Continue to Checkout" }).click();
    await waitForToast(page, "Please sign the agreement before proceeding");
    await readToTheEnd(page);
    await draw(page);
    await page.getByRole("img", { name: "Your drawn signature" }).waitFor();
    unfit.push(...(await inspect(page, "sign-up-signed")));
    await page.getByRole("button", { name: "Continue to Checkout" }).click();
    await page.waitForURL("**/pay/**");
    const sessionId = page.url().split("/").at(-1) ?? "";
    await page.goBack();
    await waitForText(page, "You weren't charged. What you entered and signed is still here.");
    await page.getByRole("img", { name: "Your drawn signature" }).waitFor();
    expect(await page.getByLabel("Full Name").inputValue()).toBe("Grace Lindqvist");
    unfit.push(...(await inspect(page, "sign-up-returned")));
    await page.getByRole("button", { name: "Continue to Checkout" }).click();
    await page.waitForURL(`**/pay/${sessionId}`);
    await stripe.complete(sessionId);
    await open(page, `${parlor.url}/membership/success?session_id=${sessionId}`);
    unfit.push(...(await inspect(page, "success")));
    await page.waitForURL((url) => url.search === "");
  },
  JOURNEY_MS,
);

journey(
  "they sign in by a code, and cancel",
  async () => {
    const { page } = client;
    await page.getByRole("link", { name: "Member Portal" }).click();
    await page.getByRole("button", { name: "Send Code" }).click();
    await waitForText(page, "Please enter your phone number");
    await page.getByLabel("Phone number").fill(PHONE);
    unfit.push(...(await inspect(page, "login")));
    await page.getByRole("button", { name: "Send Code" }).click();
    await page.getByLabel("Verification Code").fill(await textedCode());
    unfit.push(...(await inspect(page, "code")));
    await page.getByRole("button", { name: "Sign In" }).click();
    await page.waitForURL("**/membership/portal");
    await waitForText(page, "Welcome back, Grace Lindqvist");
    await waitForText(page, "$89.00 per month");
    unfit.push(...(await inspect(page, "portal")));
    await page.getByRole("button", { name: "Cancel Membership" }).click();
    await waitForText(page, "Cancel Membership?");
    await page.getByRole("button", { name: "Yes, Cancel" }).click();
    await waitForText(page, "Canceling");
    unfit.push(...(await inspect(page, "portal-canceling")));
    // Rendered by the server's own page, not in a sandbox.
    const pdf = await client.context.request.get(
      `${parlor.url}/api/membership/portal/subscriptions/1/agreement`,
    );
    expect(pdf.headers()["content-type"]).toBe("application/pdf");
    await keepFile("drawn.pdf", await pdf.body());
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.waitForURL("**/membership/login");
    await open(page, `${parlor.url}/membership/portal`);
    await page.waitForURL("**/membership/login");
  },
  JOURNEY_MS,
);

journey(
  "staff see it, and mark that it was used",
  async () => {
    const { page } = owner;
    await open(page, `${parlor.url}/subscriptions`);
    await waitForText(page, "Canceling");
    unfit.push(...(await inspect(page, "subscriptions")));
    await page.getByRole("button", { name: "View Grace Lindqvist" }).click();
    await page.getByLabel("Notes (optional)").fill("Facial with Ana");
    await page.getByRole("button", { name: "Mark Usage" }).click();
    await waitForToast(page, "Usage marked");
    await page.getByRole("listitem").filter({ hasText: "Facial with Ana" }).waitFor();
    unfit.push(...(await inspect(page, "subscription")));
  },
  JOURNEY_MS,
);

journey(
  "nothing was unfit, nothing complained, and Stripe was asked only what it knows",
  async () => {
    expect(unfit).toEqual([]);
    // A signed-out user gets a 401, which Chromium logs.
    const said = [...owner.complaints, ...client.complaints].filter((one) => !/ 401 /.test(one));
    expect(said).toEqual([]);
    expect(await stripe.wrong()).toEqual([]);
  },
);

async function readToTheEnd(page: Page): Promise<void> {
  await page.getByRole("button", { name: "View Agreement" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Scroll to the end to continue").waitFor();
  unfit.push(...(await inspect(page, "agreement")));
  await dialog.getByRole("document").evaluate((body) => body.scrollTo(0, body.scrollHeight));
  await dialog.getByRole("button", { name: "Done" }).click();
}

async function draw(page: Page): Promise<void> {
  const canvas = page.locator("canvas");
  await canvas.scrollIntoViewIfNeeded();
  await until(
    async () => (await canvas.evaluate((one) => (one as HTMLCanvasElement).height)) >= 198,
  );
  const box = await canvas.boundingBox();
  if (!box) throw new Error("nowhere to sign");
  expect(Math.round(box.height)).toBeGreaterThanOrEqual(198);
  await page.mouse.move(box.x + 80, box.y + 120);
  await page.mouse.down();
  for (let at = 0; at < 30; at += 1)
    await page.mouse.move(box.x + 80 + at * 6, box.y + 120 + Math.sin(at) * 20);
  await page.mouse.up();
}

/** The texts that the stand-in accepted for the client. */
async function textedCode(): Promise<string> {
  let code = "";
  await until(async () => {
    const texts = JSON.stringify(await twilio.log());
    code = /\b(\d{6}) is your code/.exec(texts)?.[1] ?? "";
    return code !== "";
  });
  return code;
}

const AGREEMENT = `# Glow Club

${Array.from({ length: 30 }, (_, at) => `Paragraph ${at + 1} of what both sides agree on.`).join("\n\n")}`;
