import { ensureChromium } from "#scripts/ensure-chromium.ts";

/** Everything: checks, the build, then every test against it. Names after `--` narrow the tests. */
const chromium = ensureChromium();
if (!chromium)
  process.stdout.write(
    "NO BROWSER: the journeys are skipped. Install chromium, or set CHROMIUM.\n",
  );

await step(["scripts/check.ts"]);
await step(["scripts/build.ts"]);
// Half of the time goes by in browsers and programs that are waited for: three lanes fill two cores.
await step(["test", "--parallel=3", "--timeout", "60000", ...process.argv.slice(2)]);

async function step(words: string[]): Promise<void> {
  const ended = Bun.spawn([process.execPath, ...words], {
    env: { ...process.env, ...(chromium && { CHROMIUM: chromium }) },
    stdout: "inherit",
    stderr: "inherit",
  });
  const status = await ended.exited;
  if (status !== 0) process.exit(status);
}
