import { findServices } from "#db/calendar/services.ts";
import { listOpenEntries, type WaitlistRow } from "#db/calendar/waitlist.ts";
import { hasPassedOn } from "#db/calendar/waitlist-offers.ts";
import type { App, Staff } from "#src/app.ts";
import { findSlots } from "#src/calendar/availability/availability.ts";
import { minutesOf, performersOf } from "#src/calendar/visits.ts";
import { businessDay } from "#src/platform/settings/settings.ts";
import { maySeeEmployee } from "#src/shared/permissions.ts";
import { addMinutes } from "#src/shared/wall-time.ts";
import { fitsPreferences } from "./fits-preferences.ts";
import type { FitsToday } from "./fitting-today-contract.ts";
import { isVisible } from "./waitlist.ts";

/** Each takes a few milliseconds. Entries for other services than these many show no time. */
const MAX_SEARCHES = 30;

/**
 * Finds the first free time of today for each waiting client who would take one, neither opted out nor passed on it,
 * with employees the actor may see.
 */
export async function listFittingToday(app: App, actor: Staff): Promise<FitsToday[]> {
  const today = businessDay(app);
  const fitting: FitsToday[] = [];
  /** Many wait for the same services. */
  const searches = new Map<string, ReturnType<typeof findVisits>>();
  for (const entry of listOpenEntries(app.db)) {
    const covers = entry.fromDay <= today && entry.toDay >= today;
    if (entry.status !== "waiting" || entry.optedOut || !covers || !isVisible(actor, entry))
      continue;
    const wanted = `${entry.serviceIds.join()} ${entry.employeeId ?? ""}`;
    if (searches.size >= MAX_SEARCHES && !searches.has(wanted)) continue;
    const visits = await searches.getOrInsertComputed(wanted, () => findVisits(app, entry, today));
    const visit = visits.find(
      (one) =>
        fitsPreferences(entry, one) &&
        one.employeeIds.every((id) => maySeeEmployee(actor, id)) &&
        !hasPassedOn(app.db, entry.id, {
          ...one,
          endsAt: addMinutes(one.startsAt, one.minutes),
        }),
    );
    if (visit) fitting.push({ id: entry.id, start: visit.startsAt, employeeId: visit.employeeId });
  }
  return fitting;
}

/** Nothing is free for a service that was deleted. */
async function findVisits(app: App, { serviceIds, employeeId }: WaitlistRow, day: string) {
  if (!findServices(app.db, serviceIds)) return [];
  const terms = performersOf(app, { serviceIds });
  const search = { from: day, to: day, ...(employeeId !== null && { employeeId }) };
  const slots = await findSlots(app, { serviceIds }, search);
  return slots.map(({ startsAt, employeeId: performer, parts }) => ({
    startsAt,
    employeeId: performer,
    employeeIds: parts?.map((part) => part.employeeId) ?? [performer],
    minutes: parts ? minutesOf(parts) : (terms.get(performer)?.minutes ?? 0),
  }));
}
