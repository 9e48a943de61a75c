import { join } from "node:path";
import { debianProgram, peerPackages } from "./peers.ts";
import { javascriptPerPage, startAndIdle } from "./program.ts";
import type { Measured } from "./send-pipeline.ts";

const COUNT = 20_000;
const ROUNDS = 3;
const PATIENCE_MS = 120_000;

interface Row {
  readonly figure: string;
  readonly seen: string;
  readonly goal: string;
  readonly holds: boolean | undefined;
}

const rows: Row[] = [];
const here = import.meta.dir;

/** Ended with the bench, whatever becomes of it. */
const servers: { kill: () => void }[] = [];
try {
  await sendPipeline();
  await program();
} finally {
  for (const server of servers) server.kill();
}
for (const { figure, seen, goal, holds } of rows)
  say(`${mark(holds)} ${figure.padEnd(44)} ${seen.padEnd(34)} goal ${goal}`);
await Bun.write(join(here, "../../dist/bench.json"), JSON.stringify(rows, null, 2));

/** Interleaved, so that a noisy machine disturbs all alike; medians of three. */
async function sendPipeline(): Promise<void> {
  const sink = Bun.spawn([process.execPath, join(here, "sink.ts")], { stdout: "pipe" });
  servers.push(sink);
  const address = await firstLine(sink.stdout);
  const redis = await startRedis();
  const seen: Record<string, Measured[]> = {
    bare: [],
    parlor: [],
    "bullmq on bun": [],
    "bullmq on node": [],
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const what of ["bare", "parlor"])
      seen[what]?.push(
        await child([
          process.execPath,
          join(here, "send-pipeline.ts"),
          what,
          String(COUNT),
          address,
        ]),
      );
    if (!redis) continue;
    for (const [name, runtime] of [
      ["bullmq on bun", process.execPath],
      ["bullmq on node", "node"],
    ] as const) {
      const script = join(redis.folder, "bullmq-peer.mjs");
      seen[name]?.push(await child([runtime, script, String(COUNT), address, String(redis.port)]));
    }
  }
  const rate = (what: string) => median((seen[what] ?? []).map((one) => one.rate));
  const cpu = (what: string) => median((seen[what] ?? []).map((one) => one.cpu));
  const ratio = rate("parlor") / rate("bare");
  rows.push({
    figure: "send pipeline ÷ bare loop",
    seen: `${ratio.toFixed(2)} (${Math.round(rate("parlor"))} of ${Math.round(rate("bare"))} texts/s)`,
    goal: "≥ 0.75",
    holds: ratio >= 0.75,
  });
  const work = cpu("parlor") / cpu("bare");
  rows.push({
    figure: "CPU of a text ÷ bare loop",
    seen: `${work.toFixed(2)} (${cpu("parlor").toFixed(0)} of ${cpu("bare").toFixed(0)} µs)`,
    goal: "≤ 1.4",
    holds: work <= 1.4,
  });
  for (const peer of ["bullmq on bun", "bullmq on node"]) {
    const times = rate("parlor") / rate(peer);
    const known = Number.isFinite(times);
    rows.push({
      figure: `send pipeline ÷ ${peer}`,
      seen: known
        ? `${times.toFixed(1)}× (${Math.round(rate(peer))} texts/s)`
        : "not run: no redis or no npm",
      goal: "≥ 3×",
      holds: known ? times >= 3 : undefined,
    });
  }
}

async function program(): Promise<void> {
  const runs = [];
  for (let round = 0; round < ROUNDS; round += 1) runs.push(await startAndIdle());
  const firstPage = median(runs.map((run) => run.firstPage));
  const idle = median(runs.map((run) => run.idle));
  rows.push({
    figure: "first page after start",
    seen: `${firstPage.toFixed(0)} ms`,
    goal: "≤ 60 ms",
    holds: firstPage <= 60,
  });
  rows.push({
    figure: "resident memory, idle",
    seen: `${idle.toFixed(0)} MB`,
    goal: "≤ 60 MB",
    holds: idle <= 60,
  });
  for (const [screen, kilobytes] of Object.entries(javascriptPerPage())) {
    const most = 145;
    rows.push({
      figure: `JavaScript of ${screen}`,
      seen: `${kilobytes.toFixed(0)} KB gzip`,
      goal: `≤ ${most} KB (shell 120, route 25)`,
      holds: kilobytes <= most,
    });
  }
}

async function startRedis(): Promise<{ folder: string; port: number } | undefined> {
  const program = debianProgram("redis-server", "redis-server");
  const folder = peerPackages("bullmq", "ioredis");
  if (!program || !folder) return undefined;
  await Bun.write(join(folder, "bullmq-peer.mjs"), Bun.file(join(here, "bullmq-peer.mjs")));
  const port = 20_000 + Math.floor(Math.random() * 20_000);
  // Every write on disk before it is acknowledged, as ours are.
  const options = [
    "--port",
    String(port),
    "--bind",
    "127.0.0.1",
    "--appendonly",
    "yes",
    "--appendfsync",
    "always",
    "--dir",
    folder,
  ];
  const redis = Bun.spawn([program, ...options], { stdout: "ignore" });
  await Bun.sleep(800);
  servers.push(redis);
  return { folder, port };
}

async function child(command: string[]): Promise<Measured> {
  const running = Bun.spawn(command, { stdout: "pipe", stderr: "inherit", timeout: PATIENCE_MS });
  const text = await new Response(running.stdout).text();
  if (!text.startsWith("{")) throw new Error(`${command.join(" ")} measured nothing`);
  return JSON.parse(text) as Measured;
}

async function firstLine(stream: ReadableStream<Uint8Array>): Promise<string> {
  const { value } = await stream.getReader().read();
  return new TextDecoder().decode(value).trim();
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function mark(holds: boolean | undefined): string {
  if (holds === undefined) return "  ?  ";
  return holds ? "holds" : "MISS ";
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
