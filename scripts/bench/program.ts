import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const BINARY = join(import.meta.dir, "../../dist/parlor");

/** The compiled program: milliseconds from start to the first whole page, and resident MB once it idles. */
export async function startAndIdle(): Promise<{ firstPage: number; idle: number }> {
  const data = mkdtempSync(join(tmpdir(), "parlor-start-"));
  // The first start migrates; an owner's restart does not.
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
    if (done) throw new Error("parlor did not start");
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
export function javascriptPerPage(): Record<string, number> {
  const manifest = JSON.parse(
    readFileSync(join(import.meta.dir, "../../dist/client/manifest.json"), "utf8"),
  ) as Manifest;
  return Object.fromEntries(
    Object.entries(manifest.preload).map(([screen, scripts]) => {
      const all = new Set([manifest.entry, ...scripts]);
      const bytes = [...all].reduce((sum, name) => sum + (manifest.files[name]?.gz ?? 0), 0);
      return [screen, bytes / 1024];
    }),
  );
}
