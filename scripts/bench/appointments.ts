import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Hono } from "hono";
import { appointmentsBetween, findNearestStart } from "#db/calendar/appointments-list.ts";
import { allEmployees } from "#db/calendar/employees.ts";
import { openDatabase } from "#db/connection.ts";
import { migrate } from "#db/migrate.ts";
import { setSetting } from "#db/platform/settings.ts";
import { buildLargeBook } from "#scripts/bench/sql/large-calendar.ts";
import { createAdmin } from "#src/accounts/sign-in/sign-in.ts";
import type { App } from "#src/app.ts";
import { findSlots } from "#src/calendar/availability/availability.ts";
import { sendReminders } from "#src/calendar/reminders/send-reminders.ts";
import { sendThankYous } from "#src/calendar/reminders/send-thank-yous.ts";
import type { Visit } from "#src/calendar/visits.ts";
import { findContactsByName } from "#src/clients/name-matching/name-matching.ts";
import { createServer } from "#src/server.ts";
import { addDays } from "#src/shared/wall-time.ts";
import { openApp } from "./app-on.ts";
import { OWNER } from "./large-salon.ts";
import { reuseSalon } from "./salon-server.ts";
import { type Measuring, median, quantile, toBudgetRow } from "./table.ts";

const FIRST_DAY = "2020-01-01";
const SIZES = [10_000, 1_000_000];
const REQUESTS = 400;
const ROUNDS = 3;

/** Measures a day of appointments at two sizes, compared with its SQL alone, and finding a client by name. */
export async function appointments({ rows, contacts }: Measuring): Promise<void> {
  const books = await Promise.all(SIZES.map(openBook));
  const [small, large] = books;
  if (!small || !large) throw new Error("no size to measure");
  const seen = { small: [] as number[], large: [] as number[], bare: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    seen.small.push(await requests(small));
    seen.large.push(await requests(large));
    seen.bare.push(measureQueriesOnly(large));
  }
  const [day, ofSmall, sql] = [median(seen.large), median(seen.small), median(seen.bare)];
  rows.push(
    toBudgetRow(
      "day",
      day / sql,
      `${(day / sql).toFixed(2)}× (${day.toFixed(0)} of ${sql.toFixed(0)} µs)`,
    ),
    toBudgetRow(
      "day-flat",
      day / ofSmall,
      `${(day / ofSmall).toFixed(2)}× (${ofSmall.toFixed(0)} and ${day.toFixed(0)} µs)`,
    ),
  );
  const tick = await emptyTick(large);
  rows.push(toBudgetRow("tick", tick, `${tick.toFixed(1)} µs`));
  for (const [id, visit, least] of [
    ["slots", { minutes: 15 }, 1_000],
    ["chains", { serviceIds: await addServices(large) }, 20],
  ] as const) {
    const { cpu, longest } = await monthOfSlots(large, visit, least);
    rows.push(
      toBudgetRow(`${id}-cpu`, cpu, `${cpu.toFixed(1)} ms`),
      toBudgetRow(`${id}-block`, longest, `${longest.toFixed(1)} ms`),
    );
  }
  for (const { app, folder } of books) {
    app.db.close();
    rmSync(folder, { recursive: true });
  }
  await names({ rows, contacts });
}

interface Book {
  readonly app: App;
  readonly hono: Hono;
  readonly cookie: string;
  readonly folder: string;
  readonly days: number;
}

async function openBook(count: number): Promise<Book> {
  const folder = mkdtempSync(join(tmpdir(), "parlor-book-"));
  mkdirSync(folder, { recursive: true });
  const db = openDatabase(join(folder, "parlor.db"));
  migrate(db);
  const { days } = buildLargeBook(db, FIRST_DAY, count);
  db.close();
  const app = openApp(folder);
  await createAdmin(app, { ...OWNER, email: "owner@example.com" });
  const hono = createServer(app);
  const login = await hono.request("/api/login", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(OWNER),
  });
  const cookie = login.headers.get("set-cookie")?.split(";")[0] ?? "";
  return { app, hono, cookie, folder, days };
}

/** CPU microseconds per request, including session and shapes. Every request reads another day. */
async function requests({ hono, cookie, days }: Book): Promise<number> {
  const before = process.cpuUsage();
  for (let n = 0; n < REQUESTS; n += 1) {
    const day = addDays(FIRST_DAY, (n * 7_919) % days);
    const answer = await hono.request(`/api/appointments?from=${day}&to=${day}`, {
      headers: { cookie },
    });
    await answer.text();
    if (answer.status !== 200) throw new Error(`${answer.status}`);
  }
  return cpuSince(before);
}

/** Reads the same rows and formats them as JSON. */
function measureQueriesOnly({ app, days }: Book): number {
  const before = process.cpuUsage();
  for (let n = 0; n < REQUESTS; n += 1) {
    const day = addDays(FIRST_DAY, (n * 7_919) % days);
    findNearestStart(app.db, `${day}T00:00:00`, "all");
    JSON.stringify(
      appointmentsBetween(app.db, {
        from: `${day}T00:00:00`,
        until: `${addDays(day, 1)}T00:00:00`,
        employees: "all",
        most: 2_000,
      }),
    );
  }
  return cpuSince(before);
}

/** Microseconds of a run with reminders and thank-yous switched on and none due. */
async function emptyTick({ app }: Book): Promise<number> {
  for (const name of ["appointmentThankYouEnabled", "appointmentReminderEnabled"])
    setSetting(app.db, name, true);
  setSetting(app.db, "appointmentThankYouEnabledAt", app.now());
  app.events.changed("settings");
  app.db.run(
    "update appointments set thank_you = 'skipped', reminder = 'skipped' where starts_at between datetime('now', '-2 days') and datetime('now', '+4 days')",
  );
  const took: number[] = [];
  for (let round = 0; round < ROUNDS + 2; round += 1) {
    const before = process.cpuUsage();
    for (let n = 0; n < REQUESTS; n += 1) {
      await sendThankYous(app);
      await sendReminders(app);
    }
    took.push(cpuSince(before) / 2);
  }
  return median(took.slice(2));
}

/** Adds three services, each performed by a third of the employees, one with processing time. Returns their ids. */
async function addServices({ app, hono, cookie }: Book): Promise<number[]> {
  const employees = allEmployees(app.db).map(({ id }) => id);
  const ids: number[] = [];
  for (const [at, name] of ["Color", "Cut", "Blow-dry"].entries()) {
    const answer = await hono.request("/api/services", {
      method: "POST",
      headers: { cookie, "content-type": "application/json" },
      body: JSON.stringify({
        name,
        durationMinutes: 15,
        price: "40.00",
        processing: at === 0 ? { afterMinutes: 5, minutes: 5 } : null,
        employeeIds: employees.filter((_, index) => index % 3 === at),
      }),
    });
    if (!answer.ok) throw new Error(await answer.text());
    ids.push(((await answer.json()) as { id: number }).id);
  }
  return ids;
}

/** Median CPU milliseconds of a search, and the median of the longest pauses that it makes. */
async function monthOfSlots(
  { app, days }: Book,
  visit: Visit,
  least: number,
): Promise<{ cpu: number; longest: number }> {
  const from = addDays(FIRST_DAY, days - 40);
  const found = { cpu: [] as number[], longest: [] as number[] };
  const past = { ...app, now: () => Date.parse(FIRST_DAY) };
  for (let round = 0; round < REQUESTS / 10; round += 1) {
    const pauses: number[] = [];
    let resumed = performance.now();
    const before = process.cpuUsage();
    const slots = await findSlots(past, visit, { from, to: addDays(from, 30) }, async () => {
      pauses.push(performance.now() - resumed);
      await Bun.sleep(0);
      resumed = performance.now();
    });
    pauses.push(performance.now() - resumed);
    const { user, system } = process.cpuUsage(before);
    if (slots.length < least) throw new Error(`only ${slots.length} free times`);
    found.cpu.push((user + system) / 1_000);
    found.longest.push(Math.max(...pauses));
  }
  return { cpu: median(found.cpu), longest: median(found.longest) };
}

function cpuSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / REQUESTS;
}

async function names({ rows, contacts }: Pick<Measuring, "rows" | "contacts">): Promise<void> {
  const app = openApp(await reuseSalon(contacts));
  const some = app.db
    .query<{ name: string }, [number]>("select name from contacts where id % ? = 1 limit 300")
    .all(Math.max(1, Math.floor(contacts / 300)))
    .map(({ name }, at) => (at % 3 === 0 ? `Unknown ${name}` : name));
  const took = some.map((name) => {
    const started = performance.now();
    findContactsByName(app, name, 2);
    return performance.now() - started;
  });
  const [usual, worst] = [median(took), quantile(took, 0.99)];
  rows.push(
    toBudgetRow("client-by-name", worst, `${worst.toFixed(1)} ms, median ${usual.toFixed(1)}`),
  );
  app.db.close();
}
