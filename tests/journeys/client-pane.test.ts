import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import type { Browser } from "playwright-core";
import { DEMO_PASSWORD, DEMO_USER } from "#src/demo/salon.ts";
import { newFolder, type RunningParlor, startParlor } from "#tests/support/binary.ts";
import { CHROMIUM, JOURNEY_MS, launch, open } from "./browser.ts";
import { signedInVisitor, until } from "./steps.ts";

let browser: Browser;
let parlor: RunningParlor;

const journey = test.skipIf(!existsSync(CHROMIUM));
beforeAll(async () => {
  if (!existsSync(CHROMIUM)) return;
  parlor = await startParlor(["demo", "--data", newFolder("client-pane"), "--port", "0"]);
  browser = await launch();
}, JOURNEY_MS);

afterAll(async () => {
  await browser?.close();
  await parlor?.end("SIGTERM");
});

journey(
  "the details of a client stay on the screen from the first paint on",
  async () => {
    const account = { username: DEMO_USER, password: DEMO_PASSWORD };
    const { page } = await signedInVisitor(browser, parlor, account);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.addInitScript(() => {
      const blanks: number[] = [];
      Object.assign(window, { blanks });
      addEventListener("DOMContentLoaded", () =>
        new MutationObserver(() => {
          const pane = document.querySelector("aside[aria-label='Client details']");
          if (pane?.textContent === "") blanks.push(performance.now());
        }).observe(document.body, { childList: true, subtree: true }),
      );
    });
    await open(page, `${parlor.url}/inbox?c=1`);
    const pane = page.getByRole("complementary", { name: "Client details" });
    // Its buttons work once the code is there.
    await until(async () => {
      if (await page.getByRole("menu").isVisible()) return true;
      await pane.getByRole("button", { name: "Add tag" }).click();
      return false;
    });
    expect(await page.evaluate(() => (window as unknown as { blanks: number[] }).blanks)).toEqual(
      [],
    );
  },
  JOURNEY_MS,
);
