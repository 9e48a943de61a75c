import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Manifest } from "#scripts/client-build.ts";
import { compileBinary } from "#scripts/compile.ts";
import { clientScreens } from "#ui/client-screens.ts";
import { LAYOUT_MODULE } from "#ui/layout.ts";
import { screens } from "#ui/screens.ts";
import { type Measuring, median, toBudgetRow, toInfoRow } from "./table.ts";

const ROUNDS = 3;
const BINARY = join(import.meta.dir, "../../dist/parlor");
/** The first jobs run ten seconds after the start. */
const IDLE_MS = 15_000;

/** Measures start, idle memory, the program's size and the JavaScript of each page. */
export async function program({ rows }: Measuring): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "parlor-bare-"));
  const bareProgram = await compileBareServer(folder);
  const pageProgram = await compilePageServer(folder);
  const parlor: Start[] = [];
  const bare: Start[] = [];
  const page: Start[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    parlor.push(await startAndIdle(BINARY));
    bare.push(await startAndIdle(bareProgram));
    page.push(await startAndIdle(pageProgram));
  }
  const mine = toMedians(parlor);
  const limit = toMedians(bare);
  const ownModules = toMedians(page);
  const size = Bun.file(BINARY).size / 1e6;
  const bareSize = Bun.file(bareProgram).size / 1e6;
  rmSync(folder, { recursive: true });

  const weights = javascriptPerPage();
  const staff = weights.find(({ isPublic }) => !isPublic);
  const open = weights.find(({ isPublic }) => isPublic);
  rows.push(
    toInfoRow(
      "Listening after the start",
      compare(mine.listening, limit.listening, "ms", ownModules.listening),
    ),
    toBudgetRow(
      "start",
      mine.firstPage,
      compare(mine.firstPage, limit.firstPage, "ms"),
      ownModules.firstPage,
    ),
    toBudgetRow("idle", mine.idle, compare(mine.idle, limit.idle, "MB"), ownModules.idle),
    toBudgetRow("size", size, compare(size, bareSize, "MB")),
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

interface Start {
  /** Milliseconds from the start of the program. */
  readonly listening: number;
  readonly firstPage: number;
  /** Resident megabytes. */
  readonly idle: number;
}

function toMedians(starts: readonly Start[]): Start {
  const middle = (name: keyof Start) => median(starts.map((start) => start[name]));
  return { listening: middle("listening"), firstPage: middle("firstPage"), idle: middle("idle") };
}

function compare(value: number, limit: number, unit: string, ownModules?: number): string {
  const own = ownModules === undefined ? "" : `, its modules and one page ${ownModules.toFixed(0)}`;
  return `${value.toFixed(0)} ${unit}${own}, Bun with SQLite alone ${limit.toFixed(0)}`;
}

/** The floor for a program that loads what Parlor loads before its first page: see page-server.ts. */
async function compilePageServer(folder: string): Promise<string> {
  const outfile = join(folder, "page");
  await compileBinary({ entrypoints: ["scripts/bench/page-server.ts"], outfile });
  return outfile;
}

/** What no program of this kind can do without: the runtime, a database, and a server that answers from it. */
async function compileBareServer(folder: string): Promise<string> {
  const outfile = join(folder, "bare");
  await Bun.build({
    entrypoints: [join(import.meta.dir, "bare-server.ts")],
    target: "bun",
    format: "esm",
    bytecode: true,
    compile: { outfile, autoloadBunfig: false },
  });
  return outfile;
}

/** Measures a compiled program: when it listens, when the first page is whole, and its memory when idle. */
async function startAndIdle(binary: string): Promise<Start> {
  const data = mkdtempSync(join(tmpdir(), "parlor-start-"));
  // The first start migrates; later starts do not.
  const first = await run(binary, data);
  first.child.kill("SIGTERM");
  await first.child.exited;

  const { child, url, started, listening } = await run(binary, data);
  await (await fetch(`${url}/auth`)).text();
  const firstPage = performance.now() - started;
  await Bun.sleep(IDLE_MS);
  const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
  const idle = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
  child.kill("SIGTERM");
  await child.exited;
  rmSync(data, { recursive: true });
  return { listening, firstPage, idle };
}

async function run(binary: string, data: string) {
  const started = performance.now();
  const child = Bun.spawn([binary, "serve", "--data", data, "--port", "0"], {
    env: { PATH: process.env["PATH"] ?? "" },
    stdout: "pipe",
    stderr: "ignore",
  });
  const reader = child.stdout.getReader();
  const decoder = new TextDecoder();
  let said = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) throw new Error(`${binary} did not start`);
    said += decoder.decode(value);
    const url = /listening on (\S+)/.exec(said)?.[1];
    if (url) return { child, url, started, listening: performance.now() - started };
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
