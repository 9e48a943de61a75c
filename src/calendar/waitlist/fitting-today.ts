import { listOpenEntries, type WaitlistRow } from "#db/calendar/waitlist.ts";
import type { App, Staff } from "#src/app.ts";
import { findSlots } from "#src/calendar/availability/availability.ts";
import { minutesOf, performersOf } from "#src/calendar/visits.ts";
import { businessDay } from "#src/platform/settings/settings.ts";
import { maySeeEmployee } from "#src/shared/permissions.ts";
import { fitsPreferences } from "./fits-preferences.ts";
import type { FitsToday } from "./fitting-today-contract.ts";

/** Finds the first free time of today for each waiting client who would take one, with employees the actor may see. */
export async function listFittingToday(app: App, actor: Staff): Promise<FitsToday[]> {
  const today = businessDay(app);
  const fitting: FitsToday[] = [];
  /** Many wait for the same services. */
  const searches = new Map<string, ReturnType<typeof findVisits>>();
  for (const entry of listOpenEntries(app.db)) {
    if (entry.status !== "waiting" || entry.fromDay > today || entry.toDay < today) continue;
    const visits = await searches.getOrInsertComputed(entry.serviceIds.join(), () =>
      findVisits(app, entry, today),
    );
    const visit = visits.find(
      (one) =>
        fitsPreferences(entry, one) && one.employeeIds.every((id) => maySeeEmployee(actor, id)),
    );
    if (visit) fitting.push({ id: entry.id, start: visit.startsAt, employeeId: visit.employeeId });
  }
  return fitting;
}

async function findVisits(app: App, { serviceIds }: WaitlistRow, day: string) {
  const terms = performersOf(app, { serviceIds });
  const slots = await findSlots(app, { serviceIds }, { from: day, to: day });
  return slots.map(({ startsAt, employeeId, parts }) => ({
    startsAt,
    employeeId,
    employeeIds: parts?.map((part) => part.employeeId) ?? [employeeId],
    minutes: parts ? minutesOf(parts) : (terms.get(employeeId)?.minutes ?? 0),
  }));
}
