import type { Appointment } from "#src/calendar/appointments/contract.ts";
import { dayOf } from "#src/shared/wall-time.ts";

const DATE = new Intl.DateTimeFormat("en-US", { month: "long", day: "numeric", timeZone: "UTC" });
const DATE_AND_YEAR = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });

/** "Every 2 weeks, until March 3"; with the year when it is not that of the appointment. */
export function formatRepeat({ repeat, appointmentDate }: Appointment): string | undefined {
  if (!repeat) return undefined;
  const { everyWeeks, until } = repeat;
  const isSameYear = until.slice(0, 4) === appointmentDate.slice(0, 4);
  const day = (isSameYear ? DATE : DATE_AND_YEAR).format(new Date(`${until}T12:00:00Z`));
  return `${everyWeeks === 1 ? "Every week" : `Every ${everyWeeks} weeks`}, until ${day}`;
}

/** Whether a change may also apply to later visits. */
export function hasLaterVisits({ repeat, appointmentDate }: Appointment): boolean {
  return repeat !== null && repeat.until > dayOf(appointmentDate);
}
