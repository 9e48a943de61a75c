import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import type { Browser } from "playwright-core";
import { newFolder, type RunningParlor, serverOf } from "#tests/support/binary.ts";
import { createOwner } from "#tests/support/salon.ts";
import { inspect } from "./accessibility.ts";
import { CHROMIUM, JOURNEY_MS, launch, open } from "./browser.ts";
import { signedInVisitor, waitForText } from "./steps.ts";

let browser: Browser;
let parlor: RunningParlor;
let serve: () => Promise<RunningParlor>;

const journey = test.skipIf(!existsSync(CHROMIUM));
beforeAll(async () => {
  if (!existsSync(CHROMIUM)) return;
  const data = newFolder("offline-journey");
  await createOwner(data);
  serve = serverOf(data);
  parlor = await serve();
  browser = await launch();
}, JOURNEY_MS);

afterAll(async () => {
  await browser?.close();
  await parlor?.end("SIGTERM");
});

journey(
  "without a connection a new page says so, and with one the screens are back",
  async () => {
    const { page } = await signedInVisitor(browser, parlor);
    await open(page, `${parlor.url}/contacts`);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    // A worker controls the pages that are opened after it.
    await page.reload();
    // Playwright's offline mode reaches the worker at a moment of its own.
    await parlor.end("SIGTERM");
    await page.goto(`${parlor.url}/contacts`);
    await waitForText(page, "We can't reach Parlor");
    expect(await page.getByRole("img").count()).toBeLessThanOrEqual(1);
    parlor = await serve();
    await page.getByRole("link", { name: "Try Again" }).click();
    await page.getByRole("heading", { level: 1, name: "Contacts" }).waitFor();
  },
  JOURNEY_MS,
);

journey(
  "a browser that forbids notifications says what to do",
  async () => {
    const { page } = await signedInVisitor(browser, parlor);
    await open(page, `${parlor.url}/account`);
    const card = page.getByRole("region", { name: "Notifications on This Device" });
    await card.getByRole("checkbox", { name: "A client texts" }).click();
    await card.getByText("This browser doesn't allow notifications.").waitFor();
    expect(await inspect(page, "notifications")).toEqual([]);
  },
  JOURNEY_MS,
);
