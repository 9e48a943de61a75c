import { join } from "node:path";
import { importCsv } from "./import.ts";
import { startTabs } from "./open-tabs.ts";
import { cpuOf } from "./process-use.ts";
import {
  loopDelay,
  type Served,
  serveSalon,
  startScript,
  startSink,
  textEverybody,
  watch,
} from "./salon-server.ts";
import { type Measuring, median, quantile, toBudgetRow } from "./table.ts";

const BUSY_MS = 20_000;
const CARRIER_PACE = { messageCount: 225, delaySeconds: 1 };
const CHATS = 20;
const BETWEEN_CHATS_MS = 100;
const QUIET_MS = 30_000;
const CHANGES = 25;
/** An event about a resource is sent at most once a second. */
const BETWEEN_MS = 1_100;
const TABS = 50;
const READS = [
  "/api/contacts",
  "/api/contacts?q=smith",
  "/api/conversations",
  "/api/stats",
  "/api/campaigns",
];

/** Measures reads and chats while a campaign is sent at a carrier's pace, files are imported and fifty tabs are open. */
export async function readsWhileBusy({ rows, contacts, servers }: Measuring): Promise<void> {
  const sink = await startSink();
  servers.push(sink);
  const server = await serveSalon(contacts, { copy: true, sink: sink.url });
  servers.push(server);
  await server.json("/api/settings", { method: "POST", body: CARRIER_PACE });
  const tabs = await startTabs(server, TABS);
  servers.push(tabs);
  await Promise.all(READS.map((path) => server.json(path)));
  const conversations = await openConversations(server);
  await textEverybody(server);
  const end = performance.now() + BUSY_MS;
  const bare = await startScript("bare-server.ts", "--data", server.folder);
  servers.push(bare);
  const writes: number[] = [];
  const [reads, least] = await Promise.all([
    readFor(BUSY_MS, server.url, server.cookie, ...READS),
    readFor(BUSY_MS, bare.url, "", "/"),
    importUntil(server, end),
    chatUntil(server, end, { conversations, waits: writes }),
  ]);
  tabs.kill();
  bare.kill();
  await server.stop();
  for (const [id, value, limit] of [
    ["busy-reads-p99", quantile(reads, 0.99), quantile(least, 0.99)],
    ["busy-reads-median", median(reads), median(least)],
    ["busy-writes-p99", quantile(writes, 0.99), undefined],
  ] as const)
    rows.push(toBudgetRow(id, value, `${value.toFixed(1)} ms`, limit));
}

const ROWS = 50_000;

async function importUntil(server: Served, end: number): Promise<void> {
  for (let at = 0; performance.now() < end; at += ROWS) {
    const rows = Array.from({ length: ROWS }, (_, n) => {
      // In no order, like the numbers of a file.
      const number = 2_000_000 + (((at + n) * 7_919_777) % 8_000_000);
      return `Ada,Busy ${at + n},+1646${number}\n`;
    });
    await importCsv(server, new Blob(["First,Last,Phone\n", ...rows]));
  }
}

/** Returns the milliseconds of each answer. */
async function readFor(ms: number, ...options: string[]): Promise<number[]> {
  const command = [process.execPath, join(import.meta.dir, "reader.ts"), String(ms), ...options];
  return JSON.parse(await new Response(Bun.spawn(command).stdout).text()) as number[];
}

/** Ids of conversations with some of the contacts. */
async function openConversations({ json }: Served): Promise<number[]> {
  const ids: number[] = [];
  for (let n = 0; n < CHATS; n += 1) {
    const body = { contactId: 1 + n * 10 };
    ids.push(((await json("/api/conversations", { method: "POST", body })) as { id: number }).id);
  }
  return ids;
}

async function chatUntil(
  { json }: Served,
  end: number,
  { conversations, waits }: { conversations: readonly number[]; waits: number[] },
): Promise<void> {
  for (let n = 0; performance.now() < end; n += 1) {
    const asked = performance.now();
    await json("/api/conversations/messages", {
      method: "POST",
      body: { conversationId: conversations[n % CHATS], body: `See you at ${n}` },
    });
    waits.push(performance.now() - asked);
    await Bun.sleep(BETWEEN_CHATS_MS);
  }
}

/** Sixteen people sign in at once, repeatedly; requests over the limit are answered 429. */
export async function signIns({ rows, servers }: Measuring): Promise<void> {
  const server = await serveSalon(10_000);
  servers.push(server);
  const watched = watch(server, 1);
  const statuses: number[] = [];
  for (let round = 0; round < 10; round += 1) {
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, n) =>
        fetch(`${server.url}/api/login`, {
          method: "POST",
          headers: {
            "content-type": "application/json",
            "x-forwarded-for": `198.51.${round}.${n}`,
          },
          body: JSON.stringify({ username: `nobody-${round}-${n}`, password: "a-wrong-password" }),
        }),
      ),
    );
    statuses.push(...answers.map(({ status }) => status));
  }
  await watched.end();
  const inside = (await loopDelay(server)).p99 * 1000;
  await server.stop();
  const p99 = quantile(watched.waits, 0.99);
  const answers = [401, 429].map(
    (wanted) => `${statuses.filter((one) => one === wanted).length} × ${wanted}`,
  );
  rows.push(
    toBudgetRow(
      "sign-ins",
      p99,
      `${p99.toFixed(1)} ms, loop p99 ${inside.toFixed(1)} ms; ${answers.join(", ")}`,
    ),
  );
}

/** Fifty tabs with the inbox open: first idle, then one change after the other. */
export async function quietTabs({ rows, contacts, servers }: Measuring): Promise<void> {
  const server = await serveSalon(Math.min(contacts, 100_000), { copy: true });
  servers.push(server);
  const tabs = await startTabs(server, TABS);
  servers.push(tabs);
  await Bun.sleep(3_000);
  const [cpu, bytes] = [cpuOf(server.pid), (await tabs.look()).bytes];
  await Bun.sleep(QUIET_MS);
  const core = (cpuOf(server.pid) - cpu) / QUIET_MS / 10;
  const rate = ((await tabs.look()).bytes - bytes) / (QUIET_MS / 1000) / 1024;

  const waits: number[] = [];
  for (let n = 0; n < CHANGES; n += 1) {
    const changed = Date.now();
    await server.json(`/api/contacts/${1 + n * 10}`, {
      method: "PATCH",
      body: { name: `Renamed ${n}` },
    });
    await Bun.sleep(BETWEEN_MS);
    const { landed } = await tabs.look();
    if (landed.length !== TABS)
      throw new Error(`${landed.length} of ${TABS} tabs received a change`);
    waits.push(...landed.map((at) => at - changed));
  }
  tabs.kill();
  await server.stop();
  const p99 = quantile(waits, 0.99);
  rows.push(
    toBudgetRow("tabs-cpu", core, `${core.toFixed(2)}%`),
    toBudgetRow("tabs-bytes", rate, `${rate.toFixed(2)} KB/s`),
    toBudgetRow("tabs-change", p99, `${p99.toFixed(0)} ms, median ${median(waits).toFixed(0)}`),
  );
}
