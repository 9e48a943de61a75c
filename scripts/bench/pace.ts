import { type Served, serveSalon, startSink, textEverybody } from "./salon-server.ts";
import { leastSender } from "./send.ts";
import { type Measuring, quantile, toBudgetRow } from "./table.ts";

const PACED_MS = 60_000;
const CONTACTS = 100_000;
/** Texts and seconds, as set in Settings. */
const PACES = [
  [1, 1],
  [15, 1],
  [60, 1],
  [225, 1],
] as const;
const CHATS = 40;
const BETWEEN_CHATS_MS = 250;

interface Arrivals {
  /** Epoch milliseconds. */
  readonly times: readonly number[];
  readonly chats: Readonly<Record<string, number>>;
}

/** Measures what arrives at the carrier at several paces, and how long a chat takes during a campaign. */
export async function pace({ rows, contacts, servers }: Measuring): Promise<void> {
  const kept: { most: number; percent: number; excess: number }[] = [];
  for (const [texts, seconds] of PACES) {
    const salon = await startCampaign(Math.min(contacts, CONTACTS), texts, seconds, servers);
    await Bun.sleep(PACED_MS);
    const { times } = await salon.arrivals();
    // From text to text, because at a slow pace a minute may begin just after one.
    const took = (times.at(-1) ?? Number.NaN) - (times[0] ?? Number.NaN);
    const rate = ((times.length - 1) / took) * 1000;
    kept.push({
      most: texts,
      percent: (rate / (texts / seconds)) * 100,
      excess: Math.max(0, mostInOneSecond(times) - texts),
    });
    await salon.stop();
  }
  const slowest = kept.toSorted((a, b) => a.percent - b.percent)[0];
  // At a slow pace a single text would be many percent.
  const fastest = kept.at(-1);
  if (slowest && fastest)
    rows.push(
      toBudgetRow(
        "pace-kept",
        slowest.percent,
        `${slowest.percent.toFixed(1)}% at ${slowest.most}/s`,
      ),
      toBudgetRow(
        "pace-excess",
        (fastest.excess / fastest.most) * 100,
        `${fastest.excess} at ${fastest.most}/s`,
        await leastExcess(fastest.most),
      ),
    );
  for (const [id, texts, seconds] of [
    ["chat-behind-slow", 1, 90],
    ["chat-behind-fast", 225, 1],
  ] as const) {
    const salon = await startCampaign(Math.min(contacts, CONTACTS), texts, seconds, servers);
    const waits = await chat(salon);
    const p99 = quantile(waits, 0.99);
    rows.push(
      toBudgetRow(id, p99, `${p99.toFixed(0)} ms, median ${quantile(waits, 0.5).toFixed(0)}`),
    );
    await salon.stop();
  }
}

/** Percent above the pace in any second, of the least of all senders: it sends what is due every 40 ms, as Parlor does. */
async function leastExcess(perSecond: number): Promise<number> {
  const sink = await startSink();
  await leastSender(sink.url, perSecond, PACED_MS / 1000);
  const { times } = (await (await fetch(`${sink.url}/arrivals`)).json()) as Arrivals;
  sink.kill();
  // Those without receipts.
  const paced = times.slice(0, (perSecond * PACED_MS) / 1000);
  return (Math.max(0, mostInOneSecond(paced) - perSecond) / perSecond) * 100;
}

/** Starts a campaign to all and returns once its first texts have arrived. */
async function startCampaign(
  contacts: number,
  messageCount: number,
  delaySeconds: number,
  servers: Measuring["servers"],
) {
  const sink = await startSink();
  servers.push(sink);
  const server = await serveSalon(contacts, { copy: true, sink: sink.url });
  servers.push(server);
  await server.json("/api/settings", { method: "POST", body: { messageCount, delaySeconds } });
  await textEverybody(server);
  const arrivals = async () => (await (await fetch(`${sink.url}/arrivals`)).json()) as Arrivals;
  while ((await arrivals()).times.length === 0) await Bun.sleep(20);
  // Until the pace is steady.
  await Bun.sleep(2_000);
  await arrivals();
  const stop = async () => {
    await server.stop();
    sink.kill();
  };
  return { server, arrivals, stop };
}

/** Milliseconds from sending each chat to its arrival at the carrier. */
async function chat({
  server,
  arrivals,
}: {
  server: Served;
  arrivals: () => Promise<Arrivals>;
}): Promise<number[]> {
  const pressed: number[] = [];
  for (let n = 0; n < CHATS; n += 1) {
    const { id } = (await server.json("/api/conversations", {
      method: "POST",
      body: { contactId: 1 + n * 10 },
    })) as { id: number };
    pressed.push(Date.now());
    await server.json("/api/conversations/messages", {
      method: "POST",
      body: { conversationId: id, body: `chat ${n}` },
    });
    await Bun.sleep(BETWEEN_CHATS_MS);
  }
  await Bun.sleep(2_000);
  const { chats } = await arrivals();
  return pressed.map((at, n) => (chats[`chat ${n}`] ?? Number.POSITIVE_INFINITY) - at);
}

/** The most that arrived in any second, wherever it begins. */
function mostInOneSecond(times: readonly number[]): number {
  let most = 0;
  let first = 0;
  times.forEach((time, at) => {
    while ((times[first] ?? 0) <= time - 1_000) first += 1;
    most = Math.max(most, at - first + 1);
  });
  return most;
}
