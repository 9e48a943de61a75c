import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import type { Browser } from "playwright-core";
import { DEMO_PASSWORD, DEMO_USER } from "#src/demo/salon.ts";
import { newFolder, type RunningParlor, startParlor } from "#tests/support/binary.ts";
import { inspect } from "./accessibility.ts";
import { CHROMIUM, JOURNEY_MS, launch, open, type Visitor, visitor } from "./browser.ts";
import { waitForText } from "./steps.ts";

let browser: Browser;
let parlor: RunningParlor;
let client: Visitor;
let owner: Visitor;
const unfit: string[] = [];

const journey = test.skipIf(!existsSync(CHROMIUM));
beforeAll(async () => {
  if (!existsSync(CHROMIUM)) return;
  parlor = await startParlor(["demo", "--data", newFolder("demo"), "--port", "0"]);
  browser = await launch();
  client = await visitor(browser);
  owner = await visitor(browser);
}, JOURNEY_MS);

afterAll(async () => {
  await browser?.close();
  await parlor?.end("SIGTERM");
});

journey(
  "a client joins with a simulated card, after one that is declined",
  async () => {
    const { page } = client;
    await open(page, `${parlor.url}/membership`);
    await page.getByRole("link", { name: /Glow Club/ }).click();
    await page.getByLabel("Full Name").fill("Grace Lindqvist");
    await page.getByLabel("Phone number").fill("(512) 555-0990");
    await page.getByLabel("Email").fill("grace@example.com");
    await page.getByRole("button", { name: "View Agreement" }).click();
    const agreement = page.getByRole("dialog");
    await agreement.getByRole("document").evaluate((body) => body.scrollTo(0, body.scrollHeight));
    await agreement.getByRole("button", { name: "Done" }).click();
    await page.getByRole("radio", { name: "Type" }).check({ force: true });
    await page.getByLabel("Type your full name to sign").fill("Grace Lindqvist");
    await page.getByRole("button", { name: "Continue to Checkout" }).click();

    await page.waitForURL("**/demo/checkout/**");
    await waitForText(page, "No card is charged, and nothing goes to Stripe.");
    unfit.push(...(await inspect(page, "demo-checkout")));
    await page.getByLabel("The card is declined").check();
    await page.getByRole("button", { name: "Simulate $89.00 payment" }).click();
    await waitForText(page, "The card was declined. Choose what happens, and try again.");
    await page.getByLabel("The payment goes through").check();
    await page.getByRole("button", { name: "Simulate $89.00 payment" }).click();
    await page.waitForURL("**/membership/success**");
    await page.getByRole("link", { name: "Member Portal" }).click();
  },
  20_000,
);

journey(
  "the code arrives on the demo's phone and is typed into the page by a press",
  async () => {
    const { page } = client;
    await page.getByLabel("Phone number").fill("(512) 555-0990");
    await page.getByRole("button", { name: "Send Code" }).click();
    await page.getByRole("button", { name: /^Use Code \d{6}$/ }).click();
    await page.getByRole("button", { name: "Sign In" }).click();
    await page.waitForURL("**/membership/portal");
    await waitForText(page, "Welcome back, Grace Lindqvist");
    await page.getByRole("button", { name: "Manage Payment Method" }).click();
    await page.getByRole("button", { name: "Save test card" }).click();
    await page.waitForURL("**/membership/portal");
  },
  20_000,
);

journey(
  "what is typed on the demo's phone reaches the inbox",
  async () => {
    const { page } = owner;
    const data = { username: DEMO_USER, password: DEMO_PASSWORD };
    await owner.context.request.post(`${parlor.url}/api/login`, { data });
    await open(page, `${parlor.url}/inbox`);
    const phone = page.getByRole("complementary", { name: "Demo phone" });
    await phone.getByRole("button", { name: "Demo phone" }).click();
    await phone.getByLabel("Phone").selectOption({ label: "(512) 555-0990" });
    unfit.push(...(await inspect(page, "demo-phone")));
    await phone.getByLabel("Reply as the client").fill("Is Saturday free?");
    await phone.getByRole("button", { name: "Send", exact: true }).click();
    await page.getByRole("link", { name: /Is Saturday free\?/ }).waitFor();
    await phone.getByRole("button", { name: "Hide" }).click();
  },
  20_000,
);

journey("nothing is inaccessible or too wide, and the console is quiet", () => {
  expect(unfit).toEqual([]);
  const said = [...client.complaints, ...owner.complaints].filter((one) => !/ 401 /.test(one));
  expect(said).toEqual([]);
});
