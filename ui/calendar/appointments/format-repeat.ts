import type { Appointment } from "#src/calendar/appointments/contract.ts";
import { formatDayRelativeTo } from "#src/shared/months.ts";
import { dayOf } from "#src/shared/wall-time.ts";

/** "Every 2 weeks, until March 3"; with the year when it is not that of the appointment. */
export function formatRepeat({ repeat, appointmentDate }: Appointment): string | undefined {
  if (!repeat) return undefined;
  const { everyWeeks, until } = repeat;
  const day = formatDayRelativeTo(until, appointmentDate);
  return `${everyWeeks === 1 ? "Every week" : `Every ${everyWeeks} weeks`}, until ${day}`;
}

/** Whether a change may also apply to later visits. */
export function hasLaterVisits({ repeat, appointmentDate }: Appointment): boolean {
  return repeat !== null && repeat.until > dayOf(appointmentDate);
}
