import { ownerOf, presentNumber } from "#db/clients/contact-numbers.ts";
import type { Database } from "#db/connection.ts";
import { phoneKey } from "#db/phone.ts";
import {
  count,
  findValue,
  flag,
  from,
  integer,
  json,
  orNull,
  phone,
  pluck,
  type RowOf,
  table,
  text,
} from "#db/rows.ts";
import type { VisitService } from "./services.ts";

const bookings = table("online_bookings", {
  id: integer(),
  contactId: orNull(integer()),
  /** E.164: the client's present number. "0" once they are erased or deleted. */
  phone: from(presentNumber("online_bookings"), phone()),
  clientName: text(),
  email: orNull(text()),
  /** The first of the services. */
  serviceId: integer(),
  /** In their order, as booked. */
  services: json<readonly VisitService[]>(),
  /** Null once the employee is deleted. */
  employeeId: orNull(integer()),
  startsAt: text(),
  durationMinutes: integer(),
  bufferMinutes: integer(),
  priceCents: integer(),
  depositCents: orNull(integer()),
  /** Null while the deposit of a held slot is unpaid, and once the appointment is deleted. */
  appointmentId: orNull(integer()),
  holdId: orNull(integer()),
  checkoutId: orNull(text()),
  paymentIntentId: orNull(text()),
  paidAt: orNull(integer()),
  refundDueAt: orNull(integer()),
  refundedAt: orNull(integer()),
  marketing: flag(),
  createdAt: integer(),
  /** Set for a booking without an appointment; otherwise the appointment's status says it. */
  canceledAt: orNull(integer()),
  /** The latest time from which the salon moved the visit; null once the client chose its time. */
  movedFrom: orNull(text()),
  /** Until when the deposit of an approved booking can be paid; null where none was asked for after an approval. */
  depositDueAt: orNull(integer()),
  /** The card that a held time waits for. */
  cardRequestId: orNull(integer()),
  /** Null also for any other reason. */
  cancelReason: orNull(text<"declined" | "unpaid">()),
});

export type OnlineBookingRow = RowOf<typeof bookings>;

export function findBookingOfCard(db: Database, cardRequestId: number) {
  return bookings.list(db, "where card_request_id = ?", cardRequestId)[0];
}

export function setCardRequest(db: Database, id: number, cardRequestId: number): void {
  bookings.update(db, id, { cardRequestId });
}

/** The names of what a booking `b` is for. */
export const BOOKED_SERVICES =
  "(select group_concat(one.value ->> 'name', ', ' order by one.key) from json_each(b.services) one)";

export function findOnlineBooking(db: Database, id: number): OnlineBookingRow | undefined {
  return bookings.list(db, "where id = ?", id)[0];
}

export function findBookingOfAppointment(db: Database, id: number): OnlineBookingRow | undefined {
  return bookings.list(db, "where appointment_id = ?", id)[0];
}

export function findBookingByCheckout(db: Database, id: string): OnlineBookingRow | undefined {
  return bookings.list(db, "where checkout_id = ?", id)[0];
}

export function listBookingsOfContact(db: Database, contactId: number): OnlineBookingRow[] {
  return bookings.list(db, "where contact_id = ? order by starts_at", contactId);
}

/** Rows of the client with this number: of their contact, which they have from their first booking. */
const OF_CLIENT = `contact_id = ${ownerOf("$phone")}`;

/** Returns a number's open bookings of a service at a time under a name. */
export function listSameBookings(
  db: Database,
  {
    phone,
    ...same
  }: Pick<OnlineBookingRow, "phone" | "serviceId" | "clientName" | "startsAt"> & { now: number },
): OnlineBookingRow[] {
  return bookings.list(
    db,
    `where ${OF_CLIENT} and service_id = $serviceId and client_name = $clientName and (
     exists (select 1 from appointments where id = appointment_id and starts_at = $startsAt
       and status in ('requested', 'booked', 'confirmed'))
     or (appointment_id is null and starts_at = $startsAt and canceled_at is null
       and exists (select 1 from slot_holds where id = hold_id and expires_at > $now)))`,
    { phone: phoneKey(phone), ...same },
  );
}

/** Counts a number's upcoming bookings: appointments, requests and slots held for a deposit. */
export function countOpenBookings(
  db: Database,
  phone: string,
  { now, wallNow }: { now: number; wallNow: string },
): number {
  return count(
    db,
    `select count(*) from online_bookings b
       left join appointments a on a.id = b.appointment_id
       left join slot_holds h on h.id = b.hold_id
     where b.${OF_CLIENT} and ((a.starts_at > $wallNow and a.status in ('requested', 'booked', 'confirmed'))
       or (a.id is null and h.expires_at > $now))`,
    { phone: phoneKey(phone), wallNow, now },
  );
}

type NewBooking = Omit<
  OnlineBookingRow,
  | "id"
  | "contactId"
  | "checkoutId"
  | "paymentIntentId"
  | "paidAt"
  | "refundDueAt"
  | "refundedAt"
  | "canceledAt"
  | "movedFrom"
  | "depositDueAt"
  | "cardRequestId"
  | "cancelReason"
> & { readonly employeeId: number };

export function insertOnlineBooking(db: Database, booking: NewBooking): number {
  const { lastInsertRowid } = db
    .query(
      `insert into online_bookings (phone, contact_id, client_name, email, service_id, services, employee_id, starts_at, duration_minutes,
         buffer_minutes, price_cents, deposit_cents, appointment_id, hold_id, marketing, created_at)
       values ($phone, ${ownerOf("$phone")}, $clientName, $email, $serviceId, $services, $employeeId, $startsAt, $durationMinutes, $bufferMinutes,
         $priceCents, $depositCents, $appointmentId, $holdId, $marketing, $createdAt)`,
    )
    .run({
      ...booking,
      phone: phoneKey(booking.phone),
      services: JSON.stringify(booking.services),
      marketing: Number(booking.marketing),
    });
  return Number(lastInsertRowid);
}

/** Returns false when another request has replaced the checkout since `before` was read. */
export function setBookingCheckout(
  db: Database,
  { id, checkoutId: before }: Pick<OnlineBookingRow, "id" | "checkoutId">,
  checkoutId: string,
): boolean {
  return (
    db
      .query(
        "update online_bookings set checkout_id = ?, checkout_ended = 0 where id = ? and checkout_id is ?",
      )
      .run(checkoutId, id, before).changes === 1
  );
}

/** Returns the checkouts of unpaid deposits that may have been paid unnoticed. */
export function listOpenDeposits(db: Database): string[] {
  return pluck(
    db,
    "select checkout_id from online_bookings where checkout_id is not null and paid_at is null and checkout_ended = 0 order by id",
  );
}

/** The checkout ended unpaid. A payment that an event reports nevertheless is still found by it. */
export function setBookingCheckoutEnded(db: Database, checkoutId: string): void {
  db.query("update online_bookings set checkout_ended = 1 where checkout_id = ?").run(checkoutId);
}

export function setBookingPaid(
  db: Database,
  id: number,
  paid: { paymentIntentId: string | null; at: number },
): void {
  bookings.update(db, id, { paymentIntentId: paid.paymentIntentId, paidAt: paid.at });
}

export function setBookingAppointment(db: Database, id: number, appointmentId: number): void {
  bookings.update(db, id, { appointmentId, holdId: null });
}

/**
 * The appointment is another client's, or no one's whose number is known. The email was the former one's, and their link,
 * which is signed with the time, ends.
 */
export function setBookingClient(
  db: Database,
  appointmentId: number,
  { phone, clientName }: { readonly phone: string | null; readonly clientName: string },
): void {
  db.query(
    `update online_bookings set phone = $phone, contact_id = ${ownerOf("$phone")}, client_name = $clientName, email = null,
       created_at = created_at + 1
     where appointment_id = $appointmentId`,
  ).run({ appointmentId, phone: phone === null ? 0 : phoneKey(phone), clientName });
}

export function setMovedFrom(db: Database, appointmentId: number, movedFrom: string | null): void {
  db.query("update online_bookings set moved_from = ? where appointment_id = ?").run(
    movedFrom,
    appointmentId,
  );
}

export function setBookingCanceled(db: Database, id: number, now: number): void {
  bookings.update(db, id, { canceledAt: now });
}

/** Removes an erased client from their bookings. What was paid remains. */
export function anonymizeOnlineBookings(db: Database, contactId: number): void {
  db.query(
    "update online_bookings set client_name = 'Erased client', email = null where contact_id = ?",
  ).run(contactId);
  clearBookingNumbers(db, contactId);
}

/** Removes the number of a deleted client, so that nothing is texted about their bookings. */
export function clearBookingNumbers(db: Database, contactId: number): void {
  db.query("update online_bookings set phone = 0, contact_id = null where contact_id = ?").run(
    contactId,
  );
}

/** Returns when a hold ends, in epoch milliseconds. */
export function findHoldEnd(db: Database, id: number | null): number | undefined {
  return findValue(db, "select expires_at from slot_holds where id = ?", id);
}
