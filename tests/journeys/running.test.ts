import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import {
  freePort,
  newFolder,
  type RunningParlor,
  runParlor,
  startParlor,
} from "#tests/support/binary.ts";
import { createOwner } from "#tests/support/salon.ts";
import { type StandInProcess, startStandInProcess } from "#tests/support/stand-in-process.ts";
import { inspect } from "./accessibility.ts";
import { CHROMIUM, JOURNEY_MS, launch, open, type Visitor, visitor } from "./browser.ts";
import { goToSettings, until, waitForText, waitForToast } from "./steps.ts";

const TOKEN = "a token for the metrics";
const port = freePort();
const data = newFolder("running");

let browser: Browser;
let parlor: RunningParlor;
let standIn: StandInProcess;
let owner: Visitor;
const unfit: string[] = [];

const journey = test.skipIf(!existsSync(CHROMIUM));
const serve = () =>
  startParlor(["serve", "--data", data, "--port", String(port)], {
    PARLOR_METRICS_TOKEN: TOKEN,
    TWILIO_API_BASE: standIn.url,
  });

beforeAll(async () => {
  if (!existsSync(CHROMIUM)) return;
  await createOwner(data);
  standIn = await startStandInProcess();
  parlor = await serve();
  browser = await launch();
  owner = await visitor(browser);
}, JOURNEY_MS);

afterAll(async () => {
  await browser?.close();
  await parlor?.end("SIGTERM");
  standIn?.end();
});

journey(
  "a backup is made from Settings, and the card says when and how large",
  async () => {
    const { page } = owner;
    await open(page, `${parlor.url}/auth`);
    await page.getByLabel("Username").fill("olivia");
    await page.getByLabel("Password").fill("a long enough one");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.locator("[data-signed-in]").waitFor();
    await goToSettings(page, "Advanced");
    const card = page.getByRole("region", { name: "Backups" });
    // The first automatic backup follows ten seconds after the start, and only one runs at a time.
    await card.getByText(/^Last backup: just now, [\d.]+ MB/).waitFor();
    const automatic = await lastGoodAt(page);
    await page.getByRole("button", { name: "Back Up Now" }).click();
    await waitForToast(page, "Backup started");
    await until(async () => (await lastGoodAt(page)) !== automatic);
    await card.getByText(/^Last backup: just now, [\d.]+ MB/).waitFor();
    await card.scrollIntoViewIfNeeded();
    unfit.push(...(await inspect(page, "settings-backup")));
  },
  JOURNEY_MS,
);

journey(
  "restored, it sends nothing while no carrier says what was sent since, and the dashboard says so by itself",
  async () => {
    const { page, complaints } = owner;
    expect(await parlor.end("SIGTERM")).toBe(0);
    const [copy = ""] = readdirSync(join(data, "backups"));
    const restored = await runParlor(["restore", join(data, "backups", copy), "--data", data]);
    expect(restored.out).toContain("Sending is paused until an administrator resumes it");
    parlor = await serve();
    // The browser reported that the server was unreachable.
    complaints.length = 0;
    await open(page, parlor.url);
    await waitForText(page, "Sending is paused");
    unfit.push(...(await inspect(page, "dashboard-alert")));
    await page.getByRole("link", { name: "Settings, Connections" }).click();
    await page.getByRole("button", { name: "Resume" }).click();
    // Without Twilio no one knows what was sent since the backup.
    await page.getByText("We haven't asked Twilio yet").first().waitFor();
    // The browser reported the refusal.
    complaints.length = 0;
  },
  JOURNEY_MS,
);

journey("Prometheus reads the metrics with the token, and nobody without it", async () => {
  const metrics = (authorization: string) =>
    fetch(`${parlor.url}/metrics`, { headers: { authorization } });
  expect((await metrics("Bearer wrong")).status).toBe(401);
  const answer = await metrics(`Bearer ${TOKEN}`);
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain("parlor_sending_paused 1");
});

journey("nothing complained: no console error, no hydration warning, no axe violation", () => {
  expect(owner.complaints).toEqual([]);
  expect(unfit).toEqual([]);
});

async function lastGoodAt(page: Page): Promise<string> {
  return (await (await page.request.get(`${parlor.url}/api/backups`)).json()).lastGoodAt;
}
