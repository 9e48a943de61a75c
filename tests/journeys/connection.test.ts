import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { newFolder, type RunningParlor, startParlor } from "#tests/support/binary.ts";
import { createOwner, OWNER, signedIn } from "#tests/support/salon.ts";
import { inspect } from "./accessibility.ts";
import {
  CHROMIUM,
  DESK,
  JOURNEY_MS,
  launch,
  open,
  PHONE,
  type Visitor,
  visitor,
  waitForHydration,
} from "./browser.ts";
import { bar, signedInVisitor, until, waitForText } from "./steps.ts";

/** Each script takes so long, as on a slow line. */
const SLOW_MS = 1_500;

const journey = test.skipIf(!existsSync(CHROMIUM));
const unfit: string[] = [];
let browser: Browser;
let parlor: RunningParlor;
let owner: Visitor;

beforeAll(async () => {
  if (!existsSync(CHROMIUM)) return;
  const data = newFolder("connection");
  await createOwner(data);
  parlor = await startParlor(["serve", "--data", data, "--port", "0"]);
  browser = await launch();
  owner = await signedInVisitor(browser, parlor);
}, JOURNEY_MS);
afterAll(async () => {
  await browser?.close();
  await parlor?.end("SIGTERM");
});

journey(
  "a page is painted before its scripts are asked for, and works once they are there",
  async () => {
    const { page } = owner;
    await open(page, `${parlor.url}/contacts`);
    const { styled, asked } = await page.evaluate(() => {
      const files = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
      return {
        styled: Math.max(
          ...files.flatMap((one) => (one.name.endsWith(".css") ? one.responseEnd : [])),
        ),
        asked: files.flatMap((one) => (one.name.endsWith(".js") ? one.startTime : [])),
      };
    });
    expect(asked.length).toBeGreaterThan(5);
    expect(Math.min(...asked)).toBeGreaterThan(styled);
    await bar(page).getByRole("button", { name: "Add Contact" }).click();
    await page.getByRole("dialog", { name: "Add Contact" }).waitFor();
  },
  JOURNEY_MS,
);

journey(
  "what is typed and sent before the scripts are there counts, and no password is in an address",
  async () => {
    const { page, context } = await visitor(browser);
    const addresses: string[] = [];
    page.on("request", (request) => addresses.push(request.url()));
    await context.route("**/*.js", async (route) => {
      await Bun.sleep(SLOW_MS);
      await route.continue();
    });
    await page.goto(`${parlor.url}/auth`, { waitUntil: "domcontentloaded" });
    await page.getByLabel("Username").fill(OWNER.username);
    await page.getByLabel("Password", { exact: true }).fill(OWNER.password);
    await page.keyboard.press("Enter");
    expect(await page.evaluate(() => document.documentElement.dataset["hydrated"])).toBeUndefined();
    await page.waitForURL(`${parlor.url}/`);
    await page.getByRole("heading", { name: "Dashboard" }).waitFor();
    expect(addresses.filter((address) => address.includes("password="))).toEqual([]);
    await context.close();
  },
  JOURNEY_MS,
);

journey(
  "a button pressed before the scripts are there does what it says, once",
  async () => {
    const { page, context } = await signedInVisitor(browser, parlor);
    await context.route("**/*.js", async (route) => {
      await Bun.sleep(SLOW_MS);
      await route.continue().catch(() => undefined);
    });
    await page.goto(`${parlor.url}/contacts`, { waitUntil: "domcontentloaded" });
    await bar(page).getByRole("button", { name: "Add Contact" }).click();
    expect(await page.evaluate(() => document.documentElement.dataset["hydrated"])).toBeUndefined();
    const dialog = page.getByRole("dialog", { name: "Add Contact" });
    await dialog.waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    expect(await dialog.count()).toBe(0);
    await context.close();
  },
  JOURNEY_MS,
);

journey(
  "a page that loses the server says so, and recovers when it is back",
  async () => {
    const { page, context } = owner;
    await open(page, `${parlor.url}/contacts`);
    await waitForIdleCode(page);
    await context.setOffline(true);
    await waitForText(page, "You're offline.");
    unfit.push(...(await inspect(page, "offline")));
    await context.setOffline(false);
    const staff = await signedIn(parlor);
    await staff.request("POST", "/api/contacts", { name: "Ada", phoneNumber: "+13105550111" });
    await page.getByText("You're offline.").waitFor({ state: "detached" });
    await page.getByRole("link", { name: "Ada" }).waitFor();
  },
  JOURNEY_MS,
);

journey(
  "a page that loses the server as soon as it is there keeps what it shows and says so",
  async () => {
    const { page, context } = owner;
    await open(page, `${parlor.url}/contacts`);
    await context.setOffline(true);
    await waitForText(page, "You're offline.");
    expect(await page.getByText("Couldn't load this part").count()).toBe(0);
    await page.getByRole("link", { name: "Ada" }).waitFor();
    await context.setOffline(false);
    await page.getByText("You're offline.").waitFor({ state: "detached" });
  },
  JOURNEY_MS,
);

journey(
  "the line about the connection lies below a dialog's buttons",
  async () => {
    const { page, context } = owner;
    await open(page, `${parlor.url}/contacts`);
    await waitForIdleCode(page);
    for (const viewport of [PHONE, { width: 900, height: 480 }]) {
      await page.setViewportSize(viewport);
      await bar(page).getByRole("button", { name: "Add Contact" }).click();
      const dialog = page.getByRole("dialog", { name: "Add Contact" });
      await dialog.waitFor();
      await context.setOffline(true);
      const line = page.getByText("You're offline.");
      const button = dialog.getByRole("button", { name: "Add Contact" });
      await until(async () => {
        const [above, below] = [await button.boundingBox(), await line.boundingBox()];
        return above !== null && below !== null && above.y + above.height <= below.y;
      });
      await context.setOffline(false);
      await line.waitFor({ state: "detached" });
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "detached" });
    }
    await page.setViewportSize(DESK);
  },
  JOURNEY_MS,
);

journey(
  "a client's page that loses the server says so, and recovers when it is back",
  async () => {
    const { page, context } = await visitor(browser, { viewport: PHONE });
    await open(page, `${parlor.url}/texts`);
    await waitForIdleCode(page);
    await context.setOffline(true);
    await page.getByText("You're offline. We'll reconnect automatically.").waitFor();
    unfit.push(...(await inspect(page, "client-offline")));
    await context.setOffline(false);
    await page.getByText("You're offline.").waitFor({ state: "detached" });
    await context.close();
  },
  JOURNEY_MS,
);

journey(
  "a session that ends over a form is opened again without losing the form",
  async () => {
    const { page } = owner;
    await open(page, `${parlor.url}/contacts`);
    await bar(page).getByRole("button", { name: "Add Contact" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Grace Lindqvist");
    await owner.context.clearCookies();
    await page.getByLabel("Phone number").fill("(202) 555-0111");
    await page.getByRole("dialog").getByRole("button", { name: "Add Contact" }).click();
    const again = page.getByRole("dialog", { name: "Sign in again" });
    await again.getByLabel("Password").fill("wrong");
    await again.getByRole("button", { name: "Sign in" }).click();
    await again.getByText("Wrong username or password. Try again.").waitFor();
    unfit.push(...(await inspect(page, "sign-in-again")));
    await again.getByLabel("Password").fill(OWNER.password);
    await again.getByRole("button", { name: "Sign in" }).click();
    await again.waitFor({ state: "detached" });
    await page.getByRole("dialog").getByRole("button", { name: "Add Contact" }).click();
    await page.getByRole("link", { name: "Grace Lindqvist" }).waitFor();
  },
  JOURNEY_MS,
);

journey(
  "a page of an earlier build reloads, but asks when text was typed on it",
  async () => {
    const { page } = owner;
    await open(page, `${parlor.url}/contacts`);
    await page.route("**/api/events?*", (route) =>
      route.fulfill({
        contentType: "text/event-stream",
        body: 'data: {"resource":"build","ids":["another build"]}\n\n',
      }),
    );
    // It reloads while the browser still waits for this page, which interrupts the wait.
    await page.goto(`${parlor.url}/campaigns`).catch(() => undefined);
    // Having reloaded for this build already, it asks.
    await waitForText(page, "Parlor was updated.");
    await page.unroute("**/api/events?*");
    await page.getByRole("button", { name: "Reload" }).click();
    await page.getByText("Parlor was updated.").waitFor({ state: "detached" });
  },
  JOURNEY_MS,
);

journey(
  "a screen whose code is of an earlier build reloads the page",
  async () => {
    const { page } = owner;
    await open(page, `${parlor.url}/contacts`);
    await waitForIdleCode(page);
    let isOutdated = true;
    page.on("request", (request) => {
      if (request.isNavigationRequest()) isOutdated = false;
    });
    await page.route("**/assets/**", (route) =>
      isOutdated ? route.fulfill({ status: 404 }) : route.continue(),
    );
    await page
      .getByRole("navigation", { name: "Screens" })
      .getByRole("link", { name: "Audit Logs" })
      .click();
    await until(async () => !isOutdated);
    await page.getByRole("heading", { level: 1, name: "Audit Logs" }).waitFor();
    await waitForHydration(page);
    await page.unrouteAll();
  },
  JOURNEY_MS,
);

journey(
  "a screen whose code can't be loaded at all says so instead of a blank page",
  async () => {
    const { page } = owner;
    await open(page, `${parlor.url}/contacts`);
    await waitForIdleCode(page);
    await page.evaluate(() => sessionStorage.setItem("parlor-reloaded-for", "/reviews"));
    await page.route("**/assets/**", (route) => route.fulfill({ status: 404 }));
    await page
      .getByRole("navigation", { name: "Screens" })
      .getByRole("link", { name: "Reviews" })
      .click();
    await page.getByRole("alert").getByText("This page couldn't be shown").waitFor();
    unfit.push(...(await inspect(page, "screen-failed")));
  },
  JOURNEY_MS,
);

journey("nothing is inaccessible or too wide", async () => {
  expect(unfit).toEqual([]);
});

/** The notice's code is loaded while the page is idle: waits until no more files are for two seconds. */
async function waitForIdleCode(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        let quiet = setTimeout(resolve, 2_000);
        new PerformanceObserver(() => {
          clearTimeout(quiet);
          quiet = setTimeout(resolve, 2_000);
        }).observe({ type: "resource" });
      }),
  );
}
