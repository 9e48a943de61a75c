import {
  appointmentsBetween,
  appointmentsOfPhone,
  nearestBeginning,
  type Whose,
} from "#db/calendar/appointments-list.ts";
import { findContact } from "#db/clients/contacts.ts";
import type { App, Staff } from "#src/app.ts";
import { businessDay } from "#src/platform/settings/settings.ts";
import { wallTimeOf } from "#src/platform/time.ts";
import { Problem } from "#src/shared/problem.ts";
import { addDays, dayOf, minutesBetween } from "#src/shared/wall-time.ts";
import { clashing } from "./conflicts.ts";
import {
  type Appointment,
  FIRST_DATE_HEADER,
  MORE_FROM_HEADER,
  type OfClient,
  type Span,
} from "./contract.ts";
import { shownAll, shownOne } from "./to-appointment.ts";

const HALF_A_YEAR = 183;
const MOST_DAYS = 2 * HALF_A_YEAR + 1;
/** Rows of one answer: some 20 ms of the loop. */
const MOST = 2_000;
const OF_CLIENT = 3;
const MINUTES_OF_DAY = 24 * 60;

/** Headers say where the nearest ones are, and where to go on when there are more. */
export function listAppointments(
  app: App,
  actor: Staff,
  asked: Span,
  answer: Headers,
): Appointment[] {
  const { from, to } = daysOf(app, asked);
  const whose = seenBy(actor);
  const nearest = nearestBeginning(app.db, `${from}T00:00:00`, whose);
  if (nearest !== null) answer.set(FIRST_DATE_HEADER, dayOf(nearest));

  // The day before too: what began then may still be under way.
  const read = appointmentsBetween(app.db, {
    from: `${addDays(from, -1)}T00:00:00`,
    until: `${addDays(to, 1)}T00:00:00`,
    whose,
    most: MOST + 1,
  });
  const { rows, moreFrom } = wholeDays(read);
  if (moreFrom !== undefined) answer.set(MORE_FROM_HEADER, moreFrom);
  const clashes = clashing(rows);
  return shownAll(
    app,
    rows.filter(({ startsAt }) => startsAt >= `${from}T00:00:00`),
    ({ id, contactId }) => ({ contactId, clash: clashes.has(id) }),
  );
}

/** What a client has ahead and had, with the employees whom the caller may see. */
export function appointmentsOfClient(app: App, actor: Staff, contactId: number): OfClient {
  const contact = findContact(app.db, contactId);
  if (!contact) throw new Problem(404, "This contact does not exist any more.");
  const { ahead, before } = appointmentsOfPhone(app.db, contact.phone, {
    now: wallTimeOf(app, app.now()),
    whose: seenBy(actor),
    most: OF_CLIENT,
  });
  return {
    next: ahead.map((row) => shownOne(app, row)),
    last: before.map((row) => shownOne(app, row)),
  };
}

/** An empty list of a user's employees is nobody. */
export function seenBy({ role, permissions }: Staff): Whose {
  return role === "admin" ? "all" : permissions.employeeIds;
}

function daysOf(app: App, { from, to }: Span): { from: string; to: string } {
  const today = businessDay(app);
  const first = from ?? addDays(to ?? today, to ? -MOST_DAYS + 1 : -HALF_A_YEAR);
  const last = to ?? addDays(from ?? today, from ? MOST_DAYS - 1 : HALF_A_YEAR);
  const days = minutesBetween(`${first}T00:00:00`, `${last}T00:00:00`) / MINUTES_OF_DAY + 1;
  if (days < 1) throw new Problem(400, "The last day lies before the first.");
  if (days > MOST_DAYS) throw new Problem(400, `Ask for ${MOST_DAYS} days at the most.`);
  return { from: first, to: last };
}

/** Of a full answer the last day is left for the next one, unless there is no other. */
function wholeDays<Row extends { readonly startsAt: string }>(
  read: readonly Row[],
): { rows: readonly Row[]; moreFrom?: string } {
  const last = read.at(-1);
  if (read.length <= MOST || !last) return { rows: read };
  const day = dayOf(last.startsAt);
  const rows = read.filter(({ startsAt }) => dayOf(startsAt) < day);
  return rows.length === 0 ? { rows: read } : { rows, moreFrom: day };
}
