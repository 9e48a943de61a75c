import { findAppointment } from "#db/calendar/appointments.ts";
import * as store from "#db/calendar/online-bookings.ts";
import { findContactByPhone } from "#db/clients/contacts.ts";
import { whenFree, writeWhenFree } from "#db/connection.ts";
import {
  requireCodePhone,
  sendPhoneCode,
  verifyAndConsumeCode,
} from "#src/accounts/verification-codes/verification-codes.ts";
import type { App, Caller } from "#src/app.ts";
import { findParts } from "#src/calendar/availability/availability.ts";
import { canText } from "#src/calendar/reminders/texting.ts";
import { requireServices, type VisitPart } from "#src/calendar/visits.ts";
import { ensureContact } from "#src/clients/ensure-contact.ts";
import { setProofCookie } from "#src/platform/http/cookies.ts";
import { type Limit, limitRate } from "#src/platform/http/rate-limit.ts";
import { isSigned, sign } from "#src/platform/secrets/signatures.ts";
import { toWallTime } from "#src/platform/time.ts";
import { formatClock } from "#src/shared/clock-time.ts";
import { fieldProblem, Problem } from "#src/shared/problem.ts";
import { parseWallTime, type WallTime } from "#src/shared/wall-time.ts";
import { recordBookingConsent } from "./booking-consent.ts";
import { findBookingCardUrl, needsCard } from "./card-bookings.ts";
import type { Booked, NewBooking } from "./contract.ts";
import { findOpenCheckout, openFirstDeposit } from "./deposits.ts";
import { describeVisit } from "./describe-visit.ts";
import { manageUrl } from "./manage-link.ts";
import { type Placed, placeBooking } from "./place-booking.ts";
import { isBookable } from "./rules.ts";
import { getBookableService } from "./services.ts";

const MAX_OPEN = 3;
const QUARTER = 15 * 60;
const OF_NUMBER: Limit = { name: "bookings", most: 20, seconds: QUARTER, isStored: true };
/** A whole shopping center may share an address. */
const OF_VISITOR: Limit = { name: "bookings of a visitor", most: 300, seconds: QUARTER };

export interface Visit {
  readonly caller: Caller;
  readonly proof: string | undefined;
}

/** How long a visitor has to book after they typed the code. */
const SECONDS = 60 * 60;
const HASH_NAME = "booking phone";

export function sendBookingCode(app: App, input: string, caller: Caller): Promise<void> {
  const address = requireCodePhone(app, input);
  return sendPhoneCode(app, { purpose: "booking", address }, caller);
}

/** Ties the phone to the browser for an hour. @throws Problem 400 for a wrong code, 429 */
export function verifyBookingCode(
  app: App,
  input: { phoneNumber: string; code: string },
  { caller, answer }: { caller: Caller; answer: Headers },
): void {
  const address = requireCodePhone(app, input.phoneNumber);
  verifyAndConsumeCode(app, { purpose: "booking", address }, input.code, caller);
  setVerifiedPhone(app, answer, address);
}

/**
 * Books a slot for the visitor's verified phone, requests it where the owner approves bookings, or holds it until the
 * deposit is paid. The transaction checks the slot again. A repeated request returns the first booking.
 * @throws Problem 401 without a verified phone, 404, 409 when the slot is gone or the number has too many bookings, 429
 */
export async function bookOnline(app: App, input: NewBooking, visit: Visit): Promise<Booked> {
  const phone = requireVerifiedPhone(app, visit);
  await whenFree(() => limitBookings(app, phone));
  const { booking, status } = await writeWhenFree(app.db, () =>
    reserve(app, phone, input, visit.caller),
  );
  return {
    status,
    appointment: describeVisit(app, booking),
    manageUrl: manageUrl(app, booking),
    canText: canText(app, phone),
    checkoutUrl:
      status === "deposit"
        ? ((await findOpenCheckout(app, booking)) ?? (await openFirstDeposit(app, booking)))
        : findBookingCardUrl(app, booking),
  };
}

/** @throws Problem 401 without a verified phone, 429 */
export function requireVerifiedPhone(app: App, { caller, proof }: Visit): string {
  const phone = findVerifiedPhone(app, proof);
  if (phone === undefined) throw new Problem(401, "Confirm your phone number first.");
  limitRate(app, OF_VISITOR, caller);
  return phone;
}

/** Each booking and each move texts the client. @throws Problem 429 */
export function limitBookings(app: App, phone: string): void {
  limitRate(app, OF_NUMBER, phone);
}

function reserve(app: App, phone: string, input: NewBooking, caller: Caller): Placed {
  const serviceIds = requireServices(input);
  const services = serviceIds.map((id) => getBookableService(app, id));
  const startsAt = requireStart(app, input.start);
  const same = findSame(app, phone, input, startsAt);
  if (same) return same;
  const open = { now: app.now(), wallNow: toWallTime(app, app.now()) };
  if (store.countOpenBookings(app.db, phone, open) >= MAX_OPEN)
    throw new Problem(
      409,
      "You already have three upcoming bookings. Cancel one of them first, or call us.",
    );
  const parts = chooseParts(app, { serviceIds }, input.employeeId, startsAt);
  const isNewClient = findContactByPhone(app.db, phone) === null;
  ensureContact(app, { name: input.name, phone, email: input.email || "" }, "booking");
  recordBookingConsent(app, {
    phone,
    purpose: "reminder",
    marketing: input.marketingConsent,
    isNewClient,
    ip: caller.ip,
  });
  const visit = { phone, clientName: input.name, email: input.email || null, services, parts };
  const priceCents = parts.reduce((sum, { terms }) => sum + terms.priceCents, 0);
  return placeBooking(
    app,
    {
      ...visit,
      marketing: input.marketingConsent,
      source: "online",
      needsCard: needsCard(app, { phone, services, priceCents }),
    },
    caller,
  );
}

/**
 * Returns the open booking that a request repeats, whose answer was lost. The number, the name, the services and the time
 * tell it, because they are known even after the server stopped between the booking and its answer.
 */
function findSame(
  app: App,
  phone: string,
  input: NewBooking,
  startsAt: WallTime,
): Placed | undefined {
  const { employeeId, name: clientName } = input;
  const serviceIds = requireServices(input);
  const request = { phone, serviceId: serviceIds[0] ?? 0, clientName, startsAt, now: app.now() };
  for (const booking of store.listSameBookings(app.db, request)) {
    const { appointmentId, employeeId: assigned, services } = booking;
    if (
      !Bun.deepEquals(
        serviceIds,
        services.map(({ serviceId }) => serviceId),
      )
    )
      continue;
    if (assigned === null || (employeeId !== null && employeeId !== assigned)) continue;
    const appointment = appointmentId === null ? null : findAppointment(app.db, appointmentId);
    const status = appointment
      ? appointment.status === "requested"
        ? "requested"
        : "booked"
      : booking.cardRequestId === null
        ? "deposit"
        : "card";
    return { booking: { ...booking, employeeId: assigned }, status };
  }
  return undefined;
}

/** Appointments booked online begin at quarter hours. @throws Problem 409 */
export function requireStart(app: App, start: string): WallTime {
  const startsAt = parseWallTime(start) ?? "";
  if (!/:(?:00|15|30|45):00$/.test(startsAt) || !isBookable(app, startsAt))
    throw goneProblem("This time can't be booked online. Pick another time.");
  return startsAt;
}

/** Returns who performs the services if they are free, with the chosen employee or the first who can. @throws Problem 409 */
function chooseParts(
  app: App,
  visit: { readonly serviceIds: readonly number[] },
  employeeId: number | null,
  startsAt: WallTime,
): [VisitPart, ...VisitPart[]] {
  const time = { startsAt, employeeId: employeeId ?? undefined };
  const [first, ...others] = findParts(app, visit, time) ?? [];
  if (first) return [first, ...others];
  throw goneProblem(`${formatClock(startsAt)} was just booked. Pick another time.`);
}

export function goneProblem(message: string): Problem {
  return fieldProblem(409, "start", message);
}

/** Remembers in the browser's cookie that its visitor has this phone. A keyed hash prevents forging it. */
export function setVerifiedPhone(app: App, answer: Headers, phone: string): void {
  const until = app.now() + SECONDS * 1000;
  const seal = sign(app, HASH_NAME, `${phone} ${until}`);
  setProofCookie(app, answer, `${phone.slice(1)}.${until}.${seal}`, SECONDS);
}

/** Returns E.164, or undefined without a valid cookie. */
function findVerifiedPhone(app: App, proof: string | undefined): string | undefined {
  const [, digits, until, seal] = /^(\d{6,15})\.(\d{1,16})\.([\w-]+)$/.exec(proof ?? "") ?? [];
  if (digits === undefined || seal === undefined || Number(until) <= app.now()) return undefined;
  return isSigned(app, HASH_NAME, `+${digits} ${until}`, seal) ? `+${digits}` : undefined;
}
