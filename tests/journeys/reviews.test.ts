import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { KEYS } from "#tests/sandbox/outside-shapes.ts";
import { newFolder, type RunningParlor, startParlor } from "#tests/support/binary.ts";
import { type GoogleProcess, startGoogleProcess } from "#tests/support/google-process.ts";
import { createOwner, OWNER, signedIn } from "#tests/support/salon.ts";
import { inspect } from "./accessibility.ts";
import { CHROMIUM, JOURNEY_MS, launch, open, type Visitor, visitor } from "./browser.ts";
import { go, saveSettings, toast, undo, until, waitForText, waitForToast } from "./steps.ts";

let browser: Browser;
let parlor: RunningParlor;
let google: GoogleProcess;
let owner: Visitor;
const unfit: string[] = [];

const journey = test.skipIf(!existsSync(CHROMIUM));
beforeAll(async () => {
  if (!existsSync(CHROMIUM)) return;
  const data = newFolder("reviews");
  google = await startGoogleProcess();
  await createOwner(data);
  parlor = await startParlor(["serve", "--data", data, "--port", "0"], {
    PARLOR_CARRIER: "simulated",
    GOOGLE_ACCOUNTS_BASE: google.url,
    GOOGLE_OAUTH_BASE: google.url,
    GOOGLE_BUSINESS_BASE: google.url,
  });
  const staff = await signedIn(parlor);
  await staff.request("POST", "/api/settings", { webhookBaseUrl: parlor.url });
  for (const [at, name] of CLIENTS.entries())
    await staff.request("POST", "/api/contacts", { name, phoneNumber: `+1202555011${at}` });
  for (const review of WRITTEN) await google.add(review);
  browser = await launch();
  owner = await visitor(browser);
  const { username, password } = OWNER;
  await owner.context.request.post(`${parlor.url}/api/login`, { data: { username, password } });
  // Google's own page, on which the owner says yes.
  await owner.context.route("**/o/oauth2/v2/auth**", (route) => {
    const { searchParams } = new URL(route.request().url());
    const back = new URL(searchParams.get("redirect_uri") ?? "");
    back.search = new URLSearchParams({
      code: KEYS.code,
      state: searchParams.get("state") ?? "",
    }).toString();
    return route.fulfill({ status: 302, headers: { location: back.href } });
  });
}, JOURNEY_MS);

afterAll(async () => {
  await browser?.close();
  await parlor?.end("SIGTERM");
  google?.end();
});

const CLIENTS = ["Ana Silva", "Lucía Ferrer", "Jane Doe", "Jane Diaz", "Mei Castellano"];
const LONG =
  "I have had the peel three times now.\n\nThe first time I was nervous, and every step was explained before it happened: how long it stings, what I may put on it in the evening, and when to call. They called the next day to ask how I was.";
const WRITTEN = [
  { id: "AbF1", name: "Ana Silva", comment: "Lovely, as always." },
  { id: "AbF2", name: "lucia ferrer", stars: 4, comment: LONG },
  { id: "AbF3", name: "Jane D.", stars: 3, comment: "A little late." },
  { id: "AbF4", name: "glow.and.go", comment: "Best brows in town." },
  { id: "AbF5", isAnonymous: true, stars: 1 },
] as const;

const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });
/** Waits until a figure begins with a number: the screen reads it again after each change. */
async function waitForFigure(page: Page, label: string, number: string): Promise<void> {
  await until(async () => {
    const text = await page.getByRole("region", { name: label }).textContent();
    return text?.startsWith(label + number) ?? false;
  });
}

async function press(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name, exact: true }).click();
}

/** Presses the button until the pause between two fetches, ten seconds, is over. */
async function fetchAgain(page: Page, words: RegExp): Promise<void> {
  await until(async () => {
    await press(page, "Fetch from Google");
    await toast(page)
      .getByText(/Reviews fetched|Error fetching reviews/)
      .waitFor();
    const text = (await toast(page).textContent()) ?? "";
    await page.getByRole("button", { name: "Dismiss" }).click();
    if (words.test(text)) return true;
    if (!text.includes("just checked Google")) throw new Error(text);
    return false;
  });
}

journey(
  "nothing is connected: the screen leads to Settings, and from there to Google and back",
  async () => {
    const { page } = owner;
    await open(page, `${parlor.url}/reviews`);
    await page.getByRole("heading", { name: "Google isn't connected" }).waitFor();
    unfit.push(...(await inspect(page, "reviews-none")));
    await page.getByRole("link", { name: "Connect Google" }).click();
    const card = page.getByRole("region", { name: "Google Business Profile Reviews" });
    await card.getByLabel("OAuth client ID").fill(KEYS.clientId);
    await card.getByLabel("OAuth client secret").fill(KEYS.clientSecret);
    await saveSettings(page);
    await card.getByRole("button", { name: "Connect Google Account" }).click();
    await waitForToast(page, "Google Account Connected");
    await card.getByText("Halcyon on Lamar").waitFor();
  },
  JOURNEY_MS,
);

journey(
  "fetched, the reviews stand there with their contacts, found by name",
  async () => {
    const { page } = owner;
    await go(page, "Reviews");
    // Or the machine was quicker: it looks every minute, and nothing had been fetched yet.
    await fetchAgain(page, /5 reviews added\.|Nothing has changed/);
    await row(page, "lucia ferrer").getByRole("link", { name: "Lucía Ferrer" }).waitFor();
    await row(page, "Ana Silva").getByRole("button", { name: "Mark Discount Applied" }).waitFor();
    await row(page, "Jane D.").getByText("Not matched").filter({ visible: true }).waitFor();
    await row(page, "A Google user").getByText("Rating only, no text").waitFor();
    await waitForFigure(page, "Total Reviews", "5");
    await waitForFigure(page, "Matched to Contacts", "2");
    await waitForText(page, "Last fetched: just now");
    await waitForText(page, "Google prohibits offering rewards for reviews");
    unfit.push(...(await inspect(page, "reviews")));
  },
  JOURNEY_MS,
);

journey(
  "all of a long one is read in a dialog",
  async () => {
    const { page } = owner;
    await page.getByRole("button", { name: /^I have had the peel/ }).click();
    const dialog = page.getByRole("dialog", { name: "lucia ferrer" });
    await dialog.getByText("They called the next day to ask how I was.").waitFor();
    unfit.push(...(await inspect(page, "reviews-read")));
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    // The whole row opens it, beside its links and buttons.
    const box = await row(page, "lucia ferrer").boundingBox();
    if (!box) throw new Error("The review has no row");
    await page.mouse.click(box.x + 8, box.y + 8);
    await dialog.waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
  },
  JOURNEY_MS,
);

journey(
  "who is meant by Jane D. is chosen by hand, by keyboard, and stays so",
  async () => {
    const { page } = owner;
    await row(page, "Jane D.").getByRole("button", { name: "Match Jane D." }).focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Match Jane D. to a Contact" });
    await dialog.getByRole("radio", { name: /Jane Doe/ }).waitFor();
    unfit.push(...(await inspect(page, "reviews-match")));
    await dialog.getByRole("radio", { name: /Jane Diaz/ }).check({ force: true });
    await dialog.getByRole("button", { name: "Match", exact: true }).click();
    await waitForToast(page, "Review matched");
    await row(page, "Jane D.").getByText("Matched manually").filter({ visible: true }).waitFor();
    await waitForFigure(page, "Matched to Contacts", "3");
    await press(page, "Refresh & Match");
    await waitForToast(page, "No other reviews match a contact by name.");
    await row(page, "Jane D.").getByRole("link", { name: "Jane Diaz" }).waitFor();
  },
  JOURNEY_MS,
);

journey(
  "a discount is checked off and unchecked, and a wrong match is taken back, and the taking back too",
  async () => {
    const { page } = owner;
    // It would cover the row's button.
    await press(page, "Dismiss");
    await press(page, "Mark Discount Applied: Ana Silva");
    await row(page, "Ana Silva").getByText("Discount applied").filter({ visible: true }).waitFor();
    await row(page, "Ana Silva").getByText("olivia, just now").filter({ visible: true }).waitFor();
    await waitForFigure(page, "Discounts Applied", "1");
    expect(await page.getByRole("button", { name: "More actions for Ana Silva" }).count()).toBe(0);
    unfit.push(...(await inspect(page, "reviews-applied")));
    await press(page, "Mark Discount Pending: Ana Silva");
    await waitForToast(page, "Discount pending");

    await press(page, "Dismiss");
    await press(page, "More actions for Ana Silva");
    await page.getByRole("menuitem", { name: "Not This Contact" }).click();
    await row(page, "Ana Silva").getByText("Not matched").filter({ visible: true }).waitFor();
    await undo(page, "Match removed");
    await row(page, "Ana Silva").getByText("Matched manually").filter({ visible: true }).waitFor();
  },
  JOURNEY_MS,
);

journey(
  "what was edited, written and deleted at Google comes with the next fetch; what was decided stays",
  async () => {
    const { page } = owner;
    await google.edit("AbF3", { comment: "They made up for it!", stars: 5 });
    await google.remove("AbF5");
    await google.add({ name: "Mei Castellano", comment: "谢谢" });
    await fetchAgain(page, /1 review added, 1 review edited, 1 review removed at Google\./);
    await row(page, "Jane D.")
      .getByText("They made up for it!")
      .filter({ visible: true })
      .waitFor();
    await row(page, "Jane D.").getByRole("link", { name: "Jane Diaz" }).waitFor();
    await row(page, "Mei Castellano").getByRole("link", { name: "Mei Castellano" }).waitFor();
    await row(page, "A Google user").waitFor({ state: "detached" });
  },
  JOURNEY_MS,
);

journey(
  "a search finds by reviewer and by contact, its address can be shared, and nothing found is said",
  async () => {
    const { page } = owner;
    const search = page.getByRole("searchbox", { name: "Search reviews" });
    await search.fill("diaz");
    await page.waitForURL(/q=diaz/);
    await row(page, "Jane D.").waitFor();
    await row(page, "Ana Silva").waitFor({ state: "detached" });
    await open(page, page.url());
    await row(page, "Jane D.").waitFor();
    expect(await row(page, "Ana Silva").count()).toBe(0);
    await search.fill("nobody like it");
    await page.getByRole("heading", { name: "No reviews found" }).waitFor();
    unfit.push(...(await inspect(page, "reviews-not-found")));
    await page.getByRole("button", { name: "Reset" }).click();
    await row(page, "Ana Silva").waitFor();
  },
  JOURNEY_MS,
);

journey(
  "why Google says no is told in words; a permission that was taken back ends the connection",
  async () => {
    const { page, complaints } = owner;
    await google.fail("no-quota");
    await fetchAgain(page, /its quota is 0/);
    const problem = page.locator(".note");
    await problem.getByText("Google hasn't given your project access yet").waitFor();
    unfit.push(...(await inspect(page, "reviews-problem")));
    await google.revoke();
    await fetchAgain(page, /Google ended the connection\./);
    await problem.getByText("Google ended the connection.").waitFor();
    await row(page, "Ana Silva").waitFor();
    // The browser tells of each refusal; nothing else may have gone wrong.
    const others = complaints.filter((one) => !/status of (409|429)/.test(one));
    complaints.splice(0, complaints.length, ...others);
    await problem.getByRole("link", { name: "Open Settings" }).click();
    await page
      .getByRole("region", { name: "Google Business Profile Reviews" })
      .getByText("Not connected")
      .waitFor();
  },
  JOURNEY_MS,
);

journey("nothing on the way was unfit, and no page complained", async () => {
  expect(unfit).toEqual([]);
  // The browser reports each refused request: a fetch within the pause after the last one is refused.
  expect(owner.complaints.filter((one) => !one.includes("status of 429"))).toEqual([]);
  expect(await google.wrong()).toEqual([]);
});
