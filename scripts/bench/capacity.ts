import { rmSync } from "node:fs";
import { configure, keepBusy, ORDINARY_HOUR, salonWithCalendar } from "./busy-hour.ts";
import { startModel, type Turn } from "./calls.ts";
import { startTabs } from "./open-tabs.ts";
import { cpuOf, memoryOf } from "./process-use.ts";
import { loopDelay, serveFolder, startSink, textEverybody } from "./salon-server.ts";
import { type Measuring, median, quantile, type Row, toBudgetRow, toInfoRow } from "./table.ts";

const LARGEST = 1_000_000;
const FIRST = 200;
const MOST = 1_600;
const STEP = 50;
/** A load is carried if one of two minutes keeps all limits: noise of the machine may spoil one. */
const TRIES = 2;
const SECONDS_PER_HOUR = 3_600;
const MINUTE_MS = 60_000;
/** Until what a start loads at its first use is loaded, and what runs often is compiled. */
const WARM_UP_MS = 20_000;
const CORES = 2;
/** Dollars a month for a server with two cores and 2 GB, of which the system needs a quarter. */
const SERVER_PRICE = 12;
const MEMORY_MB = 1_536;

/** What a load may cost; beyond any of it, the server is too small. */
const LIMITS = {
  pages: { figure: "pages' p99", most: 200, unit: "ms" },
  api: { figure: "the API's p99", most: 100, unit: "ms" },
  assistant: { figure: "p99 of the assistant's answers", most: 50, unit: "ms" },
  block: { figure: "the longest block of the event loop", most: 100, unit: "ms" },
  late: { figure: "texts behind their pace", most: 1, unit: "%" },
  memory: { figure: "memory", most: MEMORY_MB, unit: "MB" },
} as const;
type Limit = keyof typeof LIMITS;

interface Load {
  readonly salons: number;
  readonly seen: Readonly<Record<Limit, number>>;
  /** Of two cores, from 0 to 1. */
  readonly cpu: number;
  readonly medians: { readonly pages: number; readonly api: number };
}

/**
 * Measures how many ordinary salons, as one chain in one program, two cores and 2 GB carry in their busiest
 * hour, and what gives way first when there are more.
 */
export async function capacity({ rows, contacts, servers }: Measuring): Promise<void> {
  const turns = new Map<string, Turn>();
  const model = startModel(turns);
  servers.push({ kill: () => void model.stop(true) });
  const sink = await startSink();
  servers.push(sink);
  const outside = { sink: sink.url, openai: `${model.url.origin}/v1` };
  const folder = await salonWithCalendar(contacts);
  servers.push({ kill: () => rmSync(folder, { recursive: true, force: true }) });
  const most = contacts < LARGEST ? FIRST : MOST;
  const first = await serveFolder(folder, { ...outside, removed: false });
  servers.push(first);
  const serviceId = await configure(first);
  await textEverybody(first);
  await audienceRecorded(sink.url);
  await first.stop();

  const tried: Row[] = [];
  let carried: Load | undefined;
  let tooMany: Load | undefined;
  let next: number = FIRST;
  while (true) {
    const load = await tryLoad(next);
    if (brokenBy(load)) tooMany = load;
    else carried = load;
    const from = carried?.salons ?? 0;
    if (from >= most || (tooMany && tooMany.salons - from <= STEP)) break;
    next = tooMany ? Math.floor((from + tooMany.salons) / 2 / STEP) * STEP : from * 2;
  }
  rows.push(...rowsOf(carried, tooMany), ...tried);

  async function tryLoad(salons: number): Promise<Load> {
    let load = await runLoad(salons);
    for (let tries = 1; tries < TRIES && brokenBy(load); tries += 1) load = await runLoad(salons);
    return load;
  }

  /** Restarts the server, because it reports the longest block of the event loop since its start. */
  async function runLoad(salons: number): Promise<Load> {
    const server = await serveFolder(folder, { ...outside, removed: false });
    servers.push(server);
    const pace = Math.round((ORDINARY_HOUR.texts * salons) / SECONDS_PER_HOUR);
    await server.json("/api/settings", {
      method: "POST",
      body: { messageCount: pace, delaySeconds: 1 },
    });
    await fetch(`${sink.url}/receipts`, { method: "PUT", body: server.url });
    const tabs = await startTabs(server, salons);
    servers.push(tabs);
    const waits = { page: [] as number[], api: [] as number[] };
    const busy = keepBusy(server, salons, { serviceId, turns, waits, ms: WARM_UP_MS + MINUTE_MS });
    await Bun.sleep(WARM_UP_MS);
    turns.clear();
    for (const kind of Object.values(waits)) kind.length = 0;
    await takeArrivals(sink.url);
    const cpu = cpuOf(server.pid);
    await Bun.sleep(MINUTE_MS);
    const cpuMs = (cpuOf(server.pid) - cpu) / 1000;
    const texts = await takeArrivals(sink.url);
    await busy;
    const load = {
      salons,
      cpu: cpuMs / MINUTE_MS / CORES,
      medians: { pages: median(waits.page), api: median(waits.api) },
      seen: {
        pages: quantile(waits.page, 0.99),
        api: quantile(waits.api, 0.99),
        assistant: quantile(partsOf(turns), 0.99),
        block: (await loopDelay(server)).longest * 1000,
        late: Math.max(0, 1 - (texts * 1000) / (pace * MINUTE_MS)) * 100,
        memory: memoryOf(server.pid).peak,
      },
    };
    tabs.kill();
    await server.stop();
    const figures = Object.entries(load.seen).map(([limit, n]) => `${limit} ${n.toFixed(1)}`);
    tried.push(toInfoRow(`a minute of ${salons} salons`, figures.join(", ")));
    process.stderr.write(`${salons} salons: ${figures.join(", ")}\n`);
    return load;
  }
}

/** The first limit that this load exceeds, by the largest factor. */
function brokenBy({ seen }: Load): Limit | undefined {
  const excess = (limit: Limit) => seen[limit] / LIMITS[limit].most;
  const worst = (Object.keys(LIMITS) as Limit[]).toSorted((a, b) => excess(b) - excess(a))[0];
  return worst && excess(worst) > 1 ? worst : undefined;
}

function rowsOf(carried: Load | undefined, tooMany: Load | undefined): Row[] {
  const limit = tooMany && brokenBy(tooMany);
  const beyond =
    limit &&
    `; at ${tooMany.salons}, ${LIMITS[limit].figure} is ${tooMany.seen[limit].toFixed(0)} ${LIMITS[limit].unit} (limit ${LIMITS[limit].most})`;
  if (!carried) return [toBudgetRow("capacity-salons", 0, `fewer than ${STEP}${beyond}`)];
  const { salons, seen, cpu, medians } = carried;
  const price = SERVER_PRICE / salons;
  return [
    toBudgetRow("capacity-salons", salons, `${salons}${beyond ?? ""}`),
    toBudgetRow("capacity-price", price, `$${price.toFixed(2)}`),
    toBudgetRow("capacity-cpu", cpu, `${(cpu * 100).toFixed(0)}%`),
    toBudgetRow("capacity-memory", seen.memory, `${seen.memory.toFixed(0)} MB`),
    toBudgetRow(
      "capacity-pages",
      seen.pages,
      `${seen.pages.toFixed(1)} ms, median ${medians.pages.toFixed(1)}`,
    ),
    toBudgetRow(
      "capacity-api",
      seen.api,
      `${seen.api.toFixed(1)} ms, median ${medians.api.toFixed(1)}`,
    ),
    toBudgetRow("capacity-calls", seen.assistant, `${seen.assistant.toFixed(1)} ms`),
    toBudgetRow("capacity-block", seen.block, `${seen.block.toFixed(0)} ms`),
  ];
}

/** How many texts arrived at the carrier since the last look. */
async function takeArrivals(sink: string): Promise<number> {
  const { times } = (await (await fetch(`${sink}/arrivals`)).json()) as { times: number[] };
  return times.length;
}

/** Resolves once the first texts leave, which is after the whole audience is recorded. */
async function audienceRecorded(sink: string): Promise<void> {
  while ((await takeArrivals(sink)) === 0) await Bun.sleep(100);
}

/** Milliseconds that were Parlor's of each answer; infinite for one that never came. */
function partsOf(turns: ReadonlyMap<string, Turn>): number[] {
  return [...turns.values()].map(({ saidAt, askedAt, answeredAt, spokenAt }) =>
    askedAt > 0 && spokenAt > 0
      ? askedAt - saidAt + (spokenAt - answeredAt)
      : Number.POSITIVE_INFINITY,
  );
}
