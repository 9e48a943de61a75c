import type { Page } from "playwright-core";
import { ACCOUNT_SID, AUTH_TOKEN, PHONE_NUMBER } from "#tests/sandbox/twilio-carrier.ts";
import type { RunningParlor } from "#tests/support/binary.ts";
import { open } from "./browser.ts";
import { bar, goToSettings, saveSettings, until, waitForText } from "./steps.ts";

export const PASSWORD = "glow season 2026";

/** Opens the link that the program prints once it listens. */
export async function openSetUpLink(page: Page, parlor: RunningParlor): Promise<void> {
  const findLink = () => /administrator account: (\S+)\n/.exec(parlor.said())?.[1];
  await until(async () => findLink() !== undefined);
  await open(page, findLink() ?? "");
  await page.waitForURL((address) => !address.search.includes("setup="));
}

/** Creates the owner's account on the page that the set-up link opened. */
export async function createOwnerAccount(page: Page): Promise<void> {
  await page.getByLabel("Username").fill("olivia");
  await page.getByLabel("Email").fill("olivia@example.com");
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: /create|register/i }).click();
  await page.locator("[data-signed-in]").waitFor();
}

export async function signIn(page: Page, username: string): Promise<void> {
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.locator("[data-signed-in]").waitFor();
}

/** Names the salon, and saves the Twilio account with a fast pace and without quiet hours. */
export async function enterTwilioAccount(page: Page, parlor: RunningParlor): Promise<void> {
  await goToSettings(page, "Salon");
  await page.getByLabel("Name", { exact: true }).fill("Halcyon Skin & Hair");
  await saveSettings(page);
  await goToSettings(page, "Texting");
  await page.getByLabel("Account SID", { exact: true }).fill(ACCOUNT_SID);
  await page.getByLabel("Auth token").fill(AUTH_TOKEN);
  await page
    .getByRole("region", { name: "Twilio Integration" })
    .getByLabel("Phone number")
    .fill("202 555 0100");
  await page.getByLabel("Messages per send").fill("250");
  await page.getByLabel("Delay between messages (seconds)").fill("1");
  await page.getByRole("switch", { name: "Quiet hours" }).uncheck();
  await page.getByLabel("Webhook base URL").fill(parlor.url);
}

export async function connectNumber(page: Page): Promise<void> {
  await saveSettings(page);
  await page.getByRole("button", { name: "Test Twilio" }).click();
  await waitForText(page, "Connected: Twilio knows the account and the number.");
  await page.getByRole("button", { name: "Connect This Number" }).click();
  await waitForText(page, `Texts and calls to ${PHONE_NUMBER} now come here.`);
  await page.getByRole("button", { name: "Check Webhooks" }).click();
  await waitForText(page, "Webhooks arrive here, and their signature is right.");
}

/** Chooses a file on Contacts, with the columns that Parlor guessed. */
export async function chooseClientsFile(page: Page, file: string): Promise<void> {
  await bar(page).getByRole("button", { name: "Import CSV" }).click();
  await page.locator('input[type="file"]').setInputFiles(file);
}
