import type { App, Staff } from "#src/app.ts";
import {
  chosenServices,
  parseServiceIds,
  performersOf,
  type QueriedServices,
  type Visit,
} from "#src/calendar/visits.ts";
import { businessDay } from "#src/platform/settings/settings.ts";
import { DEFAULT_APPOINTMENT_MINUTES } from "#src/shared/constants.ts";
import { maySeeEmployee } from "#src/shared/permissions.ts";
import { Problem } from "#src/shared/problem.ts";
import { addDays, addMinutes } from "#src/shared/wall-time.ts";
import { findSlots, listClosedDays } from "./availability.ts";
import { type FreeTime, MAX_AVAILABILITY_DAYS } from "./contract.ts";
import type { Slot } from "./reasons.ts";

interface Query extends QueriedServices {
  readonly employeeId?: number | undefined;
  readonly minutes?: number | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** @throws Problem 400 for a span that is too long, 404 for a deleted service */
export async function listSlots(
  app: App,
  actor: Staff,
  { services, serviceId, employeeId, minutes = DEFAULT_APPOINTMENT_MINUTES, ...days }: Query,
): Promise<{ slots: FreeTime[]; closedDays: string[] }> {
  const span = requireSpan(app, days);
  const serviceIds = chosenServices({ services: parseServiceIds(services), serviceId });
  const visit = serviceIds ? { serviceIds } : { minutes };
  const slots = await findSlots(app, visit, { employeeId, ...span });
  return {
    slots: listParts(
      app,
      visit,
      slots.filter(({ employeeId, parts = [{ employeeId }] }) =>
        parts.every((part) => maySeeEmployee(actor, part.employeeId)),
      ),
    ),
    closedDays: listClosedDays(app, visit, { employeeId, ...span }),
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

/** Says of the slots of several services who performs each of these, and when. */
export function listParts(app: App, visit: Visit, slots: readonly Slot[]): FreeTime[] {
  const isSeveral = "serviceIds" in visit && visit.serviceIds.length > 1;
  const performers = isSeveral ? performersOf(app, visit) : undefined;
  return slots.map(({ startsAt, employeeId, parts }) => {
    const slot = { start: startsAt, employeeId };
    const terms = performers?.get(employeeId);
    const of = parts ?? (terms ? [{ employeeId, startsAt, terms }] : []);
    if (!isSeveral || of.length === 0) return slot;
    const services = of.flatMap((part) => {
      let end = part.startsAt;
      return part.terms.services.map(({ serviceId, durationMinutes }) => {
        const start = end;
        end = addMinutes(start, durationMinutes);
        return { serviceId, employeeId: part.employeeId, start, end };
      });
    });
    return { ...slot, end: services.at(-1)?.end ?? startsAt, parts: services };
  });
}
