import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from "playwright-core";
import { afterFile } from "#tests/support/after-file.ts";
import { CLOCK_OFFSET_MS } from "#tests/support/clock-environment.ts";
import { delayRequests } from "./delayed-requests.ts";

/** Set by scripts/test.ts; without a browser the journeys are skipped, loudly. */
export const CHROMIUM = process.env["CHROMIUM"] ?? "/usr/bin/chromium";

/** Whether Chromium lives as long as the process that runs the files: scripts/test.ts removes its profile then. */
const OUTLIVES_FILES = process.env["CHROMIUM_OUTLIVES_FILES"] === "1";

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** For each test and each hook: a busy machine may be several times slower. */
export const JOURNEY_MS = 180_000;
/** For each step. */
const STEP_MS = 60_000;

export const DESK = { width: 1280, height: 800 };
export const PHONE = { width: 390, height: 844 };
let shared: Browser | undefined;

/**
 * A browser for the tests of a file, with a Chromium of its own only for other flags: starting one takes a
 * second of processor time. Closing it closes its windows.
 */
export async function launch(flags: readonly string[] = []): Promise<Browser> {
  if (flags.length > 0) return launchChromium(flags);
  if (!shared?.isConnected()) shared = await launchChromium([]);
  if (!OUTLIVES_FILES) afterFile(() => shared?.close());
  return withOwnContexts(shared);
}

function launchChromium(flags: readonly string[]): Promise<Browser> {
  const { LD_PRELOAD: _, ...env } = process.env;
  return chromium.launch({ executablePath: CHROMIUM, args: [...FLAGS, ...flags], env });
}

function withOwnContexts(browser: Browser): Browser {
  const contexts: BrowserContext[] = [];
  return Object.assign(Object.create(browser) as Browser, {
    async newContext(options?: BrowserContextOptions) {
      const context = await browser.newContext(options);
      contexts.push(context);
      return context;
    },
    async close() {
      for (const context of contexts) await context.close();
    },
  });
}

export interface Visitor {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Console errors and warnings, page errors, hydration's among them. */
  readonly complaints: string[];
}

/** A separate browser with its own cookies and storage; it records the page's errors. */
export async function visitor(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<Visitor> {
  const context = await browser.newContext({
    ...options,
    viewport: DESK,
    acceptDownloads: true,
    // A toast that fades would be measured half transparent.
    reducedMotion: "reduce",
  });
  context.setDefaultTimeout(STEP_MS);
  if (CLOCK_OFFSET_MS > 0) await context.addInitScript(shiftClock, CLOCK_OFFSET_MS);
  await delayRequests(context);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(`page: ${error.message}`));
  return { context, page, complaints };
}

/** Runs in the page, before its scripts: sets the page's clock ahead. */
function shiftClock(offset: number): void {
  const { Date: MachineDate } = globalThis;
  const now = () => MachineDate.now() + offset;
  globalThis.Date = new Proxy(MachineDate, {
    apply: () => new MachineDate(now()).toString(),
    construct: (target, args) =>
      args.length === 0 ? new target(now()) : Reflect.construct(target, args),
    get: (target, key) => (key === "now" ? now : Reflect.get(target, key)),
  });
}

export async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await waitForHydration(page);
}

export async function waitForHydration(page: Page): Promise<void> {
  await page.waitForFunction(() => document.documentElement.dataset["hydrated"] === "true");
}
