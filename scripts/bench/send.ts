import { join } from "node:path";
import type { Least } from "./least-sender.ts";
import { debianProgram, peerPackages } from "./peers/packages.ts";
import { startSink } from "./salon-server.ts";
import type { Measured } from "./send-pipeline.ts";
import { type Measuring, median, toBudgetRow } from "./table.ts";

const COUNT = 20_000;
const ROUNDS = 3;
const PATIENCE_MS = 240_000;

const here = import.meta.dir;

/** Runs interleaved, so that noise affects all equally; medians of three. */
export async function sendPipeline({ rows, servers, install }: Measuring): Promise<void> {
  const sink = await startSink();
  servers.push(sink);
  const redis = await startRedis(install);
  if (redis) servers.push(redis);
  const seen: Record<string, Measured[]> = {
    bare: [],
    least: [],
    parlor: [],
    "bullmq on bun": [],
    "bullmq on node": [],
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const what of ["bare", "parlor"])
      seen[what]?.push(
        await child<Measured>([
          process.execPath,
          join(here, "send-pipeline.ts"),
          what,
          String(COUNT),
          sink.url,
        ]),
      );
    seen["least"]?.push(...(await leastSender(sink.url, COUNT)));
    if (!redis) continue;
    for (const [name, runtime] of [
      ["bullmq on bun", process.execPath],
      ["bullmq on node", "node"],
    ] as const) {
      const script = join(redis.folder, "bullmq.mjs");
      seen[name]?.push(
        await child<Measured>([runtime, script, String(COUNT), sink.url, String(redis.port)]),
      );
    }
  }
  const rate = (what: string) => median((seen[what] ?? []).map((one) => one.rate));
  const cpu = (what: string) => median((seen[what] ?? []).map((one) => one.cpu));
  const ratio = rate("parlor") / rate("bare");
  const work = cpu("parlor") / cpu("bare");
  rows.push(
    toBudgetRow(
      "pipeline-bare",
      ratio,
      `${ratio.toFixed(2)} (${Math.round(rate("parlor"))} of ${Math.round(rate("bare"))} texts/s)`,
    ),
    toBudgetRow(
      "pipeline-cpu",
      work,
      `${work.toFixed(2)} (${cpu("parlor").toFixed(0)} of ${cpu("bare").toFixed(0)} µs)`,
      cpu("least") / cpu("bare"),
    ),
    ...(["bun", "node"] as const).map((runtime) => {
      const peer = rate(`bullmq on ${runtime}`);
      const times = rate("parlor") / peer;
      const result = `${times.toFixed(1)}× (${Math.round(peer)} texts/s)`;
      return toBudgetRow(
        `pipeline-bullmq-${runtime}`,
        times,
        Number.isNaN(times) ? "Redis or BullMQ is not installed; run with --install" : result,
        rate("least") / peer,
      );
    }),
  );
}

async function startRedis(
  install: boolean,
): Promise<{ folder: string; port: number; kill: () => void } | undefined> {
  const program = debianProgram("redis-server", "redis-server", install);
  const folder = peerPackages("bullmq", ["bullmq", "ioredis"], install);
  if (!program || !folder) return undefined;
  await Bun.write(join(folder, "bullmq.mjs"), Bun.file(join(here, "peers/bullmq.mjs")));
  const port = 20_000 + Math.floor(Math.random() * 20_000);
  // Syncs every write before acknowledging it, as Parlor does.
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
  return { folder, port, kill: () => redis.kill() };
}

/** What the least of all senders takes at full speed; or `perSecond` for so many seconds, without and with receipts. */
export function leastSender(sink: string, perSecond: number, seconds?: number): Promise<Least[]> {
  const options = [sink, String(perSecond), ...(seconds === undefined ? [] : [String(seconds)])];
  return child([process.execPath, join(here, "least-sender.ts"), ...options]);
}

async function child<Result>(command: string[]): Promise<Result> {
  const running = Bun.spawn(command, { stdout: "pipe", stderr: "inherit", timeout: PATIENCE_MS });
  const text = await new Response(running.stdout).text();
  if (text === "") throw new Error(`${command.join(" ")} measured nothing`);
  return JSON.parse(text) as Result;
}
