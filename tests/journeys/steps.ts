import type { Browser, Locator, Page } from "playwright-core";
import type { RunningParlor } from "#tests/support/binary.ts";
import { OWNER } from "#tests/support/salon.ts";
import { type Visitor, visitor, waitForHydration } from "./browser.ts";

interface Account {
  readonly username: string;
  readonly password: string;
}

/** A separate browser that is signed in, as the owner by default. */
export async function signedInVisitor(
  browser: Browser,
  { url }: RunningParlor,
  { username, password }: Account = OWNER,
): Promise<Visitor> {
  const one = await visitor(browser);
  await one.context.request.post(`${url}/api/login`, { data: { username, password } });
  return one;
}

/** The words of a page in a browser that runs no script. */
export async function readWithoutScript(browser: Browser, address: string): Promise<string> {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(address);
  // biome-ignore lint/performance/useDomNodeTextContent: what stands in the document but is not shown cannot be read
  const bodyText = await page.locator("body").innerText();
  await context.close();
  return bodyText;
}

/** Kept beside the pictures where those are asked for: a person looks at its pages. */
export async function keepFile(name: string, bytes: Uint8Array): Promise<void> {
  const folder = process.env["JOURNEY_PICTURES"];
  if (folder) await Bun.write(`${folder}/${name}`, bytes);
}

export async function go(page: Page, screen: string): Promise<void> {
  await page
    .getByRole("navigation", { name: "Screens" })
    // Not "AI Appointments" for "Appointments"; a count may follow.
    .getByRole("link", { name: new RegExp(`^${screen}`) })
    .click();
  await page.getByRole("heading", { level: 1, name: screen }).waitFor();
  await waitForHydration(page);
}

/** Opens a group of the settings from anywhere. */
export async function goToSettings(page: Page, group: string): Promise<void> {
  await go(page, "Settings");
  const groups = page.getByRole("navigation", { name: "Settings groups" });
  await groups.getByRole("link", { name: group, exact: true }).click();
  await groups.locator("[aria-current=page]", { hasText: group }).waitFor();
}

/** Waits until a text is on the page. Playwright refuses a text that is there more than once. */
export async function waitForText(page: Page, text: string): Promise<void> {
  await page.getByText(text).waitFor();
}

/** Waits until the focus is on the element with this text. */
export async function waitForFocus(page: Page, text: string): Promise<void> {
  await page.waitForFunction((one) => document.activeElement?.textContent === one, text);
}

/** Waits for a toast. Its text is also in the page's live region, which only screen readers see. */
export async function waitForToast(page: Page, text: string): Promise<void> {
  await toast(page).getByText(text).waitFor();
}

/** The toast on the page: the product shows one at a time. An open dialog hides it from screen readers. */
export function toast(page: Page): Locator {
  return page.getByRole("region", { name: /^Notifications/, includeHidden: true });
}

/** Presses Undo in the toast with this text, and not in an older one that is still there. */
export async function undo(page: Page, text: string): Promise<void> {
  await toast(page).filter({ hasText: text }).getByRole("button", { name: "Undo" }).click();
}

/** The bar above a screen. An empty screen repeats the bar's button below its text. */
export function bar(page: Page): Locator {
  return page.getByRole("region", { name: "Screen header" });
}

/** The buttons below an open dialog: its heading has a Close button too. */
export function dialogActions(page: Page): Locator {
  return page.getByRole("dialog").getByRole("contentinfo");
}

/** The status below a text in a conversation, such as "2:31 PM · Delivered". */
export function receiptBelow(page: Page, text: string): Locator {
  return page.getByRole("log").locator(`[data-message]:has-text(${JSON.stringify(text)}) + div`);
}

/**
 * Saves the settings, and waits until the save bar has gone: it goes with the server's reply. Its
 * button has another name meanwhile, and an earlier save's toast may still be there.
 */
export async function saveSettings(page: Page): Promise<void> {
  const save = page.getByRole("button", { name: /^(Save Settings|Saving\.\.\.)$/ });
  await save.click();
  await save.waitFor({ state: "detached" });
  await waitForToast(page, "Settings saved");
}

/** @throws when the condition is still false after a minute; the message is the condition's code */
export async function until(condition: () => Promise<boolean>): Promise<void> {
  for (const started = performance.now(); !(await condition()); await Bun.sleep(100))
    if (performance.now() - started > 60_000) throw new Error(`Still false: ${condition}`);
}
