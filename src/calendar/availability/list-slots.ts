import type { App, Staff } from "#src/app.ts";
import { businessDay } from "#src/platform/settings/settings.ts";
import { DEFAULT_APPOINTMENT_MINUTES } from "#src/shared/constants.ts";
import { maySeeEmployee } from "#src/shared/permissions.ts";
import { Problem } from "#src/shared/problem.ts";
import { addDays } from "#src/shared/wall-time.ts";
import { findSlots } from "./availability.ts";
import { MAX_AVAILABILITY_DAYS } from "./contract.ts";

interface Query {
  readonly serviceId?: number | undefined;
  readonly employeeId?: number | undefined;
  readonly minutes?: number | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** @throws Problem 400 for a span that is too long, 404 for a deleted service */
export async function listSlots(
  app: App,
  actor: Staff,
  { serviceId, employeeId, minutes = DEFAULT_APPOINTMENT_MINUTES, ...days }: Query,
): Promise<{ slots: { start: string; employeeId: number }[] }> {
  const span = requireSpan(app, days);
  const visit = serviceId === undefined ? { minutes } : { serviceIds: [serviceId] };
  const slots = await findSlots(app, visit, { employeeId, ...span });
  return {
    slots: slots
      .filter((slot) => maySeeEmployee(actor, slot.employeeId))
      .map((slot) => ({ start: slot.startsAt, employeeId: slot.employeeId })),
  };
}

/** Returns the days of a search, by default only today. @throws Problem 400 */
function requireSpan(
  app: App,
  { from = businessDay(app), to = from }: Pick<Query, "from" | "to">,
): { from: string; to: string } {
  if (to < from) throw new Problem(400, "The last day is before the first.");
  if (to >= addDays(from, MAX_AVAILABILITY_DAYS))
    throw new Problem(400, `Request at most ${MAX_AVAILABILITY_DAYS} days.`);
  return { from, to };
}
