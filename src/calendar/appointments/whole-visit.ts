import type { AppointmentRow } from "#db/calendar/appointments.ts";
import { findEmployee } from "#db/calendar/employees.ts";
import {
  listParts,
  listVisitIds,
  moveBooking,
  partsByVisit,
  setVisit,
} from "#db/calendar/visit-parts.ts";
import type { App } from "#src/app.ts";
import { joinServices } from "#src/calendar/visits.ts";
import { joinWords } from "#src/shared/join-words.ts";
import { firstNameOf } from "#src/shared/names.ts";
import { minutesBetween } from "#src/shared/wall-time.ts";

/** Whether texts, deposit and payment of a visit belong to this appointment. */
export function isFirstPart({ id, visitId }: Pick<AppointmentRow, "id" | "visitId">): boolean {
  return visitId === null || visitId === id;
}

/** Returns the appointments of a visit that take place, in order, or all of them if none does. */
export function partsOf(app: App, row: AppointmentRow): readonly AppointmentRow[] {
  const all = listParts(app.db, row);
  const ahead = all.filter(({ status }) => status !== "canceled");
  return ahead.length === 0 ? all : ahead;
}

/** Returns the remaining parts, in order, of each visit that takes place without these appointments. */
export function listRemainingParts(app: App, ids: readonly number[]): AppointmentRow[][] {
  const without = new Set(ids);
  return [...partsByVisit(app.db, listVisitIds(app.db, ids)).values()]
    .map((parts) => parts.filter(({ id }) => !without.has(id)))
    .filter((rest) => rest.some(({ status }) => status !== "canceled"));
}

/** Returns the search for a new time: the parts as they are booked, without what they take now being in the way. */
export function toMoveSearch(parts: readonly AppointmentRow[]) {
  return {
    visit: {
      parts: parts.map(({ employeeId, durationMinutes: minutes, bufferMinutes, processing }) => ({
        ...{ employeeId, minutes, bufferMinutes, processing },
      })),
    },
    except: { appointments: parts.map(({ id }) => id) },
  };
}

/** Returns a visit as its client knows it: the first part, with the services, the length and the price of all. */
export function toWhole(app: App, row: AppointmentRow): AppointmentRow {
  if (row.visitId === null) return row;
  const parts = partsOf(app, row);
  const [first = row] = parts;
  const endsAt = parts.at(-1)?.endsAt ?? row.endsAt;
  const services = parts.flatMap((part) => part.services);
  const isListed = parts.every((part) => part.services.length > 0);
  const prices = parts.flatMap(({ priceCents }) => priceCents ?? []);
  return {
    ...first,
    endsAt,
    durationMinutes: minutesBetween(first.startsAt, endsAt),
    service: isListed ? joinServices(services) : joinWords(parts.map((part) => part.service)),
    services,
    priceCents: prices.length === 0 ? null : prices.reduce((sum, one) => sum + one, 0),
  };
}

/** "Ana", or "Ana and Ben" for a visit with several employees. */
export function renderEmployees(app: App, row: AppointmentRow): string {
  const ids = new Set(partsOf(app, row).map(({ employeeId }) => employeeId));
  return joinWords([...ids].map((id) => firstNameOf(findEmployee(app.db, id)?.name ?? "")));
}

/**
 * Makes the first part that takes place the one to which the visit's booking belongs, in the transaction that cancels, puts
 * back or deletes a part, and returns the visit's id.
 */
export function chooseFirstPart(app: App, parts: readonly AppointmentRow[]): number | null {
  const ids = parts.map(({ id }) => id);
  const former = parts[0]?.visitId ?? null;
  const isThere = former !== null && ids.includes(former);
  const first =
    parts.find(({ status }) => status !== "canceled") ?? (isThere ? undefined : parts[0]);
  if (!first || former === null) return former;
  if (first.id !== former) moveBooking(app.db, former, first.id);
  const visitId = parts.length > 1 ? first.id : null;
  setVisit(app.db, ids, visitId);
  return visitId;
}
