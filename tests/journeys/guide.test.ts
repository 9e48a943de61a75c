import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { DEMO_PASSWORD, DEMO_USER } from "#src/demo/salon.ts";
import { newFolder, type RunningParlor, startParlor } from "#tests/support/binary.ts";
import { inspect } from "./accessibility.ts";
import { CHROMIUM, JOURNEY_MS, launch, open, type Visitor, visitor } from "./browser.ts";

let browser: Browser;
let parlor: RunningParlor;
let owner: Visitor;
const unfit: string[] = [];

const journey = test.skipIf(!existsSync(CHROMIUM));
beforeAll(async () => {
  if (!existsSync(CHROMIUM)) return;
  parlor = await startParlor(["demo", "--data", newFolder("demo"), "--port", "0"]);
  browser = await launch();
  owner = await visitor(browser);
  const data = { username: DEMO_USER, password: DEMO_PASSWORD };
  await owner.context.request.post(`${parlor.url}/api/login`, { data });
}, JOURNEY_MS);

afterAll(async () => {
  await browser?.close();
  await parlor?.end("SIGTERM");
});

/** Presses Help and returns the tab that it opens. */
async function help(page: Page): Promise<Page> {
  const opened = page.context().waitForEvent("page");
  await page.getByRole("link", { name: "Help", exact: true }).click();
  const tab = await opened;
  await tab.waitForLoadState();
  return tab;
}

journey(
  "the question mark of a screen opens its page, where a search leads to another one",
  async () => {
    const { page } = owner;
    await open(page, `${parlor.url}/inbox`);
    const guide = await help(page);
    expect(new URL(guide.url()).pathname).toBe("/guide/inbox");
    await guide.getByRole("heading", { level: 1, name: "Inbox" }).waitFor();
    await guide.getByLabel("Search the guide").fill("card declined");
    await guide.keyboard.press("Enter");
    await guide.waitForURL(/q=/);
    await guide.waitForLoadState();
    unfit.push(...(await inspect(guide, "guide-results")));
    await guide.getByRole("link", { name: "A card was declined" }).first().click();
    await guide.waitForURL(/a-card-was-declined$/);
    await guide.close();
    expect(new URL(page.url()).pathname).toBe("/inbox");
  },
  JOURNEY_MS,
);

journey(
  "on a phone, help is in the menu",
  async () => {
    const { page } = owner;
    await page.setViewportSize({ width: 390, height: 844 });
    await open(page, `${parlor.url}/settings/texting`);
    await page.getByRole("button", { name: "Open menu" }).click();
    const guide = await help(page);
    expect(new URL(guide.url()).pathname).toBe("/guide/approved-to-text");
    await guide.close();
  },
  JOURNEY_MS,
);

journey(
  "its pages are accessible in both themes, and show the pictures of the theme",
  async () => {
    const guide = await owner.context.newPage();
    for (const name of ["", "/install", "/campaigns", "/when-something-is-wrong", "/costs"]) {
      await guide.goto(`${parlor.url}/guide${name}`);
      unfit.push(...(await inspect(guide, `guide${name}`)));
    }
    await guide.goto(`${parlor.url}/guide/calendar`);
    const shown = () =>
      guide.evaluate(() =>
        [...document.querySelectorAll("article img")]
          .filter((image) => image.checkVisibility())
          .map((image) => image.className),
      );
    expect(new Set(await shown())).toEqual(new Set(["in-dark"]));
    await guide.evaluate(() => localStorage.setItem("theme", "light"));
    await guide.reload();
    expect(new Set(await shown())).toEqual(new Set(["in-light"]));
    const [image] = await guide.locator("img.in-light").all();
    await image?.scrollIntoViewIfNeeded();
    await guide.waitForFunction(() => {
      const first = document.querySelector<HTMLImageElement>("img.in-light");
      return (first?.naturalWidth ?? 0) > 0;
    });
    await guide.close();
  },
  JOURNEY_MS,
);

journey("nothing is inaccessible or too wide, and the console is quiet", () => {
  expect(unfit).toEqual([]);
  expect(owner.complaints).toEqual([]);
});
