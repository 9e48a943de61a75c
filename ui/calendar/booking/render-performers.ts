import type { FreeTime } from "#src/calendar/availability/contract.ts";

/** Who performs each service at a free time; omitted where one employee performs all. */
export type SlotParts = FreeTime["parts"];

/** "Ana, then Ben"; undefined where one employee performs all. */
export function renderPerformers(
  parts: readonly { readonly employeeId: number }[] = [],
  nameOf: (employeeId: number) => string | undefined,
): string | undefined {
  const runs = parts.filter((part, at) => part.employeeId !== parts[at - 1]?.employeeId);
  return runs.length < 2
    ? undefined
    : runs.map(({ employeeId }) => nameOf(employeeId) ?? "someone").join(", then ");
}
