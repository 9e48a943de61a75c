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
import { ACCOUNT, type Turn, talk } from "./calls.ts";
import { copySalon, type Served } from "./salon-server.ts";

/** What an ordinary salon does in its busiest hour, with five staff, 2,000 clients and one tab that is always open. */
export const ORDINARY_HOUR = {
  texts: 400,
  pages: 150,
  reads: 300,
  calls: 10,
  bookings: 5,
  replies: 40,
} as const;
const PAGES = ["/", "/campaigns", "/inbox", "/contacts", "/appointments", "/reports"];
const READS = [
  "/api/contacts?q=smith",
  "/api/contacts",
  "/api/conversations",
  "/api/stats",
  "/api/campaigns",
];

const HOUR_MS = 3_600_000;
const TURNS_PER_CALL = 8;

/** Numbers what arrives, over all minutes, because no client calls, replies or books twice. */
const arrived = new Map<string, number>();

interface Busy {
  readonly serviceId: number;
  readonly turns: Map<string, Turn>;
  readonly waits: Readonly<Record<"page" | "api", number[]>>;
  readonly ms: number;
}

/** Keeps the server as busy as so many salons for `ms`, and adds how many milliseconds pages and the API took to `waits`. */
export async function keepBusy(
  server: Served,
  salons: number,
  { serviceId, turns, waits, ms }: Busy,
): Promise<void> {
  const until = performance.now() + ms;
  const timed = async (kind: keyof typeof waits, work: () => Promise<unknown>) => {
    const asked = performance.now();
    await work();
    waits[kind].push(performance.now() - asked);
  };
  const read = async (path: string) => {
    const answer = await fetch(server.url + path, { headers: { cookie: server.cookie } });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  };
  /** At random moments, whether or not earlier ones have ended, as people do who don't know of each other. */
  const arrive = async (
    kind: keyof typeof ORDINARY_HOUR,
    work: (n: number) => Promise<unknown>,
  ) => {
    const apart = HOUR_MS / (ORDINARY_HOUR[kind] * salons);
    const running: Promise<unknown>[] = [];
    let next = performance.now();
    while (true) {
      next -= Math.log(1 - Math.random()) * apart;
      if (next > until) break;
      await Bun.sleep(Math.max(0, next - performance.now()));
      const n = arrived.get(kind) ?? 0;
      arrived.set(kind, n + 1);
      running.push(work(n));
    }
    await Promise.all(running);
  };
  const bookings = bookingsOf(server, serviceId);
  await Promise.all([
    arrive("pages", (n) => timed("page", () => read(PAGES[n % PAGES.length] ?? "/"))),
    arrive("reads", (n) => timed("api", () => read(READS[n % READS.length] ?? ""))),
    arrive("bookings", (n) => timed("api", () => bookings.book(n))),
    arrive("replies", (n) => timed("api", () => reply(server, n))),
    arrive("calls", (n) => talk(server, n, turns, TURNS_PER_CALL)),
  ]);
}

/** A copy of the large salon with as many appointments as contacts, the last ones in the next weeks. */
export async function salonWithCalendar(contacts: number): Promise<string> {
  const folder = await copySalon(contacts);
  const db = openDatabase(join(folder, "parlor.db"));
  const days = Math.floor(contacts / 200);
  buildLargeBook(db, addDays(today(), 30 - days), contacts);
  db.close();
  return folder;
}

/** Sets up the assistant and opens online booking. Returns the service that clients book. */
export async function configure(server: Served): Promise<number> {
  await server.json("/api/settings", {
    method: "POST",
    body: { openaiApiKey: "sk-bench", messageCount: 1, delaySeconds: 1 },
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
