import { join } from "node:path";
import { openDatabase } from "#db/connection.ts";
import { buildLargeBook } from "#scripts/bench/sql/large-calendar.ts";
import type { App } from "#src/app.ts";
import { setVerifiedPhone } from "#src/calendar/online-booking/book.ts";
import { readConfig } from "#src/platform/config.ts";
import { createSecretBox } from "#src/platform/secrets/secret-box.ts";
import { readSecretKeys } from "#src/platform/secrets/secret-keys.ts";
import { addDays } from "#src/shared/wall-time.ts";
import { signForm } from "#tests/sandbox/signature.ts";
import { ACCOUNT, startModel, type Turn, talk } from "./calls.ts";
import { startTabs } from "./open-tabs.ts";
import { cpuOf, memoryOf } from "./process-use.ts";
import {
  copySalon,
  loopDelay,
  type Served,
  serveFolder,
  startSink,
  textEverybody,
} from "./salon-server.ts";
import { type Measuring, median, quantile, toBudgetRow, toInfoRow } from "./table.ts";

const LARGEST = 1_000_000;
const MINUTES = 10;
const TABS = 100;
const CALLS = 50;
const TURNS_PER_CALL = 8;
const TEXTS_PER_SECOND = 225;
const CORES = 2;
const HOUR_MS = 3_600_000;

/** Milliseconds between two of a kind. */
const EVERY = { page: 200, read: 100, booking: 1_000, reply: 500 } as const;
const PAGES = ["/", "/campaigns", "/inbox", "/contacts", "/appointments", "/reports"];
const READS = [
  "/api/contacts?q=smith",
  "/api/contacts",
  "/api/conversations",
  "/api/stats",
  "/api/campaigns",
];

/** What an ordinary salon does in its busiest hour, with five staff and 2,000 clients. */
const ORDINARY_HOUR = { texts: 400, pages: 150, calls: 10, bookings: 5, replies: 40 } as const;

/** Measures the largest salon with everything going on at once. */
export async function capacity({ rows, contacts, servers }: Measuring): Promise<void> {
  const isFull = contacts >= LARGEST;
  const minutes = isFull ? MINUTES : 1;
  const turns = new Map<string, Turn>();
  const model = startModel(turns);
  servers.push({ kill: () => void model.stop(true) });
  const sink = await startSink();
  servers.push(sink);
  const folder = await salonWithCalendar(contacts);
  const server = await serveFolder(folder, {
    sink: sink.url,
    openai: `${model.url.origin}/v1`,
    removed: true,
  });
  servers.push(server);
  const serviceId = await configure(server);
  const tabs = await startTabs(server, TABS);
  servers.push(tabs);
  await Bun.sleep(2_000);

  const until = performance.now() + minutes * 60_000;
  const waits = { page: [] as number[], api: [] as number[] };
  const done = { texts: 0, pages: 0, calls: 0, bookings: 0, replies: 0 };
  const timed = async (kind: keyof typeof waits, work: () => Promise<unknown>) => {
    const asked = performance.now();
    await work();
    waits[kind].push(performance.now() - asked);
  };
  const repeat = async (everyMs: number, work: (n: number) => Promise<void>) => {
    for (let n = 0; performance.now() < until; n += 1) {
      const next = performance.now() + everyMs;
      await work(n);
      await Bun.sleep(Math.max(0, next - performance.now()));
    }
  };
  const read = async (path: string) => {
    const answer = await fetch(server.url + path, { headers: { cookie: server.cookie } });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  };
  const bookings = bookingsOf(server, serviceId);

  const cpu = cpuOf(server.pid);
  const started = performance.now();
  const { id: campaignId } = await textEverybody(server);
  await Promise.all([
    repeat(EVERY.page, async (n) => {
      await timed("page", () => read(PAGES[n % PAGES.length] ?? "/"));
      done.pages += 1;
    }),
    repeat(EVERY.read, (n) => timed("api", () => read(READS[n % READS.length] ?? ""))),
    repeat(EVERY.booking, async (n) => {
      await timed("api", () => bookings.book(n));
      done.bookings += 1;
    }),
    repeat(EVERY.reply, async (n) => {
      await reply(server, n);
      done.replies += 1;
    }),
    ...Array.from({ length: CALLS }, (_, line) =>
      repeat(0, async (n) => {
        await talk(server, n * CALLS + line, turns, TURNS_PER_CALL);
        done.calls += 1;
      }),
    ),
  ]);
  const took = performance.now() - started;
  const core = (cpuOf(server.pid) - cpu) / 1000 / took / CORES;
  const memory = memoryOf(server.pid);
  const delay = await loopDelay(server);
  const campaign = (await server.json(`/api/campaigns/${campaignId}`)) as { sentCount: number };
  done.texts = campaign.sentCount;
  await server.stop();

  const equal = Object.entries(ORDINARY_HOUR).map(
    ([kind, count]) =>
      [kind, Math.floor((done[kind as keyof typeof done] / took) * (HOUR_MS / count))] as const,
  );
  const fewest = equal.toSorted(([, a], [, b]) => a - b)[0];
  rows.push(
    toBudgetRow("capacity-cpu", core, `${(core * 100).toFixed(0)}%`),
    toBudgetRow("capacity-memory", memory.peak, `${memory.peak.toFixed(0)} MB`),
    toBudgetRow("capacity-pages", quantile(waits.page, 0.99), waitsOf(waits.page)),
    toBudgetRow("capacity-api", quantile(waits.api, 0.99), waitsOf(waits.api)),
    toBudgetRow(
      "capacity-salons",
      fewest?.[1] ?? Number.NaN,
      `${fewest?.[1]} by ${fewest?.[0]}; ${equal.map(([kind, salons]) => `${kind} ${salons}`).join(", ")}`,
    ),
    toInfoRow(
      `in ${minutes} minutes`,
      Object.entries(done)
        .map(([kind, count]) => `${count.toLocaleString("en-US")} ${kind}`)
        .join(", "),
    ),
    toBudgetRow("capacity-block", delay.longest * 1000, `${(delay.longest * 1000).toFixed(0)} ms`),
    toInfoRow("answers of the assistant, Parlor's part", waitsOf(partsOf(turns))),
  );
}

function waitsOf(waits: readonly number[]): string {
  return `${quantile(waits, 0.99).toFixed(1)} ms, median ${median(waits).toFixed(1)}`;
}

function partsOf(turns: ReadonlyMap<string, Turn>): number[] {
  return [...turns.values()]
    .filter(({ spokenAt }) => spokenAt > 0)
    .map(({ saidAt, askedAt, answeredAt, spokenAt }) => askedAt - saidAt + (spokenAt - answeredAt));
}

/** A copy of the large salon with as many appointments as contacts, the last ones in the next weeks. */
async function salonWithCalendar(contacts: number): Promise<string> {
  const folder = await copySalon(contacts);
  const db = openDatabase(join(folder, "parlor.db"));
  const days = Math.floor(contacts / 200);
  buildLargeBook(db, addDays(today(), 30 - days), contacts);
  db.close();
  return folder;
}

/** Sets the pace and the assistant, and opens online booking. Returns the service that clients book. */
async function configure(server: Served): Promise<number> {
  await server.json("/api/settings", {
    method: "POST",
    body: { messageCount: TEXTS_PER_SECOND, delaySeconds: 1, openaiApiKey: "sk-bench" },
  });
  const days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
  const weekly = Object.fromEntries(days.map((day) => [day, [{ start: "06:00", end: "22:00" }]]));
  await server.json("/api/hours", { method: "PUT", body: { weekly, closedDays: [] } });
  const { id } = (await server.json("/api/services", {
    method: "POST",
    body: { name: "Facial", durationMinutes: 15, price: "120.00", onlineBooking: true },
  })) as { id: number };
  return id;
}

/** Clients with a confirmed phone who look at a week and book one of its times. */
function bookingsOf(server: Served, serviceId: number) {
  const { key } = readSecretKeys(readConfig({ PARLOR_DATA: server.folder }), undefined);
  const app = { secrets: createSecretBox(key), now: Date.now, config: {} } as unknown as App;
  return {
    async book(n: number): Promise<void> {
      const from = addDays(today(), 2 + (n % 25));
      const headers = {
        "content-type": "application/json",
        cookie: confirmedPhone(app, `+1917${2_000_000 + n}`),
        "x-forwarded-for": `198.18.${Math.floor(n / 250) % 250}.${n % 250}`,
      };
      const week = await fetch(
        `${server.url}/api/booking/availability?serviceId=${serviceId}&from=${from}&to=${addDays(from, 6)}`,
        { headers },
      );
      const { slots } = (await week.json()) as { slots: { start: string }[] };
      const start = slots[(n * 7) % slots.length]?.start;
      const answer = await fetch(`${server.url}/api/booking`, {
        method: "POST",
        headers,
        body: JSON.stringify({ serviceId, employeeId: null, start, name: `Booker ${n}` }),
      });
      const text = await answer.text();
      if (answer.status !== 201) throw new Error(`booking: ${answer.status} ${text}`);
    },
  };
}

/** The cookie of a browser that confirmed this phone with a code. */
function confirmedPhone(app: App, phone: string): string {
  const answer = new Headers();
  setVerifiedPhone(app, answer, phone);
  return answer.get("set-cookie")?.split(";")[0] ?? "";
}

/** A client's text, as Twilio delivers it. */
async function reply(server: Served, n: number): Promise<void> {
  const path = "/api/twilio/webhook";
  const form = {
    AccountSid: ACCOUNT.sid,
    MessageSid: `SM${n.toString(16).padStart(32, "f")}`,
    From: `+${12_000_000_000 + (1 + n * 10) * 7}`,
    To: "+12025550100",
    Body: `Is Thursday at ${1 + (n % 9)} free?`,
    NumMedia: "0",
  };
  const answer = await fetch(server.url + path, signForm(ACCOUNT.token, ACCOUNT.base + path, form));
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}
