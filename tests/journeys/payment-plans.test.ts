import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync } from "node:fs";
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
let link = "";
const unfit: string[] = [];
const PHONE = "(202) 555-0111";
/** In letters that few fonts of PDFs have. */
const CLIENT = "Σοφία Łukasz 王芳";

const journey = test.skipIf(!existsSync(CHROMIUM));
let salon: StripeSalon | undefined;
beforeAll(async () => {
  salon = await openStripeSalon("payment-plans");
  if (salon) ({ parlor, twilio, stripe, owner, client } = salon);
}, JOURNEY_MS);
afterAll(() => salon?.end());

journey(
  "the owner makes a plan and writes its agreement",
  async () => {
    const { page } = owner;
    await open(page, `${parlor.url}/payment-plans`);
    await waitForText(page, "No payment plans yet");
    await bar(page).getByRole("button", { name: "Create Payment Plan" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Laser series");
    await page.getByLabel("Description (optional)").fill("Six sessions");
    await page.getByLabel("Principal Amount").fill("100");
    await page.getByLabel("Number of Installments").fill("3");
    await page.getByRole("region", { name: "Payment Summary" }).getByText("$105.00").waitFor();
    unfit.push(...(await inspect(page, "plan-form")));
    await page.getByRole("dialog").getByRole("button", { name: "Create Payment Plan" }).click();
    await waitForToast(page, "Payment plan created successfully");
    await page.getByRole("button", { name: "Actions for Laser series" }).click();
    await page.getByRole("menuitem", { name: "Edit" }).click();
    await page.getByLabel("Agreement Text").fill(AGREEMENT);
    await page.getByRole("button", { name: "Save Changes" }).click();
    await waitForToast(page, "Payment plan updated successfully");
    await page.getByRole("button", { name: "Send Invite" }).waitFor();
    unfit.push(...(await inspect(page, "plans")));
    const answer = await owner.context.request.get(`${parlor.url}/api/payment-plans`);
    const [{ id }] = (await answer.json()) as [{ id: string }];
    link = `${parlor.url}/financing/signup/${id}`;
  },
  JOURNEY_MS,
);

journey("without JavaScript it can be read to its end", async () => {
  const message = await readWithoutScript((salon as StripeSalon).browser, link);
  for (const part of ["Laser series", "$105.00", "Paragraph 30 of what both sides agree on."])
    expect(message).toContain(part);
});

journey(
  "a client goes through the six steps, back and on, and pays",
  async () => {
    const { page } = client;
    await open(page, link);
    await waitForText(page, "First payment of $35.00 due today");
    unfit.push(...(await inspect(page, "plan-sign-up")));
    await page.getByLabel("Phone number").fill(PHONE);
    await page.getByRole("button", { name: "Send Code" }).click();
    const code = await textedCode(1);
    await page.getByLabel("Verification Code").fill(code === "000000" ? "111111" : "000000");
    await page.getByRole("button", { name: "Verify Code" }).click();
    await waitForText(page, "Invalid or expired code");
    unfit.push(...(await inspect(page, "plan-code")));
    await page.getByLabel("Verification Code").fill(code);
    await page.getByRole("button", { name: "Verify Code" }).click();

    await page.getByRole("button", { name: "Continue" }).click();
    await waitForText(page, "Please enter your full name");
    await page.getByLabel("Full Name").fill(CLIENT);
    await page.getByLabel("Email").fill("grace@example.com");
    unfit.push(...(await inspect(page, "plan-details")));
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("button", { name: "Back" }).click();
    expect(await page.getByLabel("Full Name").inputValue()).toBe(CLIENT);
    await page.getByRole("button", { name: "Continue" }).click();

    const on = page.getByRole("button", { name: "Continue to Signature" });
    expect(await on.isDisabled()).toBe(true);
    await page.getByRole("button", { name: "View Agreement" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Scroll to the end to continue").waitFor();
    await dialog.getByRole("document").evaluate((body) => body.scrollTo(0, body.scrollHeight));
    await dialog.getByRole("button", { name: "Done" }).click();
    unfit.push(...(await inspect(page, "plan-agreement")));
    await on.click();

    await page.getByRole("button", { name: "Sign and Continue" }).click();
    await waitForText(page, "Please provide a signature");
    await page.getByRole("radio", { name: "Type" }).check({ force: true });
    await page.getByLabel("Type your full name to sign").fill(CLIENT);
    unfit.push(...(await inspect(page, "plan-signature")));
    await page.getByRole("button", { name: "Sign and Continue" }).click();
    await page.waitForURL("**/pay/**");
    const sessionId = page.url().split("/").at(-1) ?? "";
    await page.goBack();
    await waitForText(page, "You weren't charged. What you entered and signed is still here.");
    unfit.push(...(await inspect(page, "plan-returned")));
    await page.getByRole("button", { name: "Continue to Payment" }).click();
    await page.waitForURL(`**/pay/${sessionId}`);
    await stripe.complete(sessionId);
    await open(page, `${parlor.url}/financing/success?session_id=${sessionId}`);
    await waitForText(page, "Payment Plan Activated!");
    unfit.push(...(await inspect(page, "plan-success")));
    await page.waitForURL((url) => url.search === "");
  },
  JOURNEY_MS,
);

journey(
  "they log in by a code, and see their payments and their agreement",
  async () => {
    const { page } = client;
    await open(page, `${parlor.url}/financing/portal`);
    await page.waitForURL("**/financing/login");
    await page.getByLabel("Phone number").fill(PHONE);
    await page.getByRole("button", { name: "Send Code" }).click();
    await page.getByLabel("Verification Code").fill(await textedCode(2));
    await page.keyboard.press("Enter");
    await page.waitForURL("**/financing/portal");
    await waitForText(page, `Welcome back, ${CLIENT}`);
    await waitForText(page, "2 of 3 payments");
    unfit.push(...(await inspect(page, "plan-portal")));
    const pdf = await client.context.request.get(
      `${parlor.url}/api/financing/portal/subscriptions/1/agreement`,
    );
    expect([pdf.status(), pdf.headers()["content-type"]]).toEqual([200, "application/pdf"]);
    await keepFile("typed.pdf", await pdf.body());
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.waitForURL("**/financing/login");
  },
  JOURNEY_MS,
);

journey(
  "staff charge the next payment, read the ledger, and cancel",
  async () => {
    const { page } = owner;
    await open(page, `${parlor.url}/payment-plan-subscriptions`);
    await page.getByRole("button", { name: /^Actions for/ }).click();
    await page.getByRole("menuitem", { name: "Charge Now" }).click();
    await page
      .getByRole("alertdialog")
      .getByRole("button", { name: /^Charge \$/ })
      .click();
    await waitForToast(page, "Payment Triggered");
    await page.getByRole("button", { name: "Details", exact: true }).click();
    await until(async () => (await page.getByText("Paid", { exact: true }).count()) === 2);
    unfit.push(...(await inspect(page, "plan-details-staff")));
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
    unfit.push(...(await inspect(page, "plan-subscribers")));
    await page.getByRole("button", { name: /^Actions for/ }).click();
    await page.getByRole("menuitem", { name: "Cancel Plan" }).click();
    await page.getByRole("button", { name: "Yes, Cancel Plan" }).click();
    await waitForToast(page, "Payment plan subscription canceled successfully");
    await page
      .getByRole("row", { name: CLIENT })
      .getByText("Canceled", { exact: true })
      .first()
      .waitFor();
  },
  JOURNEY_MS,
);

journey(
  "nothing was unfit, nothing complained, and Stripe was asked only what it knows",
  async () => {
    expect(unfit).toEqual([]);
    // A wrong code and a signed-out request are refused, which Chromium logs.
    const said = [...owner.complaints, ...client.complaints].filter((one) => !/ 40[01] /.test(one));
    expect(said).toEqual([]);
    expect(await stripe.wrong()).toEqual([]);
  },
);

/** The nth text that the stand-in accepted. */
async function textedCode(nth: number): Promise<string> {
  let codes: string[] = [];
  await until(async () => {
    const texts = JSON.stringify(await twilio.log());
    codes = [
      ...new Set([...texts.matchAll(/\b(\d{6}) is your code/g)].map(([, code = ""]) => code)),
    ];
    return codes.length >= nth;
  });
  return codes.at(nth - 1) ?? "";
}

const AGREEMENT = `# Laser series

${Array.from({ length: 30 }, (_, at) => `Paragraph ${at + 1} of what both sides agree on.`).join("\n\n")}`;
