import type { Appointment } from "#src/calendar/appointments/contract.ts";
import type { Employee } from "#src/calendar/employees/contract.ts";
import type { Settings } from "#src/platform/settings/contract.ts";
import { dayOf } from "#src/shared/wall-time.ts";
import { resolveHours } from "#src/shared/working-hours.ts";
import type { Lane } from "./layout.ts";

type BusinessHours = Pick<Settings, "systemWorkStartTime" | "systemWorkEndTime">;

/** One lane per day and employee. */
export function lanesOf(
  employees: readonly Employee[],
  days: readonly string[],
  appointments: readonly Appointment[],
  business: BusinessHours,
): Lane[] {
  const byLane = Map.groupBy(appointments, (one) =>
    keyOf(one.employeeId, dayOf(one.appointmentDate)),
  );
  return employees.flatMap((employee) =>
    days.map((day) => {
      const key = keyOf(employee.id, day);
      return {
        key,
        employeeId: employee.id,
        employeeName: employee.name,
        day,
        hours: resolveHours(employee, business),
        appointments: byLane.get(key) ?? [],
      };
    }),
  );
}

function keyOf(employeeId: number, day: string): string {
  return `${employeeId} ${day}`;
}
