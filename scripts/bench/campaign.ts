import type { Campaign } from "#src/messaging/campaigns/contract.ts";
import { startTabs } from "./open-tabs.ts";
import { cpuOf, memoryOf } from "./process-use.ts";
import {
  loopDelay,
  type Served,
  serveSalon,
  startSink,
  textEverybody,
  watch,
} from "./salon-server.ts";
import { leastSender } from "./send.ts";
import { type Measuring, quantile, type Row, toBudgetRow } from "./table.ts";

const TABS = 50;
/** Long enough for the memory to reach its steady size. */
const FLAT_OUT_MS = 40_000;
const REALISTIC = { texts: 225, seconds: 1 };
const PACED_MS = 60_000;
const ALONE_MS = 20_000;

/** Measures a campaign to all contacts with fifty open tabs, at full speed and at a carrier's pace. */
export async function campaignToAll({ rows, contacts, servers }: Measuring): Promise<void> {
  const sink = await startSink();
  servers.push(sink);
  for (const pace of [undefined, REALISTIC]) {
    const server = await serveSalon(contacts, { copy: true, sink: sink.url });
    servers.push(server);
    rows.push(...(await oneCampaign(server, sink.url, pace)));
    await server.stop();
  }
}

async function oneCampaign(
  server: Served,
  sink: string,
  pace: typeof REALISTIC | undefined,
): Promise<Row[]> {
  if (pace)
    await server.json("/api/settings", {
      method: "POST",
      body: { messageCount: pace.texts, delaySeconds: pace.seconds },
    });
  const tabs = await startTabs(server, TABS);
  await Bun.sleep(2_000);
  // At a pace, the requests of the watch would cost as much as the texts.
  const watched = pace ? undefined : watch(server);
  const started = performance.now();
  const { id } = await textEverybody(server);
  const frozen = await waitForAudience(server, id);
  const seen = await sendFor(server, id, pace ? PACED_MS : FLAT_OUT_MS);
  await watched?.end();
  const inside = (await loopDelay(server)).longest * 1000;
  const memory = memoryOf(server.pid);
  tabs.kill();
  await Bun.sleep(1_000);

  if (watched) {
    const up = quantile(watched.waits, 0.99);
    return [
      toBudgetRow(
        "flat-memory",
        memory.peak,
        `${memory.peak.toFixed(0)} MB, of it ${watched.peakAnonymous.toFixed(0)} anonymous`,
      ),
      toBudgetRow("flat-block", inside, `${inside.toFixed(0)} ms`),
      toBudgetRow("flat-up", up, `${up.toFixed(1)} ms`),
      toBudgetRow(
        "flat-speed",
        seen.rate,
        `${Math.round(seen.rate)}; audience recorded in ${((frozen - started) / 1000).toFixed(1)} s`,
      ),
    ];
  }
  const alone = await sendFor(server, id, ALONE_MS);
  await fetch(`${sink}/receipts`, { method: "PUT", body: server.url });
  // Until the receipts of the first texts arrive as fast as texts leave.
  await Bun.sleep(2_000);
  const receipts = await sendFor(server, id, ALONE_MS);
  const { deliveredCount } = await getCampaign(server, id);
  if (!(deliveredCount > 0)) throw new Error("no receipt arrived");
  await server.stop();
  const [least, withReceipts] = await leastOfCore();
  return [
    toBudgetRow("paced-cpu", alone.core * 100, percent(alone.core), least),
    toBudgetRow("paced-cpu-tabs", seen.core * 100, percent(seen.core)),
    toBudgetRow("paced-cpu-receipts", receipts.core * 100, percent(receipts.core), withReceipts),
    toBudgetRow("paced-memory", memory.peak, `${memory.peak.toFixed(0)} MB`),
  ];
}

/** The CPU of a core in percent that the least of all senders takes at a carrier's pace, without and with receipts. */
async function leastOfCore(): Promise<number[]> {
  const sink = await startSink();
  const measured = await leastSender(sink.url, REALISTIC.texts, ALONE_MS / 1000);
  sink.kill();
  return measured.map(({ cpu }) => (cpu * REALISTIC.texts) / 10_000);
}

function percent(part: number): string {
  return `${(part * 100).toFixed(1)}%`;
}

/** Waits until every recipient is recorded. */
async function waitForAudience(server: Served, id: number): Promise<number> {
  for (;;) {
    const { preparing } = await getCampaign(server, id);
    if (!preparing) return performance.now();
    await Bun.sleep(200);
  }
}

async function sendFor(server: Served, id: number, ms: number) {
  const before = await getCampaign(server, id);
  const cpu = cpuOf(server.pid);
  const started = performance.now();
  let now = before;
  while (now.status === "sending" && performance.now() - started < ms) {
    await Bun.sleep(1_000);
    now = await getCampaign(server, id);
  }
  const took = performance.now() - started;
  return {
    rate: ((now.sentCount - before.sentCount) / took) * 1000,
    core: (cpuOf(server.pid) - cpu) / 1000 / took,
  };
}

async function getCampaign(server: Served, id: number): Promise<Campaign> {
  return (await server.json(`/api/campaigns/${id}`)) as Campaign;
}
