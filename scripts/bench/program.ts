import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Manifest } from "#scripts/client-build.ts";
import { clientScreens } from "#ui/client-screens.ts";
import { LAYOUT_MODULE } from "#ui/layout.ts";
import { screens } from "#ui/screens.ts";
import { type Measuring, median, toBudgetRow } from "./table.ts";

const ROUNDS = 3;
const BINARY = join(import.meta.dir, "../../dist/parlor");

/** Measures start, idle memory and the JavaScript of each page. */
export async function program({ rows }: Measuring): Promise<void> {
  const runs = [];
  for (let round = 0; round < ROUNDS; round += 1) runs.push(await startAndIdle());
  const firstPage = median(runs.map((run) => run.firstPage));
  const idle = median(runs.map((run) => run.idle));
  const weights = javascriptPerPage();
  const staff = weights.find(({ isPublic }) => !isPublic);
  const open = weights.find(({ isPublic }) => isPublic);
  rows.push(
    toBudgetRow("start", firstPage, `${firstPage.toFixed(0)} ms`),
    toBudgetRow("idle", idle, `${idle.toFixed(0)} MB`),
    toBudgetRow(
      "js-staff",
      staff?.weight ?? Number.NaN,
      `${staff?.weight.toFixed(0)} KB, ${staff?.path}`,
    ),
    toBudgetRow(
      "js-public",
      open?.weight ?? Number.NaN,
      `${open?.weight.toFixed(0)} KB, ${open?.path}`,
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

/** Kilobytes of JavaScript that each page loads, compressed with gzip. */
function javascriptPerPage() {
  const manifest = JSON.parse(
    readFileSync(join(import.meta.dir, "../../dist/client/manifest.json"), "utf8"),
  ) as Manifest;
  const weigh = (entry: string, scripts: readonly string[]) =>
    [...new Set([entry, ...scripts])].reduce(
      (sum, name) => sum + (manifest.files[name]?.gz ?? 0),
      0,
    ) / 1024;
  const frame = manifest.preload[LAYOUT_MODULE] ?? [];
  const staff = screens.map(({ path, module, access }) => {
    const own = manifest.preload[module] ?? [];
    const isPublic = access === "public";
    return { path, isPublic, weight: weigh(manifest.entry, isPublic ? own : [...frame, ...own]) };
  });
  const { entry, preload } = manifest.forClients;
  const clients = clientScreens.map(({ path, module }) => ({
    path,
    isPublic: true,
    weight: weigh(entry, preload[module] ?? []),
  }));
  return [...staff, ...clients].toSorted((a, b) => b.weight - a.weight);
}
