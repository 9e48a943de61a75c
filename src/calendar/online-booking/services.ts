import { allServices, type ServiceRow } from "#db/calendar/services.ts";
import type { App } from "#src/app.ts";
import { findSlots, listDaysOff } from "#src/calendar/availability/availability.ts";
import type { Except } from "#src/calendar/availability/busy.ts";
import { listParts } from "#src/calendar/availability/list-slots.ts";
import type { Slot } from "#src/calendar/availability/reasons.ts";
import { employeesById } from "#src/calendar/employees/employees.ts";
import { findTerms, getService } from "#src/calendar/services/services.ts";
import {
  parseServiceIds,
  type QueriedServices,
  requireServices,
  type Visit,
} from "#src/calendar/visits.ts";
import { canSend } from "#src/messaging/outbox/outbox.ts";
import { renderQr } from "#src/platform/qr.ts";
import { businessDay, clientPagesUrl, getSettings } from "#src/platform/settings/settings.ts";
import { formatCents } from "#src/shared/money.ts";
import { firstNameOf } from "#src/shared/names.ts";
import { Problem } from "#src/shared/problem.ts";
import { addDays, dayOf } from "#src/shared/wall-time.ts";
import type { BookableService, Booked, OnlineTimes } from "./contract.ts";
import { consentWords, earliestStart, isBookable, lastBookableDay } from "./rules.ts";

const MAX_DAYS = 31;

export function listBookableServices(app: App): BookableService[] {
  const employees = [...employeesById(app).values()];
  const services = allServices(app.db).filter(({ onlineBooking }) => onlineBooking);
  return services.map((service) => ({
    id: service.id,
    name: service.name,
    category: service.category,
    durationMinutes: service.durationMinutes,
    price: formatCents(service.priceCents),
    deposit: depositOf(app, [service]),
    employees: employees
      .filter(({ id }) => findTerms(service, id))
      .map(({ id, name }) => ({ id, name: firstNameOf(name) })),
  }));
}

/** Deposits are asked for only while the business takes cards. */
function depositOf(app: App, services: readonly ServiceRow[]): string | null {
  const cents = depositCentsOf(app, services);
  return cents === null ? null : formatCents(cents);
}

/** The deposit of a visit is the sum of those of its services. Null for none. */
export function depositCentsOf(app: App, services: readonly ServiceRow[]): number | null {
  const cents = services.reduce((sum, { depositCents }) => sum + (depositCents ?? 0), 0);
  return getSettings(app).stripeSecretKey === "" ? null : cents || null;
}

/**
 * Returns what becomes of a booking by a client: the owner approves it first, or the client pays a deposit first. Where
 * the owner approves bookings, the deposit is requested after that.
 */
export function bookingStatus(
  app: App,
  services: readonly ServiceRow[],
): Exclude<Booked["status"], "card"> {
  if (getSettings(app).bookingApproval) return "requested";
  return depositCentsOf(app, services) === null ? "booked" : "deposit";
}

export function getBookingTerms(app: App) {
  const { bookingApproval, bookingCancellationHours, waitlistOfferMinutes } = getSettings(app);
  const words = consentWords(app);
  return {
    today: businessDay(app),
    lastDay: lastBookableDay(app),
    needsApproval: bookingApproval,
    canText: canSend(app),
    cancellationHours: bookingCancellationHours,
    reminderConsent: words.reminder,
    marketingConsent: words.marketing,
    waitlistConsent: words.waitlist,
    waitlistMinutes: waitlistOfferMinutes,
  };
}

/** Returns where clients book, with a QR code of it. */
export async function getBookingPage(app: App) {
  const url = `${clientPagesUrl(app)}/book`;
  return { url, qr: await renderQr(url) };
}

/** Lists the free times within the owner's notice and horizon. @throws Problem 400, 404 */
export async function listBookableSlots(
  app: App,
  { services, serviceId, ...query }: SlotQuery & QueriedServices,
): Promise<OnlineTimes> {
  const serviceIds = requireServices({ services: parseServiceIds(services), serviceId });
  for (const id of serviceIds) getBookableService(app, id);
  return listOnlineSlots(app, { serviceIds }, query);
}

interface SlotQuery {
  readonly employeeId?: number | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly except?: Except | undefined;
}

interface Days {
  readonly from: string;
  readonly to: string;
}

/** Lists the free times of a visit that clients may book or move to. @throws Problem 400 */
export async function listOnlineSlots(
  app: App,
  visit: Visit,
  query: SlotQuery,
): Promise<OnlineTimes> {
  const from = query.from ?? businessDay(app);
  const to = query.to ?? addDays(from, 6);
  if (to < from || to >= addDays(from, MAX_DAYS))
    throw new Problem(400, `Request at most ${MAX_DAYS} days.`);
  const search = { ...query, from, to };
  const slots = await findBookable(app, visit, search);
  const nextDay = slots.length === 0 && (await findNextDay(app, visit, search));
  return {
    ...listDaysOff(app, visit, search),
    slots: listParts(app, visit, slots),
    ...(nextDay && { nextDay }),
  };
}

async function findBookable(app: App, visit: Visit, search: SlotQuery & Days): Promise<Slot[]> {
  const slots = await findSlots(app, visit, { ...search, after: earliestStart(app) });
  return slots.filter(({ startsAt }) => isBookable(app, startsAt));
}

/** Finds the first day after `to` with a free time, month by month from today until the owner's horizon. */
async function findNextDay(app: App, visit: Visit, { to, ...search }: SlotQuery & Days) {
  const [today, last] = [businessDay(app), lastBookableDay(app)];
  // A search may end in the distant past.
  for (
    let from = to < today ? today : addDays(to, 1);
    from <= last;
    from = addDays(from, MAX_DAYS)
  ) {
    const days = { from, to: addDays(from, MAX_DAYS - 1) };
    const [first] = await findBookable(app, visit, { ...search, ...days });
    if (first) return dayOf(first.startsAt);
  }
  return undefined;
}

/** @throws Problem 404 also for a service that can't be booked online */
export function getBookableService(app: App, id: number): ServiceRow {
  const service = getService(app, id);
  if (!service.onlineBooking)
    throw new Problem(404, "This service can't be booked online. Call us.");
  return service;
}
