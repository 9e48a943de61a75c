import type { EmployeeRow } from "#db/calendar/employees.ts";
import type { App } from "#src/app.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { formatClock, formatTimeRange } from "#src/shared/clock-time.ts";
import { Problem } from "#src/shared/problem.ts";
import type { WallTime } from "#src/shared/wall-time.ts";
import { isOutsideHours, resolveHours } from "#src/shared/working-hours.ts";
import { findOverlapping } from "./to-appointment.ts";

interface Span {
  readonly startsAt: WallTime;
  readonly endsAt: WallTime;
}

/**
 * Checks that an employee is free and at work. The message omits the other client's name, which may be
 * hidden from the reader.
 * @throws Problem 409 with `errors.allowOverlap`, which a screen uses to offer booking anyway
 */
export function requireFreeTime(
  app: App,
  employee: EmployeeRow,
  { startsAt, endsAt }: Span,
  exceptId?: number,
): void {
  const others = findOverlapping(app, { employeeId: employee.id, startsAt, endsAt }, exceptId);
  const hours = resolveHours(employee, getSettings(app));
  const reasons = [busyMessage(employee.name, others)];
  if (isOutsideHours(hours, startsAt, endsAt))
    reasons.push(
      `${employee.name} works from ${formatClock(hours.start)} to ${formatClock(hours.end)}.`,
    );
  const message = reasons.filter((one) => one !== "").join(" ");
  if (message !== "") throw new Problem(409, message, { errors: { allowOverlap: message } });
}

function busyMessage(name: string, others: readonly Span[]): string {
  const [first, ...rest] = others;
  if (!first) return "";
  const when = formatTimeRange(first.startsAt, first.endsAt);
  if (rest.length === 0) return `${name} already has an appointment, ${when}.`;
  return `${name} already has ${others.length} appointments then, the first ${when}.`;
}
