import { allEmployees } from "#db/calendar/employees.ts";
import * as payments from "#db/calendar/reports.ts";
import * as store from "#db/calendar/reports.ts";
import { namesOfServices } from "#db/calendar/services.ts";
import type { App, Staff } from "#src/app.ts";
import { visibleEmployees } from "#src/calendar/appointments/list.ts";
import { readResults } from "#src/calendar/automatic-texts/automatic-texts.ts";
import { findAutomaticText } from "#src/calendar/automatic-texts/texts-contract.ts";
import { CSV_START, type CsvCell, csvFile, csvFormatter } from "#src/platform/csv.ts";
import { defineModule, staff } from "#src/platform/http/routes.ts";
import { forEachDay } from "#src/platform/jobs/slices.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { toWallTime } from "#src/platform/time.ts";
import { BOOKED_WITHIN_MS } from "#src/shared/constants.ts";
import type { FileReply } from "#src/shared/endpoint.ts";
import { formatCents } from "#src/shared/money.ts";
import { mayOpen, maySeeEmployee, seesClients } from "#src/shared/permissions.ts";
import { fieldProblem } from "#src/shared/problem.ts";
import { addDays, daysBetween } from "#src/shared/wall-time.ts";
import { MAX_REPORT_DAYS, type Range, type Report, reports } from "./contract.ts";
import { Totals } from "./totals.ts";

export const reportModule = defineModule(reports, {
  read: staff("/reports", ({ app, actor, query }) => createReport(app, actor, query)),
  exportCsv: staff("/reports", ({ app, actor, query }) => exportReport(app, actor, query)),
});

const REBOOKED_WITHIN_DAYS = 30;
const SLICE_MS = 10;
const HEADER = ["Group", "Name", "Visits or bookings", "Revenue", "Tips"];

/** Visits, revenue and bookings of the employees that the actor may see. @throws Problem 400 for the range */
async function createReport(app: App, actor: Staff, range: Range): Promise<Report> {
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
    automaticTexts: mayOpen(actor, "/campaigns") ? await collectTexts(app, actor, range) : [],
  };
}

/** Reads day by day, so that no range holds up other requests. */
async function collect(app: App, actor: Staff, { from, to }: Range): Promise<Totals> {
  const totals = new Totals();
  const now = toWallTime(app, app.now());
  let started = performance.now();
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const nextDay = addDays(day, 1);
    const groups = store.reportGroups(app.db, {
      day,
      nextDay,
      now,
      employees: actor.role === "admin" ? null : actor.permissions.employeeIds,
      rebookedBefore: startOf(app, addDays(day, REBOOKED_WITHIN_DAYS + 1)),
    });
    for (const group of groups)
      if (maySeeEmployee(actor, group.employeeId))
        // A typed service may name the client.
        totals.add(day, seesClients(actor) ? group : { ...group, service: "" });
    const span = { day, nextDay, now, from: startOf(app, day), to: startOf(app, nextDay) };
    for (const payment of payments.reportPayments(app.db, span))
      if (isVisible(actor, payment)) totals.addPayment(payment, seesClients(actor));
    if (performance.now() - started < SLICE_MS) continue;
    await Bun.sleep(0);
    started = performance.now();
  }
  return totals;
}

/** A payment of other employees is hidden, and what was sold without a visit is no one's. */
function isVisible(actor: Staff, { lines }: payments.ReportPayment): boolean {
  const employees = lines.flatMap(({ employeeId }) => employeeId ?? []);
  return employees.length === 0
    ? actor.role === "admin"
    : employees.every((id) => maySeeEmployee(actor, id));
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

/** The automatic texts that were sent and could bring clients back. */
async function collectTexts(
  app: App,
  actor: Staff,
  { from, to }: Range,
): Promise<Report["automaticTexts"]> {
  const results = await readResults(app, {
    from: startOf(app, from),
    to: startOf(app, addDays(to, 1)),
    employees: visibleEmployees(actor),
  });
  return [...results.values()]
    .toSorted((one, other) => other.cents - one.cents || other.bookings - one.bookings)
    .flatMap(({ kind, sent, bookings, cents }) => {
      const text = findAutomaticText(kind);
      if (!text?.hasBookings) return [];
      return { id: kind, name: text.title, sent, bookings, revenue: formatCents(cents) };
    });
}

function startOf(app: App, day: string): number {
  return Temporal.PlainDate.from(day).toZonedDateTime(getSettings(app).timeZone).epochMilliseconds;
}

/** The report as one CSV. @throws Problem 400 for the range */
async function exportReport(app: App, actor: Staff, range: Range): Promise<FileReply> {
  const report = await createReport(app, actor, range);
  const csv = await csvFormatter();
  const content = `${CSV_START}${csv([HEADER, ...toRows(report)])}`;
  return csvFile(`report-${range.from}-to-${range.to}`, content);
}

function toRows(report: Report): CsvCell[][] {
  const { visits, noShows, canceled, revenue, tips, keptDeposits } = report;
  return [
    ["All", "Visits", visits, revenue, tips],
    ["All", "At list prices", report.listVisits, report.listRevenue, null],
    ["All", "No-shows", noShows, null, null],
    ["All", "No-show rate", formatShare(report.noShowShare), null, null],
    ["All", "Fees", null, report.fees, null],
    ["All", "Canceled", canceled, null, null],
    ["All", "Kept deposits", null, keptDeposits, null],
    ...report.byEmployee.map((one) => ["Employee", one.name, one.visits, one.revenue, one.tips]),
    ...report.byService.map((one) => ["Service", one.name, one.visits, one.revenue, null]),
    ...report.campaigns.map((one) => ["Campaign", one.name, one.bookings, one.revenue, null]),
    ...report.automaticTexts.map((one) => [
      "Automatic text",
      one.name,
      one.bookings,
      one.revenue,
      null,
    ]),
  ];
}

/** "4.2%" */
function formatShare(share: number | null): string | null {
  return share === null ? null : `${Number((share * 100).toFixed(1))}%`;
}
