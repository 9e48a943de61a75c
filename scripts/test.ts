import { chmodSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureChromium } from "#scripts/ensure-chromium.ts";

/** Runs the checks, the build, and all tests. Arguments after `--` select tests. */
const chromium = ensureChromium();
if (!chromium)
  process.stdout.write(
    "NO BROWSER: the journeys are skipped. Install chromium, or set CHROMIUM.\n",
  );

const prepared = await Promise.all([run(["scripts/check.ts"]), run(["scripts/build.ts"])]);
const failed = prepared.find((status) => status !== 0);
if (failed !== undefined) process.exit(failed);
// Half of the time is spent waiting for browsers and programs, so four workers fill two cores. Each
// worker loads the program once and not for every file, which takes a quarter less processor time.
// timings.json lists the files that take at least five seconds. Bun starts them last, longest first, so the
// workers finish at about the same time.
const workers = ["--parallel=4", "--no-isolate", "--timings=tests/timings.json"];
const folder = mkdtempSync(join(tmpdir(), "parlor-test-"));
// Some tests act as another user, who must reach their folders.
chmodSync(folder, 0o711);
const tests = ["test", ...workers, "--timeout", "60000", ...process.argv.slice(2)];
const status = await run(tests, {
  TMPDIR: folder,
  CHROMIUM_OUTLIVES_FILES: "1",
  // Else Bun's allocator returns what is free to the system after a second, and each test's database of 1.4 MB
  // takes it page by page again, which is a third of the workers' processor time.
  MIMALLOC_PURGE_DELAY: "-1",
  // Most of the code runs too seldom to be worth the last compiler: a tenth of the workers' processor time.
  BUN_JSC_useFTLJIT: "0",
});
await removeFolder();
process.exit(status);

/** Returns the exit code. */
function run(args: string[], env: Record<string, string> = {}): Promise<number> {
  return Bun.spawn([process.execPath, ...args], {
    env: { ...process.env, ...(chromium && { CHROMIUM: chromium }), ...env },
    stdout: "inherit",
    stderr: "inherit",
  }).exited;
}

/** Tries again while browsers that are ending still write there. */
async function removeFolder(): Promise<void> {
  for (let tries = 0; existsSync(folder) && tries < 50; tries += 1) {
    try {
      rmSync(folder, { recursive: true, force: true });
    } catch {
      await Bun.sleep(100);
    }
  }
}
