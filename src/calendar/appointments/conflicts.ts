import type { AppointmentStatus } from "./contract.ts";

export interface BookedTime {
  readonly id: number;
  readonly employeeId: number;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly status: AppointmentStatus;
}

/**
 * Returns the ids of appointments that overlap another one of the same employee. The input is sorted by
 * start; canceled appointments take no time. One pass suffices, because only the latest end so far can
 * overlap the next start.
 */
export function findClashes(sorted: readonly BookedTime[]): Set<number> {
  const clashes = new Set<number>();
  const latest = new Map<number, BookedTime>();
  for (const one of sorted) {
    if (one.status === "canceled") continue;
    const before = latest.get(one.employeeId);
    if (before && before.endsAt > one.startsAt) {
      clashes.add(before.id);
      clashes.add(one.id);
    }
    if (!before || one.endsAt > before.endsAt) latest.set(one.employeeId, one);
  }
  return clashes;
}
