import type { AppointmentRow } from "#db/calendar/appointments.ts";
import { listOverlapping } from "#db/calendar/appointments-of-client.ts";
import type { BusyAppointment } from "#db/calendar/busy-times.ts";
import type { EmployeeRow } from "#db/calendar/employees.ts";
import { findService, type Processing, type VisitService } from "#db/calendar/services.ts";
import type { TimeOffRow } from "#db/calendar/time-off.ts";
import type { App } from "#src/app.ts";
import { findReasons } from "#src/calendar/availability/reasons.ts";
import { getEmployee } from "#src/calendar/employees/employees.ts";
import { processingWithin } from "#src/calendar/visits.ts";
import { formatClock, formatTimeRange } from "#src/shared/clock-time.ts";
import { joinWords } from "#src/shared/join-words.ts";
import { fieldProblem } from "#src/shared/problem.ts";
import { addMinutes, type WallTime } from "#src/shared/wall-time.ts";
import { type Interval, overlaps, type Span } from "#src/shared/working-hours.ts";

export interface RequestedVisit {
  readonly startsAt: WallTime;
  readonly durationMinutes: number;
  readonly bufferMinutes: number;
  readonly processing: readonly Processing[];
}

interface RequestedPart extends RequestedVisit {
  readonly employeeId: number;
  /** What else speaks against it, a sentence on each line. */
  readonly objection?: string;
}

/**
 * Checks that the employees of a visit's parts are free and at work.
 * @throws Problem 409 with `errors.allowOverlap`, which a screen uses to offer booking anyway
 */
export function requireFreeTime(
  app: App,
  parts: readonly RequestedPart[],
  exceptIds: readonly number[] = [],
): void {
  const messages = parts.flatMap(({ employeeId, objection = "", ...part }) => [
    objection,
    describeConflicts(app, getEmployee(app, employeeId), part, exceptIds),
  ]);
  const message = [...new Set(messages)].filter((one) => one !== "").join("\n");
  if (message !== "") throw fieldProblem(409, "allowOverlap", message);
}

/** Says what speaks against a move besides its time: services that the new employee doesn't perform, and another visit of the client. */
export function describeObjections(
  app: App,
  before: AppointmentRow,
  to: Pick<AppointmentRow, "employeeId" | "startsAt" | "endsAt" | "services">,
): string {
  const isOther = to.employeeId !== before.employeeId;
  return [
    isOther ? describeUnperformed(app, getEmployee(app, to.employeeId), to.services) : "",
    describeOwnVisit(app, before, to),
  ]
    .filter((one) => one !== "")
    .join("\n");
}

/**
 * Says that a moved visit would overlap another one of its client; empty if there is none that it doesn't overlap now. It
 * omits when, because the other employee may be hidden from the reader.
 */
function describeOwnVisit({ db }: App, before: AppointmentRow, to: Span): string {
  const { id, contactId, visitId } = before;
  const hasOther = listOverlapping(db, contactId ?? 0, to).some(
    (one) =>
      one.id !== id && (visitId === null || one.visitId !== visitId) && !overlaps(one, before),
  );
  return hasOther ? "The client already has an appointment then." : "";
}

function describeUnperformed(
  { db }: App,
  { id, name }: EmployeeRow,
  services: readonly VisitService[],
): string {
  const unperformed = services.flatMap((one) => {
    const employeeIds = findService(db, one.serviceId)?.employeeIds;
    return employeeIds && !employeeIds.includes(id) ? [one.name] : [];
  });
  return unperformed.length === 0 ? "" : `${name} doesn't perform ${joinWords(unperformed)}.`;
}

/**
 * Returns what keeps an employee from a visit, a sentence on each line; empty if nothing does. They omit the other client's name,
 * which may be hidden from the reader.
 */
export function describeConflicts(
  app: App,
  employee: EmployeeRow,
  { startsAt, durationMinutes: minutes, bufferMinutes, ...requested }: RequestedVisit,
  exceptIds: readonly number[] = [],
): string {
  const processing = processingWithin(requested.processing, minutes);
  const found = findReasons(
    app,
    { employeeId: employee.id, startsAt, minutes, bufferMinutes, processing },
    { appointments: exceptIds },
  );
  const ends = addMinutes(startsAt, minutes);
  return [
    busyMessage(employee.name, found.appointments, { startsAt, ends }),
    found.isHeld ? `This time with ${employee.name} is held for a client.` : "",
    ...found.timeOff.map((one) => timeOffMessage(employee.name, one)),
    hoursMessage(employee.name, found),
  ]
    .filter((one) => one !== "")
    .join("\n");
}

function busyMessage(
  name: string,
  others: readonly BusyAppointment[],
  requested: { startsAt: WallTime; ends: WallTime },
): string {
  const whenOf = (one: BusyAppointment) => formatTimeRange(one.startsAt, one.endsAt);
  const [first, ...rest] = others.filter(
    ({ startsAt, endsAt }) => startsAt < requested.ends && requested.startsAt < endsAt,
  );
  const before = others.findLast(({ endsAt }) => endsAt <= requested.startsAt);
  const after = others.find(({ startsAt }) => startsAt >= requested.ends);
  return [
    before &&
      `${name} cleans up until ${formatClock(addMinutes(before.endsAt, before.bufferMinutes))}.`,
    first &&
      (rest.length > 0
        ? `${name} already has ${rest.length + 1} appointments then, the first ${whenOf(first)}.`
        : `${name} already has an appointment, ${whenOf(first)}.`),
    after && `There's no time to clean up before ${name}'s next appointment, ${whenOf(after)}.`,
  ]
    .filter(Boolean)
    .join("\n");
}

function timeOffMessage(name: string, { employeeId, kind, startsAt, endsAt }: TimeOffRow): string {
  const isWithinDay = startsAt.slice(0, 10) === endsAt.slice(0, 10);
  const when = isWithinDay ? `, ${formatTimeRange(startsAt, endsAt)}` : "";
  if (employeeId === null) return `The business is closed then${when}.`;
  return kind === "block" ? `${name}'s time is blocked${when}.` : `${name} has time off${when}.`;
}

function hoursMessage(
  name: string,
  {
    closedFor,
    workingHours,
  }: { closedFor: string | undefined; workingHours: readonly Interval[] | undefined },
): string {
  if (closedFor !== undefined)
    return closedFor === ""
      ? "The business is closed that day."
      : `The business is closed for ${closedFor}.`;
  if (!workingHours) return "";
  if (workingHours.length === 0) return `${name} doesn't work that day.`;
  return `${name} works ${formatIntervals(workingHours)}.`;
}

/** "from 9:00 AM to 12:00 PM and from 1:00 PM to 5:00 PM" */
function formatIntervals(intervals: readonly Interval[]): string {
  return intervals
    .map(({ start, end }) => `from ${formatClock(start)} to ${formatClock(end)}`)
    .join(" and ");
}
