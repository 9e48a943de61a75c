import type { BrowserContext } from "playwright-core";

const MIN_MS = 50;
const SPREAD_MS = 650;

let count = 0;

/** With JOURNEY_DELAYS=1, or another seed, each request of a page waits for up to 0.7 s, as on a slow line. */
export async function delayRequests(context: BrowserContext): Promise<void> {
  const seed = process.env["JOURNEY_DELAYS"];
  if (!seed) return;
  await context.route(/.*/, async (route) => {
    count += 1;
    await Bun.sleep(MIN_MS + (Bun.hash.xxHash32(`${seed} ${count}`) % SPREAD_MS));
    // The page may have been closed meanwhile.
    await route.continue().catch(() => undefined);
  });
}
