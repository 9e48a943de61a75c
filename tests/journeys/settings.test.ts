import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { KEYS } from "#tests/sandbox/outside-shapes.ts";
import { type OutsideStandIn, startOutsideStandIn } from "#tests/sandbox/outside-stand-in.ts";
import { newFolder, type RunningParlor, startParlor } from "#tests/support/binary.ts";
import { createOwner, importClients, signedIn } from "#tests/support/salon.ts";
import { inspect } from "./accessibility.ts";
import { CHROMIUM, JOURNEY_MS, launch, open, type Visitor, visitor } from "./browser.ts";
import { go, saveSettings, signedInVisitor, waitForText, waitForToast } from "./steps.ts";

let browser: Browser;
let parlor: RunningParlor;
let owner: Visitor;
let outside: OutsideStandIn;
const unfit: string[] = [];
const PASSWORD = "a long enough one";

const journey = test.skipIf(!existsSync(CHROMIUM));
beforeAll(async () => {
  if (!existsSync(CHROMIUM)) return;
  outside = startOutsideStandIn();
  const data = newFolder("settings");
  await createOwner(data);
  parlor = await startParlor(["serve", "--data", data, "--port", "0"], {
    PARLOR_CARRIER: "simulated",
    STRIPE_API_BASE: outside.url,
    OPENAI_BASE_URL: outside.config.openaiBaseUrl,
    ELEVENLABS_API_BASE: outside.url,
    GOOGLE_OAUTH_BASE: outside.url,
    GOOGLE_BUSINESS_BASE: outside.url,
  });
  await importClients(await signedIn(parlor), 12);
  browser = await launch();
  owner = await signedInVisitor(browser, parlor);
}, JOURNEY_MS);

afterAll(async () => {
  await browser?.close();
  await parlor?.end("SIGTERM");
  await outside?.stop();
});

journey(
  "keys are saved and tested from the checklist: good, wrong, and right again",
  async () => {
    const { page } = owner;
    await open(page, `${parlor.url}/settings`);
    await waitForText(page, "1 of 8 ready.");
    await page.getByRole("button", { name: "Set up Stripe" }).click();
    await page.getByLabel("Publishable key").fill("sk_oops");
    await page.getByLabel("Secret key", { exact: true }).fill("sk_test_wrong");
    await page.getByRole("button", { name: "Save Settings" }).click();
    await waitForText(page, "A publishable key starts with pk_");
    unfit.push(...(await inspect(page, "settings-refused")));
    await page.getByLabel("Publishable key").fill("pk_test_1");
    await saveSettings(page);

    await page.getByRole("button", { name: "Test Stripe" }).click();
    await waitForText(page, "Stripe refused the secret key");
    await page.getByRole("link", { name: "Assistant and Reviews" }).click();
    await page.getByLabel("OpenAI API key").fill(KEYS.openai);
    await saveSettings(page);
    await page.getByRole("button", { name: "Test AI Voice Assistant" }).click();
    await waitForText(page, "Connected: the key can use");
    unfit.push(...(await inspect(page, "settings-tested")));

    await page.getByRole("link", { name: "Payments", exact: true }).click();
    const stripe = page.getByRole("region", { name: "Stripe Integration" });
    await stripe.getByRole("button", { name: "Replace" }).click();
    await page.getByLabel("Secret key", { exact: true }).fill(KEYS.stripe);
    await saveSettings(page);
    await page.getByRole("button", { name: "Test Stripe" }).click();
    await waitForText(page, "Connected in test mode: no real money moves.");
    await page.getByRole("link", { name: "Salon", exact: true }).click();
    await waitForText(page, "3 of 8 ready.");
    expect([outside.unexpected, outside.bugs]).toEqual([[], []]);
  },
  JOURNEY_MS,
);

journey(
  "the registration of a number is explained, and every card can be reached on a phone",
  async () => {
    const { page } = owner;
    await page.getByRole("link", { name: "Texting", exact: true }).click();
    await page.getByText("Register your number so your texts arrive in the US").click();
    await waitForText(page, "If you see error 30034");
    await page.getByText("If you see error 30034").scrollIntoViewIfNeeded();
    unfit.push(...(await inspect(page, "settings-registration")));
    await page.setViewportSize({ width: 390, height: 844 });
    await page
      .getByLabel("Section", { exact: true })
      .selectOption({ label: "Appointment Thank-You Messages" });
    await page
      .getByLabel("Thank-you message", { exact: true })
      .fill("Thank you, {clientName}! See you soon.");
    await waitForText(page, "Thank you, Dana Reyes! See you soon.");
    unfit.push(...(await inspect(page, "settings-thank-you")));
    await saveSettings(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.reload();
    await waitForText(page, "Thank you, Dana Reyes! See you soon.");
  },
  JOURNEY_MS,
);

journey(
  "who leaves while a save is under way is asked, and goes on when it is done",
  async () => {
    const { page } = owner;
    const held = Promise.withResolvers<void>();
    await page.route("**/api/settings", async (route) => {
      if (route.request().method() === "POST") await held.promise;
      await route.continue();
    });
    const message = page.getByLabel("Thank-you message", { exact: true });
    await message.fill("Thank you, {clientName}! Come again.");
    await page.getByRole("button", { name: "Save Settings" }).click();
    await page.getByRole("button", { name: "Saving..." }).waitFor();
    const screens = page.getByRole("navigation", { name: "Screens" });
    await screens.getByRole("link", { name: "Audit Logs" }).click();
    await page.getByRole("alertdialog").getByText("Your changes are still being saved.").waitFor();
    held.resolve();
    await page.getByRole("heading", { level: 1, name: "Audit Logs" }).waitFor();
    await page.getByRole("alertdialog").waitFor({ state: "detached" });
    await page.unroute("**/api/settings");
  },
  JOURNEY_MS,
);

journey(
  "a colleague is approved for some pages, and a change of them signs her out",
  async () => {
    const { page } = owner;
    const mia = await visitor(browser);
    const { request } = mia.context;
    const account = { username: "mia", email: "mia@example.com", password: PASSWORD };
    await request.post(`${parlor.url}/api/register`, { data: account });
    await go(page, "Users");
    await page.getByRole("button", { name: "Set Permissions & Approve" }).click();
    await page.getByRole("button", { name: "Front desk" }).click();
    await page.getByRole("switch", { name: "View client names" }).uncheck();
    unfit.push(...(await inspect(page, "users-permissions")));
    await page.getByRole("button", { name: "Approve", exact: true }).click();
    await waitForToast(page, "User approved");

    await request.post(`${parlor.url}/api/login`, { data: account });
    await open(mia.page, `${parlor.url}/contacts`);
    await page.getByRole("button", { name: "Edit Permissions for mia" }).click();
    await page.getByRole("checkbox", { name: "Contacts", exact: true }).uncheck();
    await page.getByRole("button", { name: "Save Permissions" }).click();
    await waitForToast(page, "Permissions updated");
    expect((await request.get(`${parlor.url}/api/contacts`)).status()).toBe(401);
    await request.post(`${parlor.url}/api/login`, { data: account });
    await open(mia.page, `${parlor.url}/contacts`);
    await waitForText(mia.page, "You do not have permission to access this page.");
    unfit.push(...(await inspect(page, "users")));
    await mia.context.close();
  },
  JOURNEY_MS,
);

journey(
  "she becomes administrator and leaves again, with what she owned",
  async () => {
    const { page } = owner;
    await act(page, "Make Administrator");
    await page.getByRole("button", { name: "Make Administrator" }).click();
    await waitForToast(page, "Role changed to administrator");
    await act(page, "Delete with Contacts and Campaigns");
    await waitForText(
      page,
      "0 contacts with their conversations, tags and notes, 0 campaigns, and 0 drafts",
    );
    unfit.push(...(await inspect(page, "users-cascade")));
    await page.getByRole("button", { name: "Delete Everything" }).click();
    await waitForToast(page, "User deleted");
    await page.getByText("mia@example.com").waitFor({ state: "detached" });
  },
  JOURNEY_MS,
);

journey("nothing on the way was unfit, and no page complained", () => {
  expect(unfit).toEqual([]);
  expect(owner.complaints).toEqual([]);
});

async function act(page: Page, item: string): Promise<void> {
  await page.getByRole("button", { name: "More actions for mia" }).click();
  await page.getByRole("menuitem", { name: item, exact: true }).click();
}
