import type { EmployeeRow } from "#db/calendar/employees.ts";
import type { App } from "#src/app.ts";
import { settingsOf } from "#src/platform/settings/settings.ts";
import { clockWordsOf, spanWordsOf } from "#src/shared/clock-time.ts";
import { Problem } from "#src/shared/problem.ts";
import type { WallTime } from "#src/shared/wall-time.ts";
import { hoursOf, isOutside } from "#src/shared/working-hours.ts";
import { othersMeanwhile } from "./to-appointment.ts";

interface Span {
  readonly startsAt: WallTime;
  readonly endsAt: WallTime;
}

/**
 * Says what stands in the way, without the other client's name, which may be hidden.
 * @throws Problem 409 whose `errors.allowOverlap` tells a screen that it can be done all the same
 */
export function refuseClash(
  app: App,
  employee: EmployeeRow,
  { startsAt, endsAt }: Span,
  but?: number,
): void {
  const others = othersMeanwhile(app, { employeeId: employee.id, startsAt, endsAt }, but);
  const hours = hoursOf(employee, settingsOf(app));
  const words = [takenWords(employee.name, others)];
  if (isOutside(hours, startsAt, endsAt))
    words.push(
      `${employee.name} works from ${clockWordsOf(hours.start)} to ${clockWordsOf(hours.end)}.`,
    );
  const said = words.filter((one) => one !== "").join(" ");
  if (said !== "") throw new Problem(409, said, { errors: { allowOverlap: said } });
}

function takenWords(name: string, others: readonly Span[]): string {
  const [first, ...rest] = others;
  if (!first) return "";
  const when = spanWordsOf(first.startsAt, first.endsAt);
  if (rest.length === 0) return `${name} already has an appointment, ${when}.`;
  return `${name} already has ${others.length} appointments then, the first ${when}.`;
}
