import type { AppointmentRow } from "#db/calendar/appointments.ts";
import * as store from "#db/calendar/appointments-list.ts";
import { findContact } from "#db/clients/contacts.ts";
import { chatBodiesSince } from "#db/messaging/texts-of-client.ts";
import type { App, Staff } from "#src/app.ts";
import { findNamedServices } from "#src/calendar/services/named-services.ts";
import { listServices } from "#src/calendar/services/services.ts";
import { isDoubleBooked, type TakenTime } from "#src/calendar/visits.ts";
import { businessDay } from "#src/platform/settings/settings.ts";
import { toWallTime } from "#src/platform/time.ts";
import { DAY_MS } from "#src/shared/durations.ts";
import { mayOpen } from "#src/shared/permissions.ts";
import { Problem, requireFound } from "#src/shared/problem.ts";
import { addDays, dayOf, minutesBetween } from "#src/shared/wall-time.ts";
import {
  type Appointment,
  type ClientAppointments,
  FIRST_DATE_HEADER,
  MORE_FROM_HEADER,
  type Span,
} from "./contract.ts";
import { toAppointment, toAppointments } from "./to-appointment.ts";

const HALF_YEAR_DAYS = 183;
const MAX_DAYS = 2 * HALF_YEAR_DAYS + 1;
/** Rows per reply, which take about 20 ms. */
const MAX_ROWS = 2_000;
const MAX_PER_CLIENT = 20;
const MINUTES_OF_DAY = 24 * 60;
/** How long a text counts, and how many are read. */
const NAMED_DAYS = 14;
const MAX_TEXTS = 50;

type BookedTime = TakenTime & Pick<AppointmentRow, "id" | "employeeId" | "endsAt" | "status">;

/** Lists appointments. Response headers name the nearest day with any, and where the next page starts. */
export function listAppointments(
  app: App,
  actor: Staff,
  span: Span,
  answer: Headers,
): Appointment[] {
  const { from, to } = resolveSpan(app, span);
  const employees = visibleEmployees(actor);
  const nearest = store.findNearestStart(app.db, `${from}T00:00:00`, employees);
  if (nearest !== null) answer.set(FIRST_DATE_HEADER, dayOf(nearest));

  const read = store.appointmentsBetween(app.db, {
    // Those of the day before that last past midnight, which others may overlap.
    earliest: `${addDays(from, -1)}T00:00:00`,
    from: `${from}T00:00:00`,
    until: `${addDays(to, 1)}T00:00:00`,
    employees,
    most: MAX_ROWS + 1,
  });
  const { rows, moreFrom } = trimToWholeDays(read, from);
  if (moreFrom !== undefined) answer.set(MORE_FROM_HEADER, moreFrom);
  const clashes = findClashes(rows);
  return toAppointments(
    app,
    rows.filter(({ startsAt }) => startsAt >= `${from}T00:00:00`),
    ({ id }) => clashes.has(id),
  );
}

/** Returns a client's next and last appointments with employees visible to the actor. @throws Problem 404 */
export function appointmentsOfClient(
  app: App,
  actor: Staff,
  contactId: number,
): ClientAppointments {
  requireFound(findContact(app.db, contactId), "This contact no longer exists.");
  const { ahead, before } = store.appointmentsOfContact(app.db, contactId, {
    now: toWallTime(app, app.now()),
    employees: visibleEmployees(actor),
    most: MAX_PER_CLIENT,
  });
  return {
    next: ahead.map((row) => toAppointment(app, row)),
    last: before.map((row) => toAppointment(app, row)),
    named: mayOpen(actor, "/inbox") ? namedServices(app, contactId, [...ahead, ...before]) : [],
  };
}

/** The services that client or staff named in a text after the client's visits were booked. */
function namedServices(app: App, contactId: number, visits: readonly AppointmentRow[]): number[] {
  const since = Math.max(
    app.now() - NAMED_DAYS * DAY_MS,
    ...visits.map(({ createdAt }) => createdAt),
  );
  return findNamedServices(chatBodiesSince(app.db, contactId, since, MAX_TEXTS), listServices(app));
}

/** When clients come next and came last, to employees visible to the actor. */
export function visitStartsOfClients(
  app: App,
  actor: Staff,
  contactIds: readonly number[],
): store.VisitStarts[] {
  return store.visitStartsOfContacts(app.db, contactIds, {
    now: toWallTime(app, app.now()),
    employees: visibleEmployees(actor),
  });
}

/** An empty list permits no employee. */
export function visibleEmployees({ role, permissions }: Staff): store.EmployeeFilter {
  return role === "admin" ? "all" : permissions.employeeIds;
}

function resolveSpan(app: App, { from, to }: Span): { from: string; to: string } {
  const today = businessDay(app);
  const first = from ?? addDays(to ?? today, to ? -MAX_DAYS + 1 : -HALF_YEAR_DAYS);
  const last = to ?? addDays(from ?? today, from ? MAX_DAYS - 1 : HALF_YEAR_DAYS);
  const days = minutesBetween(`${first}T00:00:00`, `${last}T00:00:00`) / MINUTES_OF_DAY + 1;
  if (days < 1) throw new Problem(400, "The last day is before the first.");
  if (days > MAX_DAYS) throw new Problem(400, `Request at most ${MAX_DAYS} days.`);
  return { from: first, to: last };
}

/** Leaves the last day of a full page for the next page, unless it is the first day, whose page would be this one again. */
function trimToWholeDays<Row extends { readonly startsAt: string }>(
  read: readonly Row[],
  from: string,
): { rows: readonly Row[]; moreFrom?: string } {
  const last = read.at(-1);
  if (read.length <= MAX_ROWS || !last) return { rows: read };
  const day = dayOf(last.startsAt);
  if (day === from) return { rows: read };
  return { rows: read.filter(({ startsAt }) => dayOf(startsAt) < day), moreFrom: day };
}

/**
 * Returns the ids of appointments that overlap another one of the same employee, outside of processing times. The input is
 * sorted by start; canceled appointments take no time.
 */
export function findClashes(sorted: readonly BookedTime[]): Set<number> {
  const clashes = new Set<number>();
  const open = new Map<number, readonly BookedTime[]>();
  for (const one of sorted) {
    if (one.status === "canceled") continue;
    const before = (open.get(one.employeeId) ?? []).filter(({ endsAt }) => endsAt > one.startsAt);
    for (const other of before)
      if (isDoubleBooked(other, one)) {
        clashes.add(other.id);
        clashes.add(one.id);
      }
    open.set(one.employeeId, [...before, one]);
  }
  return clashes;
}
