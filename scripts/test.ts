import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureChromium } from "#scripts/ensure-chromium.ts";

/** Runs the checks, the build, and all tests. Arguments after `--` select tests. */
const chromium = ensureChromium();
if (!chromium)
  process.stdout.write(
    "NO BROWSER: the journeys are skipped. Install chromium, or set CHROMIUM.\n",
  );

await step(["scripts/check.ts"]);
await step(["scripts/build.ts"]);
// Half of the time is spent waiting for browsers and programs, so three workers fill two cores. Each
// worker loads the program once and not for every file, which takes a quarter less processor time.
const workers = ["--parallel=3", "--no-isolate"];
const folder = mkdtempSync(join(tmpdir(), "parlor-test-"));
process.on("exit", () => rmSync(folder, { recursive: true, maxRetries: 5 }));
await step(["test", ...workers, "--timeout", "60000", ...process.argv.slice(2)], {
  TMPDIR: folder,
  CHROMIUM_OUTLIVES_FILES: "1",
});

async function step(args: string[], env: Record<string, string> = {}): Promise<void> {
  const ended = Bun.spawn([process.execPath, ...args], {
    env: { ...process.env, ...(chromium && { CHROMIUM: chromium }), ...env },
    stdout: "inherit",
    stderr: "inherit",
  });
  const status = await ended.exited;
  if (status !== 0) process.exit(status);
}
