import type { WaitlistRow } from "#db/calendar/waitlist.ts";
import { listCandidates } from "#db/calendar/waitlist-candidates.ts";
import { findLastAnswered, findOpenOffer, type OfferRow } from "#db/calendar/waitlist-offers.ts";
import type { App, Staff } from "#src/app.ts";
import { toWallTime } from "#src/platform/time.ts";
import { toIso } from "#src/shared/iso-time.ts";
import { maySeeEmployee } from "#src/shared/permissions.ts";
import { dayOf } from "#src/shared/wall-time.ts";
import type { WaitlistEntry } from "./contract.ts";
import { fitsPreferences, termsReader } from "./fits-preferences.ts";

export function toEntry(app: App, actor: Staff, row: WaitlistRow): WaitlistEntry {
  return toEntries(app, actor, [row])[0] as WaitlistEntry;
}

/** An offer by an employee hidden from the actor is left out: it reveals when they are free. */
export function toEntries(app: App, actor: Staff, rows: readonly WaitlistRow[]): WaitlistEntry[] {
  const now = toWallTime(app, app.now());
  return rows.map((row) => {
    const offer = row.status === "offered" ? findOpenOffer(app.db, row.id) : undefined;
    const answered = row.status === "waiting" ? findLastAnswered(app.db, row.id, now) : undefined;
    const answeredTime = answered && maySeePerformers(actor, answered) ? answered.startsAt : null;
    const { bookedStart, bookedEmployeeId } = row;
    const hasBooked =
      bookedStart !== null && bookedEmployeeId !== null && maySeeEmployee(actor, bookedEmployeeId);
    return {
      ...toWishes(row),
      contactId: row.contactId,
      clientName: row.clientName,
      phoneNumber: row.phone,
      offer: offer && maySeePerformers(actor, offer) ? toOffer(app, offer) : null,
      optedOut: row.optedOut,
      passedOn: answered?.status === "declined" ? answeredTime : null,
      // Accepted without a deposit, it would have been booked.
      unpaid: answered?.status === "accepted" ? answeredTime : null,
      booked: hasBooked
        ? {
            start: bookedStart,
            employeeId: bookedEmployeeId,
            isRequested: row.bookedStatus === "requested",
          }
        : null,
      source: row.source,
      closedAt: toIso(row.closedAt),
    };
  });
}

/** What a client waits for, without what only staff see. */
export function toWishes(row: WaitlistRow) {
  return {
    id: row.id,
    serviceId: row.serviceIds[0] ?? 0,
    services: [...row.serviceIds],
    serviceName: row.serviceName,
    employeeId: row.employeeId,
    from: row.fromDay,
    to: row.toDay,
    weekdays: row.weekdays as WaitlistEntry["weekdays"],
    timeFrom: row.timeFrom,
    timeTo: row.timeTo,
    status: row.status,
    createdAt: toIso(row.createdAt),
  };
}

export function maySeePerformers(
  actor: Staff,
  { employeeId, performers }: Pick<OfferRow, "employeeId" | "performers">,
): boolean {
  return (performers ?? [employeeId]).every((id) => maySeeEmployee(actor, id));
}

function toOffer(app: App, offer: OfferRow): NonNullable<WaitlistEntry["offer"]> {
  const { startsAt, durationMinutes, employeeId, performers } = offer;
  const termsOf = termsReader(app, employeeId);
  const next = listCandidates(app.db, { id: offer.gapId, employeeId, day: dayOf(startsAt) }).find(
    (candidate) => {
      if (candidate.status !== "waiting" || candidate.isBusy) return false;
      const terms = termsOf(candidate.serviceIds);
      return terms && fitsPreferences(candidate, { ...terms, startsAt, employeeId });
    },
  );
  return {
    start: startsAt,
    durationMinutes,
    employeeId,
    performers: performers && [...performers],
    offeredAt: toIso(offer.createdAt),
    expiresAt: toIso(offer.expiresAt),
    next: next ? { contactId: next.contactId, clientName: next.clientName, start: startsAt } : null,
  };
}
