import type { Appointment } from "#src/calendar/appointments/contract.ts";
import type { Employee } from "#src/calendar/employees/contract.ts";
import type { OpenDay } from "#src/calendar/hours/contract.ts";
import type { TimeOff } from "#src/calendar/time-off/contract.ts";
import type { Settings } from "#src/platform/settings/contract.ts";
import { addDays, dayOf } from "#src/shared/wall-time.ts";
import { resolveHours } from "#src/shared/working-hours.ts";
import { DAY_MINUTES, type Lane, minuteOf, type Off } from "./layout.ts";

interface Schedule {
  readonly employees: readonly Employee[];
  readonly days: readonly string[];
  readonly appointments: readonly Appointment[];
  /** Undefined while they load; until then, the simple hours are drawn. */
  readonly openDays: readonly OpenDay[] | undefined;
  readonly timeOff: readonly TimeOff[];
  readonly business: Pick<Settings, "systemWorkStartTime" | "systemWorkEndTime">;
}

/** One lane per day and employee. */
export function lanesOf({ employees, days, business, ...schedule }: Schedule): Lane[] {
  const byLane = Map.groupBy(schedule.appointments, (one) =>
    keyOf(one.employeeId, dayOf(one.appointmentDate)),
  );
  const openDays = new Map(schedule.openDays?.map((one) => [one.date, one]));
  return employees.flatMap((employee) =>
    days.map((day) => {
      const key = keyOf(employee.id, day);
      const openDay = openDays.get(day);
      const own = openDay?.employees.find(({ employeeId }) => employeeId === employee.id);
      return {
        key,
        employeeId: employee.id,
        employeeName: employee.name,
        day,
        open: own?.open ?? [resolveHours(employee, business)],
        closedFor: openDay?.closedFor ?? null,
        off: schedule.timeOff
          .filter(({ employeeId }) => employeeId === null || employeeId === employee.id)
          .flatMap((one) => offOn(day, one)),
        appointments: byLane.get(key) ?? [],
      };
    }),
  );
}

/** The part of a time off that lies on a day. */
function offOn(day: string, timeOff: TimeOff): Off[] {
  const { start, end, reason, kind } = timeOff;
  if (end <= `${day}T00:00:00` || start >= `${addDays(day, 1)}T00:00:00`) return [];
  return [
    {
      timeOff,
      from: dayOf(start) < day ? 0 : minuteOf(start),
      until: dayOf(end) > day ? DAY_MINUTES : minuteOf(end),
      label: reason || (kind === "block" ? "Blocked" : "Time off"),
    },
  ];
}

function keyOf(employeeId: number, day: string): string {
  return `${employeeId} ${day}`;
}
