import type { AppointmentRow } from "#db/calendar/appointments.ts";
import { listHeldTimes } from "#db/calendar/busy-times.ts";
import { findService } from "#db/calendar/services.ts";
import type { App, Staff } from "#src/app.ts";
import { getAppointment, hiddenPartProblem } from "#src/calendar/appointments/get-appointment.ts";
import { partsOf, toMoveSearch } from "#src/calendar/appointments/whole-visit.ts";
import { findTerms } from "#src/calendar/services/services.ts";
import {
  chosenServices,
  parseServiceIds,
  performersOf,
  type QueriedServices,
  type Visit,
} from "#src/calendar/visits.ts";
import { defineModule, staff } from "#src/platform/http/routes.ts";
import { businessDay } from "#src/platform/settings/settings.ts";
import { toWallTime } from "#src/platform/time.ts";
import { DEFAULT_APPOINTMENT_MINUTES } from "#src/shared/constants.ts";
import { MINUTE_MS } from "#src/shared/durations.ts";
import { maySeeEmployee } from "#src/shared/permissions.ts";
import { Problem } from "#src/shared/problem.ts";
import {
  addDays,
  addMinutes,
  dayOf,
  minutesBetween,
  type WallTime,
} from "#src/shared/wall-time.ts";
import { areFree, findObstacle, findSlots, listDaysOff, type SlotSearch } from "./availability.ts";
import {
  availability,
  type FreeTime,
  type FreeTimes,
  type HeldTime,
  MAX_AVAILABILITY_DAYS,
} from "./contract.ts";
import type { Slot } from "./reasons.ts";

export const availabilityModule = defineModule(availability, {
  held: staff("/appointments", ({ app, actor, query }) => listHeld(app, actor, query)),
  slots: staff(["/appointments", "/inbox", "/contacts"], ({ app, actor, query }) =>
    listSlots(app, actor, query),
  ),
});

const TYPED_STEP_MS = 5 * MINUTE_MS;

interface Query extends QueriedServices {
  readonly employeeId?: number | undefined;
  readonly appointmentId?: number | undefined;
  readonly minutes?: number | undefined;
  readonly withNow?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** @throws Problem 400 for a span that is too long, 404 for a deleted service */
async function listSlots(app: App, actor: Staff, query: Query): Promise<FreeTimes> {
  const { visit, fits = () => true, ...asked } = toSearch(app, actor, query);
  const search = { employeeId: query.employeeId, ...asked, ...requireSpan(app, query) };
  const slots = await findSlots(app, visit, search);
  return {
    slots: listParts(
      app,
      visit,
      slots.filter((slot) => {
        const { employeeId, parts = [{ employeeId }] } = slot;
        return parts.every((part) => maySeeEmployee(actor, part.employeeId)) && fits(slot);
      }),
    ),
    ...(query.withNow && { now: findNow(app, actor, visit, search) }),
    ...listDaysOff(app, visit, search),
  };
}

/** Returns the next step of a typed time if someone is free to perform the visit then. */
function findNow(app: App, actor: Staff, visit: Visit, search: SlotSearch): FreeTime | undefined {
  const startsAt = toWallTime(app, (Math.floor(app.now() / TYPED_STEP_MS) + 1) * TYPED_STEP_MS);
  const day = dayOf(startsAt);
  if (day < search.from || day > search.to) return undefined;
  const slots = [...performersOf(app, visit, search.employeeId).keys()]
    .filter((employeeId) => maySeeEmployee(actor, employeeId))
    .map((employeeId) => ({ startsAt, employeeId }));
  const free = slots.find((slot) => findObstacle(app, visit, slot) === undefined);
  return free && listParts(app, visit, [free])[0];
}

interface Asked extends Pick<SlotSearch, "except" | "performs"> {
  readonly visit: Visit;
  readonly fits?: (slot: Slot) => boolean;
}

/** @throws Problem 403 for a visit of which a part is hidden from the actor, 404 for one that is gone or hidden */
function toSearch(app: App, actor: Staff, query: Query): Asked {
  const { appointmentId, services, serviceId, employeeId } = query;
  if (appointmentId === undefined) {
    const serviceIds = chosenServices({ services: parseServiceIds(services), serviceId });
    return {
      visit: serviceIds
        ? { serviceIds }
        : { minutes: query.minutes ?? DEFAULT_APPOINTMENT_MINUTES },
    };
  }
  const row = getAppointment(app, actor, appointmentId);
  const parts = partsOf(app, row);
  if (!parts.every((part) => maySeeEmployee(actor, part.employeeId))) throw hiddenPartProblem();
  const moved = toMoveSearch(parts);
  if (parts.length > 1) return { ...moved, fits: (slot) => fitWithGaps(app, parts, slot.startsAt) };
  const [part] = moved.visit.parts;
  if (!part || part.employeeId === employeeId) return moved;
  // Someone else may take it over, with the length that was booked.
  const { employeeId: own, ...visit } = part;
  const rows = row.services.flatMap((one) => findService(app.db, one.serviceId) ?? []);
  const performs = (id: number) => id === own || rows.every((one) => findTerms(one, id));
  return { ...moved, visit, performs };
}

/** The search lays parts out without a gap, but a canceled part leaves one, which moves along. */
function fitWithGaps(app: App, rows: readonly AppointmentRow[], startsAt: WallTime): boolean {
  const [first, last] = [rows[0], rows.at(-1)];
  if (!first || !last) return false;
  const minutes = rows.reduce((sum, { durationMinutes }) => sum + durationMinutes, 0);
  if (minutesBetween(first.startsAt, last.endsAt) === minutes) return true;
  const shift = minutesBetween(first.startsAt, startsAt);
  const { visit, except } = toMoveSearch(rows);
  const parts = rows.map((row, at) => ({
    employeeId: row.employeeId,
    startsAt: addMinutes(row.startsAt, shift),
    terms: visit.parts[at] ?? { minutes: row.durationMinutes },
  }));
  return areFree(app, parts, except);
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

/** Lists the times of a span that are held for a client. @throws Problem 400 for a span that is too long */
function listHeld(
  app: App,
  actor: Staff,
  { from, to }: { readonly from: string; readonly to: string },
): HeldTime[] {
  requireSpan(app, { from, to });
  const span = { from: `${from}T00:00:00`, until: `${addDays(to, 1)}T00:00:00` };
  return listHeldTimes(app.db, app.now(), span)
    .filter(({ employeeId }) => maySeeEmployee(actor, employeeId))
    .map(({ id, employeeId, contactId, clientName, startsAt, ...row }) => ({
      ...{ id, employeeId, contactId, clientName },
      start: startsAt,
      end: addMinutes(startsAt, row.durationMinutes),
      kind: row.isOffer ? "offer" : "booking",
      until: new Date(row.expiresAt).toISOString(),
    }));
}
