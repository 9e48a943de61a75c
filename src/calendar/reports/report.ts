import { allEmployees } from "#db/calendar/employees.ts";
import * as store from "#db/calendar/reports.ts";
import { namesOfServices, type VisitService } from "#db/calendar/services.ts";
import type { App, Staff } from "#src/app.ts";
import { CSV_START, type CsvCell, csvFile, csvFormatter } from "#src/platform/csv.ts";
import { forEachDay } from "#src/platform/jobs/slices.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { toWallTime } from "#src/platform/time.ts";
import { BOOKED_WITHIN_MS } from "#src/shared/constants.ts";
import type { FileReply } from "#src/shared/endpoint.ts";
import { formatCents } from "#src/shared/money.ts";
import { mayOpen, maySeeEmployee, seesClients } from "#src/shared/permissions.ts";
import { fieldProblem } from "#src/shared/problem.ts";
import { addDays, daysBetween } from "#src/shared/wall-time.ts";
import { type Figures, MAX_REPORT_DAYS, type Range, type Report } from "./contract.ts";

const REBOOKED_WITHIN_DAYS = 30;
const SLICE_MS = 10;
const WEEKDAYS = 7;
const HOURS = 24;
const HEADER = ["Group", "Name", "Visits or bookings", "Revenue"];

/** Visits, revenue and bookings of the employees that the actor may see. @throws Problem 400 for the range */
export async function createReport(app: App, actor: Staff, range: Range): Promise<Report> {
  const days = daysBetween(range.from, range.to) + 1;
  if (days < 1) throw fieldProblem(400, "to", "The range ends before it begins");
  if (days > MAX_REPORT_DAYS) throw fieldProblem(400, "to", "Choose a range of up to a year");
  const before = { from: addDays(range.from, -days), to: addDays(range.from, -1) };
  const [now, previous] = [await collect(app, actor, range), await collect(app, actor, before)];
  return {
    currency: getSettings(app).currency,
    ...now.figures(),
    previous: previous.figures(),
    byEmployee: now.byEmployee(allEmployees(app.db)),
    byService: now.byService(namesOfServices(app.db)),
    busiest: now.busiest,
    campaigns: mayOpen(actor, "/campaigns") ? await collectCampaigns(app, actor, range) : [],
  };
}

/** Reads day by day, so that no range holds up other requests. */
async function collect(app: App, actor: Staff, { from, to }: Range): Promise<Totals> {
  const totals = new Totals();
  const now = toWallTime(app, app.now());
  let started = performance.now();
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const groups = store.reportGroups(app.db, {
      day,
      nextDay: addDays(day, 1),
      now,
      rebookedBefore: startOf(app, addDays(day, REBOOKED_WITHIN_DAYS + 1)),
    });
    for (const group of groups)
      if (maySeeEmployee(actor, group.employeeId))
        // A typed service may name the client.
        totals.add(day, seesClients(actor) ? group : { ...group, service: "" });
    if (performance.now() - started < SLICE_MS) continue;
    await Bun.sleep(0);
    started = performance.now();
  }
  return totals;
}

async function collectCampaigns(
  app: App,
  actor: Staff,
  { from, to }: Range,
): Promise<Report["campaigns"]> {
  const all = new Map<number, Omit<store.CampaignBookings, "employeeId">>();
  await forEachDay(startOf(app, from), startOf(app, addDays(to, 1)), (start, end) => {
    const span = { from: start, to: end, within: BOOKED_WITHIN_MS };
    for (const { employeeId, ...one } of store.campaignBookings(app.db, span)) {
      if (!maySeeEmployee(actor, employeeId)) continue;
      const { bookings = 0, cents = 0 } = all.get(one.campaignId) ?? {};
      all.set(one.campaignId, {
        ...one,
        bookings: bookings + one.bookings,
        cents: cents + one.cents,
      });
    }
  });
  return [...all.values()]
    .toSorted((one, other) => other.cents - one.cents || other.bookings - one.bookings)
    .map(({ cents, ...rest }) => ({ ...rest, revenue: formatCents(cents) }));
}

function startOf(app: App, day: string): number {
  return Temporal.PlainDate.from(day).toZonedDateTime(getSettings(app).timeZone).epochMilliseconds;
}

interface Tally {
  visits: number;
  cents: number;
}

/** Adds up the groups of many days. */
class Totals {
  readonly busiest = Array.from({ length: WEEKDAYS }, () => Array.from({ length: HOURS }, () => 0));
  #noShows = 0;
  #canceled = 0;
  #rebooked = 0;
  #unpriced = 0;
  #keptCents = 0;
  readonly #employees = new Map<number, Tally>();
  readonly #services = new Map<string, Tally & { id: number | null; typed: string }>();

  add(day: string, group: store.ReportGroup): void {
    if (group.status === "no_show") this.#noShows += group.count;
    if (group.status === "canceled") this.#canceled += group.count;
    this.#keptCents += group.keptCents;
    if (group.status !== "past") return;
    this.#rebooked += group.rebooked;
    this.#unpriced += group.unpriced;
    const hours = this.busiest[Temporal.PlainDate.from(day).dayOfWeek - 1];
    if (hours) hours[group.hour] = (hours[group.hour] ?? 0) + group.count;
    addTo(this.#employees, group.employeeId, group, {});
    for (const { serviceId: id, service: typed, ...tally } of servicesOf(group))
      addTo(this.#services, id === null ? typed.toLowerCase() : `#${id}`, tally, { id, typed });
  }

  figures(): Figures {
    const tallies = [...this.#employees.values()];
    const visits = sum(tallies.map((one) => one.visits));
    return {
      visits,
      noShows: this.#noShows,
      canceled: this.#canceled,
      rebookedShare: visits === 0 ? null : Number((this.#rebooked / visits).toFixed(4)),
      revenue: formatCents(sum(tallies.map(({ cents }) => cents))),
      keptDeposits: formatCents(this.#keptCents),
      unpricedVisits: this.#unpriced,
    };
  }

  byEmployee(employees: readonly { id: number; name: string }[]): Report["byEmployee"] {
    const names = new Map(employees.map(({ id, name }) => [id, name]));
    return sortTallies([...this.#employees]).map(([employeeId, { visits, cents }]) => ({
      employeeId,
      name: names.get(employeeId) ?? "Former employee",
      visits,
      revenue: formatCents(cents),
    }));
  }

  byService(names: ReadonlyMap<number, string>): Report["byService"] {
    return sortTallies([...this.#services]).map(([, { id, typed, visits, cents }]) => ({
      serviceId: id,
      name: (id === null ? typed : names.get(id)) || "No service",
      visits,
      revenue: formatCents(cents),
    }));
  }
}

/** A visit of several services counts for each of them, with its own price. */
function servicesOf(
  group: store.ReportGroup,
): Pick<store.ReportGroup, "serviceId" | "service" | "count" | "cents">[] {
  if (group.services === null) return [group];
  return (JSON.parse(group.services) as VisitService[]).map(({ serviceId, priceCents }) => ({
    serviceId,
    service: "",
    count: group.count,
    cents: group.count * priceCents,
  }));
}

function addTo<Key, Extra extends object>(
  tallies: Map<Key, Tally & Extra>,
  key: Key,
  { count, cents }: Pick<store.ReportGroup, "count" | "cents">,
  extra: Extra,
): void {
  const tally = tallies.get(key) ?? { visits: 0, cents: 0, ...extra };
  tally.visits += count;
  tally.cents += cents;
  tallies.set(key, tally);
}

function sortTallies<Key, One extends Tally>(tallies: readonly [Key, One][]): [Key, One][] {
  return tallies.toSorted(
    ([, one], [, other]) => other.cents - one.cents || other.visits - one.visits,
  );
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** The report as one CSV. @throws Problem 400 for the range */
export async function exportReport(app: App, actor: Staff, range: Range): Promise<FileReply> {
  const report = await createReport(app, actor, range);
  const csv = await csvFormatter();
  const content = `${CSV_START}${csv([HEADER, ...toRows(report)])}`;
  return csvFile(`report-${range.from}-to-${range.to}`, content);
}

function toRows(report: Report): CsvCell[][] {
  const { visits, noShows, canceled, revenue, keptDeposits } = report;
  return [
    ["All", "Visits", visits, revenue],
    ["All", "No-shows", noShows, null],
    ["All", "Canceled", canceled, null],
    ["All", "Kept deposits", null, keptDeposits],
    ...report.byEmployee.map((one) => ["Employee", one.name, one.visits, one.revenue]),
    ...report.byService.map((one) => ["Service", one.name, one.visits, one.revenue]),
    ...report.campaigns.map((one) => ["Campaign", one.name, one.bookings, one.revenue]),
  ];
}
