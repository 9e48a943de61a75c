import type { AppointmentStatus } from "./contract.ts";

export interface Taken {
  readonly id: number;
  readonly employeeId: number;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly status: AppointmentStatus;
}

/**
 * Which of these, earliest first, overlap another one of the same employee; what is canceled takes no
 * time. One pass: only the one that ends last so far can reach into the next.
 */
export function clashing(inOrder: readonly Taken[]): Set<number> {
  const clashes = new Set<number>();
  const latest = new Map<number, Taken>();
  for (const one of inOrder) {
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
