import { readFileSync } from "node:fs";
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
const AXE = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
const CONTRAST = ["color-contrast"];

/** For each test and each hook: a busy machine may be several times slower. */
export const JOURNEY_MS = 180_000;
/** For each step. */
const STEP_MS = 60_000;

const DESK = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };
/** Beginning and ending in the dark theme, which most pages are in: each change draws the page again. */
const LOOKS = [
  { size: PHONE, themes: ["dark", "light"] },
  { size: DESK, themes: ["light", "dark"] },
] as const;

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

/** Windows whose main menu was inspected. It is on every screen, and half of an inspection. */
const menuSeen = new WeakSet<Page>();

/**
 * What axe has to say of what is on screen now: in both themes, at both widths. A theme changes colors
 * alone, so in the second one only their contrast is looked at. What an open dialog covers was inspected
 * before it opened, and the main menu once in each window.
 */
export async function inspect(page: Page, name: string): Promise<string[]> {
  const found: string[] = [];
  // Dialogs mark what they cover.
  const left = ["[data-aria-hidden]", ...(menuSeen.has(page) ? [".side"] : [])];
  for (const { size, themes } of LOOKS) {
    await page.setViewportSize(size);
    // A script that reads the width draws again a moment later.
    await page.waitForTimeout(150);
    for (const theme of themes) {
      await page.evaluate((one) => {
        if (one === "light") document.documentElement.dataset["theme"] = "light";
        else delete document.documentElement.dataset["theme"];
        // A color in transition would be measured at half its contrast, and each of its frames draws the page.
        for (const any of document.getAnimations()) if (any instanceof CSSTransition) any.finish();
      }, theme);
      for (const violation of await violations(page, theme === "light" ? WCAG : CONTRAST, left))
        found.push(`${name}, ${size.width} px, ${theme}: ${violation}`);
      const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (wider > 0) found.push(`${name}, ${size.width} px: ${wider} px too wide`);
      const folder = process.env["JOURNEY_PICTURES"];
      if (folder) await page.screenshot({ path: `${folder}/${name}-${size.width}-${theme}.png` });
    }
  }
  if (await page.locator(".side").isVisible()) menuSeen.add(page);
  return found;
}

/** `left` are selectors of what is left out. */
async function violations(
  page: Page,
  runOnly: readonly string[],
  left: readonly string[],
): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  return page.evaluate(
    async ([rules, leftOut]) => {
      const { axe } = window as unknown as {
        axe: { run: (where: object, how: object) => Promise<Report> };
      };
      interface Report {
        violations: { id: string; nodes: { html: string }[] }[];
      }
      const report = await axe.run(
        { include: [["html"]], exclude: leftOut.map((selector) => [selector]) },
        {
          runOnly: rules,
          resultTypes: ["violations"],
          // They name every element that passes, too, which is a third of the time.
          selectors: false,
          // Else it fetches the style sheets too, for an experimental rule that these tags leave out.
          preload: { assets: ["media"] },
        },
      );
      return report.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 120)}`);
    },
    [runOnly, left] as const,
  );
}
