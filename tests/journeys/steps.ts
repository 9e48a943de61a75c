import type { Browser, Page } from "playwright-core";
import type { RunningParlor } from "#tests/support/binary.ts";
import { OWNER } from "#tests/support/salon.ts";
import { hydrated, type Visitor, visitor } from "./browser.ts";

interface Account {
  readonly username: string;
  readonly password: string;
}

/** A browser of one's own that is signed in: the owner's, unless another account is named. */
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
  const words = await page.locator("body").innerText();
  await context.close();
  return words;
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
  await hydrated(page);
}

export async function seen(page: Page, words: string): Promise<void> {
  await page.getByText(words).first().waitFor({ timeout: 20_000 });
}

export async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    if (await holds()) return;
    await Bun.sleep(100);
  }
  throw new Error("it did not come about");
}
