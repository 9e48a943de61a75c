import type { Page } from "playwright-core";
import { hydrated } from "./browser.ts";

export async function go(page: Page, screen: string): Promise<void> {
  await page
    .getByRole("navigation", { name: "Screens" })
    .getByRole("link", { name: screen })
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
