import { expect } from "bun:test";
import { JOURNEY_MS, open } from "./browser.ts";
import { demoSalon, journey } from "./salon.ts";
import { until } from "./steps.ts";

const salon = demoSalon("client-pane");

journey(
  "the details of a client stay on the screen from the first paint on",
  async () => {
    const { page } = salon.owner;
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.addInitScript(() => {
      const blanks: number[] = [];
      Object.assign(window, { blanks });
      addEventListener("DOMContentLoaded", () =>
        new MutationObserver(() => {
          const pane = document.querySelector("aside[aria-label='Client Details']");
          if (pane?.textContent === "") blanks.push(performance.now());
        }).observe(document.body, { childList: true, subtree: true }),
      );
    });
    await open(page, `${salon.parlor.url}/inbox?c=1`);
    const pane = page.getByRole("complementary", { name: "Client Details" });
    // Its buttons work once the code is there.
    await until(async () => {
      if (await page.getByRole("menu").isVisible()) return true;
      await pane.getByRole("button", { name: "Add Tag" }).click();
      return false;
    });
    expect(await page.evaluate(() => (window as unknown as { blanks: number[] }).blanks)).toEqual(
      [],
    );
  },
  JOURNEY_MS,
);
