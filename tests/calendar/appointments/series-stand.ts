import type { Desk } from "./stand.ts";

export const RUTH = "+12025550134";
export const FRIDAYS = ["2026-11-27", "2026-12-04", "2026-12-11", "2026-12-18", "2026-12-25"];
export const WEEKLY = { everyWeeks: 1, count: 5 };

export interface Visit {
  readonly id: number;
  readonly appointmentDate: string;
  readonly status: string;
  readonly employeeId: number;
  readonly repeat: { seriesId: number; everyWeeks: number; until: string } | null;
}

export async function visitsOf({ admin }: Desk): Promise<Visit[]> {
  return (await admin.request("GET", "/api/appointments?from=2026-11-20&to=2027-11-19")).body;
}

export async function startsOf(salon: Desk): Promise<string[]> {
  return (await visitsOf(salon))
    .filter(({ status }) => status !== "canceled")
    .map(({ appointmentDate }) => appointmentDate.slice(0, 16));
}

export const at = (days: readonly string[], time = "10:00") => days.map((day) => `${day}T${time}`);

export function weekly(salon: Desk, changes: object = {}) {
  return salon.book({ appointmentDate: `${FRIDAYS[0]}T10:00`, repeat: WEEKLY, ...changes });
}
