import type { EmployeeRow } from "#db/calendar/employees.ts";
import type { App } from "#src/app.ts";
import { movedTimeMessage, toExistingTime } from "#src/platform/time.ts";
import { formatLongDate } from "#src/shared/long-date.ts";
import { fieldProblem, type Problem } from "#src/shared/problem.ts";
import { addDays, addMinutes, dayOf, type WallTime } from "#src/shared/wall-time.ts";
import { describeConflicts, type RequestedVisit } from "./conflict-message.ts";
import { MAX_SERIES_WEEKS, MAX_VISITS, type PlannedVisit, type Repeat } from "./repeat-contract.ts";

/** Conflicts that a message names. */
const MAX_NAMED = 5;
const WEEK_DAYS = 7;
const WEEK_MINUTES = WEEK_DAYS * 24 * 60;

interface Planned extends RequestedVisit {
  readonly employee: EmployeeRow;
  /** The appointment that becomes the first visit. In a series it stays where it is, whatever is in its way. */
  readonly appointmentId?: number | undefined;
  /** What else speaks against the visit, a sentence on each line. */
  readonly objection?: string;
}

/**
 * Returns the visits of a series, those to leave out included, or a single visit, each with its conflicts.
 * @throws Problem 400
 */
export function planVisits(app: App, planned: Planned, repeat: Repeat | undefined): PlannedVisit[] {
  const starts = repeat ? listStarts(planned.startsAt, repeat) : [planned.startsAt];
  return starts.map((start, at) => {
    const isThere = repeat !== undefined && at === 0 && planned.appointmentId !== undefined;
    return {
      day: dayOf(start),
      start: toExistingTime(app, start),
      conflict: isThere ? null : findConflict(app, planned, start),
    };
  });
}

/**
 * Returns the conflicts of a visit. A time that the clocks skip is a conflict: if it is booked anyway, the visit begins after the
 * change.
 */
export function findConflict(
  app: App,
  { employee, appointmentId, objection = "", ...visit }: Omit<Planned, "startsAt">,
  wall: WallTime,
): string | null {
  const startsAt = toExistingTime(app, wall);
  const requested = { ...visit, startsAt };
  return (
    [
      objection,
      startsAt === wall ? "" : movedTimeMessage(app, wall),
      describeConflicts(app, employee, requested, appointmentId ? [appointmentId] : []),
    ]
      .filter((one) => one !== "")
      .join("\n") || null
  );
}

/** @throws Problem 409 that lists the conflicts, with `errors.allowOverlap` as for a single appointment */
export function requireNoConflicts(
  visits: readonly Pick<PlannedVisit, "start" | "conflict">[],
): void {
  const inTheWay = visits.filter(({ conflict }) => conflict !== null);
  if (inTheWay.length === 0) return;
  const verb = inTheWay.length === 1 ? "has" : "have";
  const message = [
    `${inTheWay.length} of ${visits.length} visits ${verb} a conflict.`,
    ...inTheWay
      .slice(0, MAX_NAMED)
      .map(({ start, conflict }) => `${formatLongDate(start)}: ${conflict}`),
    ...(inTheWay.length > MAX_NAMED ? [`And ${inTheWay.length - MAX_NAMED} more.`] : []),
  ].join(" ");
  throw fieldProblem(409, "allowOverlap", message);
}

/** @throws Problem 400 for a series that is too long, or ends before its second visit */
function listStarts(first: WallTime, { everyWeeks, count, until }: Repeat): WallTime[] {
  const horizon = addDays(dayOf(first), MAX_SERIES_WEEKS * WEEK_DAYS);
  const starts: WallTime[] = [];
  const isBefore = (start: WallTime) =>
    count === undefined ? dayOf(start) <= (until ?? "") : starts.length < count;
  for (let start = first; isBefore(start); start = addMinutes(start, everyWeeks * WEEK_MINUTES)) {
    if (dayOf(start) > horizon) throw endProblem("A series can last up to two years.");
    if (starts.length === MAX_VISITS)
      throw endProblem(`A series can have up to ${MAX_VISITS} visits. Choose an earlier date.`);
    starts.push(start);
  }
  if (starts.length < 2) throw endProblem("Choose a later date, so that there is a second visit.");
  return starts;

  function endProblem(message: string): Problem {
    const field = count === undefined ? "repeat.until" : "repeat.count";
    return fieldProblem(400, field, message);
  }
}
