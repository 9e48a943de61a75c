import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { atMost, type Measuring, median } from "./table.ts";

const ROUNDS = 3;
/** Screens without a sign-in. */
const PUBLIC = new Set(["auth/auth-screen", "forgot-password/forgot-password-screen"]);
const BINARY = join(import.meta.dir, "../../dist/parlor");

/** Measures start, idle memory and the JavaScript of each page. */
export async function program({ rows }: Measuring): Promise<void> {
  const runs = [];
  for (let round = 0; round < ROUNDS; round += 1) runs.push(await startAndIdle());
  const firstPage = median(runs.map((run) => run.firstPage));
  const idle = median(runs.map((run) => run.idle));
  rows.push(
    atMost("first page after start", firstPage, 60, `${firstPage.toFixed(0)} ms`, " ms"),
    atMost("resident memory, idle", idle, 60, `${idle.toFixed(0)} MB`, " MB"),
    ...Object.entries(javascriptPerPage()).map(([screen, kilobytes]) =>
      atMost(
        `JavaScript of ${screen}`,
        kilobytes,
        PUBLIC.has(screen) ? 100 : 145,
        `${kilobytes.toFixed(0)} KB gzip`,
        PUBLIC.has(screen) ? " KB" : " KB (shell 120, route 25)",
      ),
    ),
  );
}

/** Measures the compiled program: milliseconds from start to the first whole page, and resident MB when idle. */
async function startAndIdle(): Promise<{ firstPage: number; idle: number }> {
  const data = mkdtempSync(join(tmpdir(), "parlor-start-"));
  // The first start migrates; later starts do not.
  const first = await run(data);
  first.child.kill("SIGTERM");
  await first.child.exited;

  const { child, url, started } = await run(data);
  await (await fetch(`${url}/auth`)).text();
  const firstPage = performance.now() - started;
  await Bun.sleep(3_000);
  const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
  const idle = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
  child.kill("SIGTERM");
  await child.exited;
  return { firstPage, idle };
}

async function run(data: string) {
  const started = performance.now();
  const child = Bun.spawn([BINARY, "serve", "--data", data, "--port", "0"], {
    env: { PATH: process.env["PATH"] ?? "" },
    stdout: "pipe",
    stderr: "ignore",
  });
  const reader = child.stdout.getReader();
  const decoder = new TextDecoder();
  let said = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) throw new Error("Parlor did not start");
    said += decoder.decode(value);
    const url = /listening on (\S+)/.exec(said)?.[1];
    if (url) return { child, url, started };
  }
}

interface Manifest {
  readonly entry: string;
  readonly preload: Readonly<Record<string, readonly string[]>>;
  readonly files: Readonly<Record<string, { readonly gz: number }>>;
}

/** Kilobytes of JavaScript that each screen's page loads, compressed with gzip. */
function javascriptPerPage(): Record<string, number> {
  const manifest = JSON.parse(
    readFileSync(join(import.meta.dir, "../../dist/client/manifest.json"), "utf8"),
  ) as Manifest;
  const { "signed-in": frame = [], ...screens } = manifest.preload;
  return Object.fromEntries(
    Object.entries(screens).map(([screen, scripts]) => {
      const around = PUBLIC.has(screen) ? [] : frame;
      const all = new Set([manifest.entry, ...around, ...scripts]);
      const bytes = [...all].reduce((sum, name) => sum + (manifest.files[name]?.gz ?? 0), 0);
      return [screen, bytes / 1024];
    }),
  );
}
