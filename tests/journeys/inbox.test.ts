import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { PHONE_NUMBER } from "#tests/sandbox/twilio-carrier.ts";
import { newFolder, type RunningParlor, startParlor } from "#tests/support/binary.ts";
import { png } from "#tests/support/pictures.ts";
import { connectStandIn, createOwner, signedIn } from "#tests/support/salon.ts";
import type { StaffClient } from "#tests/support/staff-client.ts";
import { type StandInProcess, startStandInProcess } from "#tests/support/stand-in-process.ts";
import { inspect } from "./accessibility.ts";
import { CHROMIUM, JOURNEY_MS, launch, open, type Visitor } from "./browser.ts";
import { receiptBelow, signedInVisitor, until, waitForText } from "./steps.ts";

const ADA = "+12125550144";
const LINES = 140;

let browser: Browser;
let parlor: RunningParlor;
let standIn: StandInProcess;
let api: StaffClient;
let owner: Visitor;
let colleague: Visitor;
const unfit: string[] = [];

const journey = test.skipIf(!existsSync(CHROMIUM));
beforeAll(async () => {
  if (!existsSync(CHROMIUM)) return;
  standIn = await startStandInProcess(5);
  const data = newFolder("inbox-journey");
  await createOwner(data);
  parlor = await startParlor(["serve", "--data", data, "--port", "0"], {
    TWILIO_API_BASE: standIn.url,
    TWILIO_LOOKUPS_BASE: standIn.url,
  });
  api = await signedIn(parlor);
  await connectStandIn(api, parlor.url, { messageCount: 100, delaySeconds: 1 });
  await standIn.control({ magic: false, smsUrl: `${parlor.url}/api/twilio/webhook` });
  await api.request("POST", "/api/contacts", { name: "Ada Lovelace", phoneNumber: ADA });
  for (let line = 1; line <= LINES; line += 1)
    await says(line === 12 ? "A rare pomegranate" : `Line ${line}`);
  await api.request("POST", "/api/quick-replies", {
    title: "Hours",
    body: "Hi {firstName|there}, we open at nine.",
  });
  browser = await launch();
  owner = await signedInVisitor(browser, parlor);
  colleague = await signedInVisitor(browser, parlor);
}, JOURNEY_MS);

afterAll(async () => {
  await browser?.close();
  await parlor?.end("SIGTERM");
  standIn?.end();
});

const says = (body: string, numMedia = 0) =>
  standIn.inbound({ from: ADA, to: PHONE_NUMBER, body, numMedia });
const box = (page: Page) => page.getByRole("textbox", { name: "Message", exact: true });
const log = (page: Page) => page.getByRole("log");

journey(
  "a client's picture is fetched with the account's credentials and opens in a lightbox",
  async () => {
    const { page } = owner;
    await says("This colour?", 1);
    await open(page, `${parlor.url}/inbox?c=1`);
    const picture = log(page).getByRole("button", { name: "Picture from Ada Lovelace" });
    await picture.waitFor();
    unfit.push(...(await inspect(page, "inbox-picture")));
    await picture.click();
    await page.getByRole("dialog").getByRole("link", { name: "Download" }).waitFor();
    const drawn = await page
      .getByRole("dialog")
      .getByRole("img")
      .evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth));
    expect(drawn).toBe(1);
    unfit.push(...(await inspect(page, "inbox-lightbox")));
    await page.keyboard.press("Escape");
  },
  JOURNEY_MS,
);

journey(
  "a quick reply and a picture leave together, and the carrier fetches the picture",
  async () => {
    const { page } = owner;
    await box(page).fill("/hou");
    await page.getByRole("option", { name: /Hours/ }).waitFor();
    unfit.push(...(await inspect(page, "inbox-quick-replies")));
    await page.keyboard.press("Enter");
    await until(async () => (await box(page).inputValue()) === "Hi Ada, we open at nine.");
    await page
      .locator('input[type="file"]')
      .setInputFiles({ name: "hair.png", mimeType: "image/png", buffer: Buffer.from(png()) });
    await waitForText(page, "Picture message, charged as one MMS");
    unfit.push(...(await inspect(page, "inbox-composer-picture")));
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await log(page).getByRole("button", { name: "Picture you sent" }).waitFor();
    await until(async () => (await standIn.media()).length === 1);
    const [media] = await standIn.media();
    expect(media).toMatchObject({ status: 200, type: "image/png", bytes: png().length });
    await receiptBelow(page, "Hi Ada, we open at nine.").getByText("Delivered").waitFor();
  },
  JOURNEY_MS,
);

journey(
  "a search opens the thread at what it found; it scrolls both ways, and a button leads back",
  async () => {
    const { page } = owner;
    await page.getByRole("searchbox", { name: "Search conversations" }).fill("pomegranate");
    await page.getByRole("link", { name: /A rare pomegranate/ }).click();
    const found = log(page).getByText("A rare pomegranate");
    await found.waitFor();
    await until(() =>
      found.evaluate((one) => {
        const { top, bottom } = one.getBoundingClientRect();
        return top > 100 && bottom < innerHeight - 100;
      }),
    );
    expect(await log(page).getByText(`Line ${LINES}`, { exact: false }).count()).toBe(0);
    unfit.push(...(await inspect(page, "inbox-found")));
    await until(async () => {
      await log(page).hover();
      await page.mouse.wheel(0, 1500);
      return (await log(page).getByText(`Line ${LINES}`).count()) > 0;
    });
    const numbers = await log(page)
      .getByText(/^.*Line \d+$/)
      .allInnerTexts();
    const read = numbers.map((label) => Number(/\d+$/.exec(label)?.[0]));
    expect(read).toEqual(read.toSorted((one, other) => one - other));
    expect(new Set(read).size).toBe(read.length);

    const jump = page.getByRole("button", { name: "Jump to Newest" });
    await until(async () => {
      await log(page).hover();
      await page.mouse.wheel(0, -1500);
      return jump.isVisible();
    });
    await jump.click();
    await page.waitForURL((url) => !url.searchParams.has("at"));
    await log(page).getByText("This colour?").waitFor();
  },
  JOURNEY_MS,
);

journey(
  "what is typed survives a reload and another device, and is gone once it is sent",
  async () => {
    const { page } = owner;
    await open(page, `${parlor.url}/inbox?c=1`);
    const isSaved = page.waitForResponse((answer) => answer.url().endsWith("/draft"));
    await box(page).fill("Thursday at thr");
    await isSaved;
    await open(page, `${parlor.url}/inbox?c=1`);
    expect(await box(page).inputValue()).toBe("Thursday at thr");
    await open(colleague.page, `${parlor.url}/inbox`);
    await waitForText(colleague.page, "Draft:");
    await box(page).fill("Thursday at three?");
    await page.keyboard.press("Enter");
    await log(page).getByText("Thursday at three?").waitFor();
    await colleague.page.getByText("Draft:").waitFor({ state: "detached" });
  },
  JOURNEY_MS,
);

journey(
  "a colleague who types is seen, and whose text came meanwhile is asked about first",
  async () => {
    const bea = await addColleague();
    const { page } = owner;
    await open(page, `${parlor.url}/inbox?c=1`);
    await open(bea, `${parlor.url}/inbox?c=1`);
    await until(async () => {
      // The sign lasts for seconds, and the owner's page may not listen for it yet.
      await box(bea).pressSequentially("We have ");
      return page.getByText("Bea is replying…").isVisible();
    });
    unfit.push(...(await inspect(page, "inbox-typing")));
    await box(page).fill("Mine too");
    await box(bea).fill("We have four o'clock");
    await bea.keyboard.press("Enter");
    await waitForText(page, "Bea has just replied.");
    unfit.push(...(await inspect(page, "inbox-replied")));
    await box(page).press("Enter");
    await waitForText(page, "Press Send Again to send yours as well.");
    expect(await box(page).inputValue()).toBe("Mine too");
    await box(page).press("Enter");
    await log(page).getByText("Mine too").waitFor();
  },
  JOURNEY_MS,
);

journey(
  "the panel beside the thread takes a tag and a note and records an opt-out",
  async () => {
    const { page } = owner;
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole("button", { name: "Client Details" }).click();
    const sheet = page.getByRole("dialog");
    await sheet.getByRole("button", { name: "Add Note" }).click();
    await sheet.getByLabel("New note").fill("Allergic to ammonia");
    await sheet.getByRole("button", { name: "Add Note" }).click();
    await sheet.getByText("Allergic to ammonia").waitFor();
    unfit.push(...(await inspect(page, "inbox-panel")));
    await page.keyboard.press("Escape");
    await page.setViewportSize({ width: 1680, height: 900 });
    const aside = page.getByRole("complementary", { name: "Client Details" });
    await aside.getByRole("button", { name: "Opt Out" }).click();
    await waitForText(page, "This contact has opted out and cannot receive messages");
    await aside.getByText(/Opted out by olivia/).waitFor();
    await aside.getByRole("link", { name: "Open Client Page" }).waitFor();
  },
  JOURNEY_MS,
);

journey("nothing was complained about, by the pages, by axe or by the carrier", async () => {
  expect(unfit).toEqual([]);
  expect([...owner.complaints, ...colleague.complaints]).toEqual([]);
  expect((await standIn.counts()) as object).toMatchObject({ unexpected: [], bugs: [] });
});

/** Another staff member, in a separate browser. */
async function addColleague(): Promise<Page> {
  const account = { username: "bea", email: "bea@example.com", password: "another long one" };
  const { page, context } = colleague;
  // A page left open would ask once more, without its cookie.
  await page.goto("about:blank");
  await context.clearCookies();
  await context.request.post(`${parlor.url}/api/register`, { data: account });
  const pending = (await api.request("GET", "/api/users/pending")) as { id: string }[];
  await api.request("POST", `/api/users/${pending[0]?.id}/approve`, {
    permissions: { pages: ["/inbox"], canViewClientPhoneNumbers: true, canViewClientNames: true },
  });
  await context.request.post(`${parlor.url}/api/login`, { data: account });
  return page;
}
