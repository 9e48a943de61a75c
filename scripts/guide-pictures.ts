import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium, type Page } from "playwright-core";
import { PICTURE_SCALE } from "#src/platform/guide/render-guide.ts";
import { ACCOUNT_SID, AUTH_TOKEN, PHONE_NUMBER } from "#tests/sandbox/twilio-carrier.ts";

/**
 * Takes the guide's pictures from the sample salon of dist/parlor, in both themes. Run it after a build, when a screen
 * has changed: `npm run guide-pictures`. Names of pictures take only these. libfaketime makes it a morning in the salon;
 * without it, run this in the morning of a working day in Chicago.
 */
const FOLDER = "docs/guide/pictures";
const CHROMIUM = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
const DESK = { width: 1120, height: 700 };
const PHONE = { width: 390, height: 700 };
const QUALITY = 42;
const MAX_BYTES = 2_000_000;
/** Tuesday, 10:20 AM in the sample salon. Set it to the week of a release. */
const MORNING = "2026-11-24 16:20:00";
const FAKETIME = [
  "/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1",
  "/usr/lib/aarch64-linux-gnu/faketime/libfaketimeMT.so.1",
].find((file) => existsSync(file));
/** For the programs: Chromium takes too long to start with it, and gets the time from Playwright. */
const CLOCK = FAKETIME ? { LD_PRELOAD: FAKETIME, FAKETIME: `@${MORNING}`, TZ: "UTC" } : {};
const PASSWORD = "halcyon-2026";
/** Event streams never end, so pages are never idle. */
const SETTLED_MS = 900;

interface Picture {
  readonly path: string;
  readonly size?: { readonly width: number; readonly height: number };
  /** Opens what the picture shows. */
  readonly act?: (page: Page) => Promise<void>;
}

const PICTURES: Readonly<Record<string, Picture>> = {
  dashboard: { path: "/", size: { width: 1120, height: 960 } },
  contacts: { path: "/contacts" },
  client: { path: "/contacts?q=Odalys", act: openFirstClient },
  campaigns: { path: "/campaigns" },
  composer: {
    path: "/campaigns?new=1",
    size: { width: 1120, height: 880 },
    act: async (page) => {
      await page.getByLabel("Name", { exact: true }).fill("Holiday glow");
      await page
        .getByRole("textbox", { name: "Message" })
        .fill("Hi {firstName|there}, winter facials are $20 off through the 30th.");
      await page.getByRole("button", { name: "Add Salon Name and STOP" }).click();
      await page.getByText("Select all").click();
    },
  },
  inbox: {
    path: "/inbox",
    act: (page) =>
      page.getByRole("region", { name: "Conversations" }).locator("li a").first().click(),
  },
  calendar: { path: "/appointments", size: { width: 1120, height: 860 } },
  book: {
    path: "/contacts?q=Odalys",
    act: async (page) => {
      await openFirstClient(page);
      await page.getByRole("button", { name: "Book", exact: true }).click();
    },
  },
  hours: { path: "/settings/hours" },
  services: { path: "/settings/services" },
  booking: { path: "/book", size: PHONE },
  waitlist: { path: "/waitlist" },
  memberships: { path: "/memberships" },
  reports: { path: "/reports" },
  calls: { path: "/call-transcripts" },
  users: { path: "/users" },
};

/** Of the salon with a Twilio account: the stand-in of the tests. */
const WITH_TWILIO: Readonly<Record<string, Picture>> = {
  connections: { path: "/settings/salon#connections", size: { width: 1120, height: 860 } },
  "get-approved": {
    path: "/settings/texting",
    act: async (page) => {
      const card = page.getByRole("region", { name: "Get Approved" });
      await card.getByRole("button", { name: /^Check (Now|Again)$/ }).click();
      await card.getByText("Approved", { exact: true }).first().waitFor();
      await card.evaluate((element) => element.scrollIntoView({ block: "start" }));
    },
  },
};

/** Hides what only the sample salon has: its phone, and the notice that texts are simulated. */
const WITHOUT_DEMO =
  "html { --dock: 0px !important; } body { padding: 0 !important; } .demo-dock, .demo-phone, .bar + p { display: none !important; }";

const data = mkdtempSync(join(tmpdir(), "parlor-pictures-"));
const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
const names = process.argv.slice(2);
if (names.length === 0) rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });
const demo = start(["dist/parlor", "demo", "--data", data, "--port", "0"]);
const user = await read(
  demo.stdout,
  /is open: (\S+)[\s\S]*Sign in as (\S+) with the password (\S+)/,
);
await takeAll(user, PICTURES);
demo.kill();
await demo.exited;
const own = mkdtempSync(join(tmpdir(), "parlor-pictures-"));
const twilio = start([process.execPath, "tests/sandbox/main.ts"]);
const [standIn = ""] = await read(twilio.stdout, /"url":"([^"]+)"/);
const salon = start(["dist/parlor", "serve", "--data", own, "--port", "0"], {
  TWILIO_API_BASE: standIn,
  TWILIO_LOOKUPS_BASE: standIn,
  TWILIO_MESSAGING_BASE: standIn,
});
const [address = ""] = await read(salon.stdout, /is listening on (\S+)[\s\S]*setup=/);
const create = ["admin", "create", "--username", "maya", "--email", "maya@halcyon.example"];
Bun.spawnSync(["dist/parlor", ...create, "--data", own], { stdin: Buffer.from(`${PASSWORD}\n`) });
await fetch(`${standIn}/_control`, {
  method: "POST",
  body: JSON.stringify({
    magic: false,
    registration: { brand: { status: "APPROVED" }, campaign: { campaign_status: "PENDING" } },
  }),
});
await takeAll([address, "maya", PASSWORD], WITH_TWILIO, connectTwilio);
for (const program of [salon, twilio]) {
  program.kill();
  await program.exited;
}
await browser.close();
for (const folder of [data, own]) rmSync(folder, { recursive: true, force: true });
const bytes = readdirSync(FOLDER).reduce((sum, file) => sum + statSync(join(FOLDER, file)).size, 0);
process.stdout.write(`${readdirSync(FOLDER).length} pictures, ${(bytes / 1e6).toFixed(2)} MB\n`);
if (bytes > MAX_BYTES) throw new Error(`The pictures may have ${MAX_BYTES} bytes together.`);

function start(command: string[], env: Readonly<Record<string, string>> = {}) {
  const child = Bun.spawn(command, {
    stdout: "pipe",
    stderr: "ignore",
    env: { ...process.env, ...CLOCK, ...env },
  });
  process.on("exit", () => child.kill());
  return child;
}

/** Each picture in both themes before the next one, so that both show the same. */
async function takeAll(
  [origin = "", username = "", password = ""]: readonly string[],
  pictures: Readonly<Record<string, Picture>>,
  prepare?: (context: BrowserContext, origin: string) => Promise<void>,
): Promise<void> {
  const contexts = new Map<string, BrowserContext>();
  for (const theme of ["dark", "light"] as const) {
    const context = await browser.newContext({
      viewport: DESK,
      deviceScaleFactor: PICTURE_SCALE,
      colorScheme: theme,
      reducedMotion: "reduce",
      // The page's policy would refuse the style that hides the demo's parts.
      bypassCSP: true,
    });
    if (FAKETIME) await context.clock.setFixedTime(`${MORNING.replace(" ", "T")}Z`);
    await context.addInitScript((chosen) => localStorage.setItem("theme", chosen), theme);
    await signIn(context, origin, username, password);
    contexts.set(theme, context);
  }
  const [first] = contexts.values();
  if (first) await prepare?.(first, origin);
  const wanted = ([name]: [string, Picture]) => names.length === 0 || names.includes(name);
  for (const [name, picture] of Object.entries(pictures).filter(wanted))
    for (const [theme, context] of contexts)
      await take(context, origin + picture.path, picture, join(FOLDER, `${name}-${theme}.webp`));
  for (const context of contexts.values()) await context.close();
}

async function connectTwilio(context: BrowserContext, origin: string): Promise<void> {
  const answer = await context.request.post(`${origin}/api/settings`, {
    data: {
      businessName: "Halcyon Skin & Hair",
      timeZone: "America/Chicago",
      twilioAccountSid: ACCOUNT_SID,
      twilioAuthToken: AUTH_TOKEN,
      twilioPhoneNumber: PHONE_NUMBER,
    },
  });
  if (!answer.ok()) throw new Error(await answer.text());
}

async function take(
  context: BrowserContext,
  address: string,
  { size = DESK, act }: Picture,
  file: string,
): Promise<void> {
  const page = await context.newPage();
  await page.setViewportSize(size);
  await page.goto(address);
  await page.waitForTimeout(SETTLED_MS);
  await page.addStyleTag({ content: WITHOUT_DEMO });
  await act?.(page);
  await page.waitForTimeout(SETTLED_MS);
  const session = await context.newCDPSession(page);
  const shot = await session.send("Page.captureScreenshot", {
    format: "webp",
    quality: QUALITY,
    clip: { x: 0, y: 0, ...size, scale: PICTURE_SCALE },
  });
  writeFileSync(file, Buffer.from(shot.data, "base64"));
  await page.close();
}

async function openFirstClient(page: Page): Promise<void> {
  await page.locator('main a[href^="/contacts/"]').first().click();
  await page.waitForURL(/\/contacts\/\d+/);
}

async function signIn(
  context: BrowserContext,
  address: string,
  username: string,
  password: string,
) {
  const page = await context.newPage();
  await page.goto(`${address}/auth`);
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL(`${address}/`);
  await page.close();
}

/** Reads what a program prints until it matches, and returns the groups. */
async function read(output: ReadableStream<Uint8Array>, pattern: RegExp): Promise<string[]> {
  let text = "";
  for await (const piece of output) {
    text += new TextDecoder().decode(piece);
    const found = pattern.exec(text);
    if (found) return found.slice(1);
  }
  throw new Error(`The program ended:\n${text}`);
}
