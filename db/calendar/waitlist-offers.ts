import { ownerOf } from "#db/clients/contact-numbers.ts";
import type { Database } from "#db/connection.ts";
import { phoneKey, phoneText } from "#db/phone.ts";
import { exists, findValue, insertRow, reader, type Stored, updateRow } from "#db/rows.ts";
import { addDays, dayOf } from "#src/shared/wall-time.ts";

/** A time that a canceled, moved or shortened appointment, or an unpaid deposit, left free. */
export interface GapRow {
  readonly id: number;
  readonly employeeId: number;
  /** Wall time in the business's time zone: YYYY-MM-DDTHH:mm:ss. */
  readonly startsAt: string;
  /** With the cleanup time. */
  readonly endsAt: string;
  /** When to look for the next client, in epoch milliseconds; null once the gap is closed. */
  readonly dueAt: number | null;
}

const gaps = reader<GapRow>(
  `select id, employee_id, starts_at, ends_at, due_at
  from waitlist_gaps`,
);

/** An appointment with its cleanup time lasts up to 28 hours. */
const LONGEST_DAYS = 2;

/** A time that is part of an open gap adds none, but that gap isn't due before it. */
export function insertGap(db: Database, gap: Omit<GapRow, "id"> & { readonly now: number }): void {
  const { employeeId, startsAt, endsAt, dueAt, now } = gap;
  const { changes } = db
    .query(
      `update waitlist_gaps indexed by waitlist_gaps_open set due_at = max(due_at, $dueAt)
       where employee_id = $employeeId and starts_at between $earliest and $startsAt and ends_at >= $endsAt
         and due_at is not null`,
    )
    .run({
      employeeId,
      startsAt,
      endsAt,
      dueAt,
      earliest: addDays(dayOf(startsAt), -LONGEST_DAYS),
    });
  if (changes === 0)
    insertRow(db, "waitlist_gaps", { employeeId, startsAt, endsAt, dueAt, createdAt: now });
}

/** Returns the gaps that may be offered now, without those whose offer is open. */
export function listDueGaps(db: Database, now: number, limit: number): GapRow[] {
  return gaps.list(db, "where due_at <= ? order by due_at, starts_at, id limit ?", now, limit);
}

export function findGap(db: Database, id: number): GapRow | null {
  return gaps.find(db, "where id = ?", id);
}

/** Null closes the gap. */
export function setGapDue(db: Database, id: number, dueAt: number | null): void {
  updateRow(db, "waitlist_gaps", id, { dueAt });
}

export interface OfferRow {
  readonly id: number;
  readonly entryId: number;
  readonly gapId: number;
  readonly contactId: number;
  /** E.164: the client's present number. The row has the one that the offer went to. */
  readonly phone: string;
  readonly employeeId: number;
  readonly startsAt: string;
  readonly durationMinutes: number;
  readonly bufferMinutes: number;
  readonly priceCents: number;
  /** Who performs each of the services; null where the employee performs all. */
  readonly performers: readonly number[] | null;
  readonly holdId: number | null;
  readonly messageId: number;
  readonly status: "open" | "accepted" | "declined" | "unanswered" | "withdrawn";
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly endedAt: number | null;
}

type StoredOffer = Omit<Stored<OfferRow, "phone">, "performers"> & {
  readonly performers: string | null;
};

const offers = reader<StoredOffer, OfferRow>(
  `select o.id, entry_id as entryId, gap_id as gapId, e.contact_id as contactId, c.phone, o.employee_id as employeeId,
    starts_at as startsAt, duration_minutes as durationMinutes, buffer_minutes as bufferMinutes,
    price_cents as priceCents, performers, hold_id as holdId, message_id as messageId, o.status, o.created_at as createdAt,
    expires_at as expiresAt, ended_at as endedAt
  from waitlist_offers o join waitlist e on e.id = entry_id join contacts c on c.id = e.contact_id`,
  (row) => ({
    ...row,
    phone: phoneText(row.phone),
    performers: row.performers === null ? null : (JSON.parse(row.performers) as number[]),
  }),
);

export function insertOffer(
  db: Database,
  offer: Omit<OfferRow, "id" | "contactId" | "status" | "endedAt">,
): number {
  return insertRow(db, "waitlist_offers", {
    ...offer,
    phone: phoneKey(offer.phone),
    performers: offer.performers && JSON.stringify(offer.performers),
    status: "open",
  });
}

export function endOffer(
  db: Database,
  id: number,
  { status, at }: { status: Exclude<OfferRow["status"], "open">; at: number },
): void {
  updateRow(db, "waitlist_offers", id, { status, endedAt: at, holdId: null });
}

export function findOpenOffer(db: Database, entryId: number): OfferRow | undefined {
  return offers.list(db, "where entry_id = ? and o.status = 'open'", entryId)[0];
}

/** Returns the open offers in which an employee performs a service. */
export function listOpenOffersOf(db: Database, employeeId: number): OfferRow[] {
  return listOpenOffers(db).filter((offer) =>
    (offer.performers ?? [offer.employeeId]).includes(employeeId),
  );
}

export function listOpenOffers(db: Database): OfferRow[] {
  return offers.list(db, "where o.status = 'open'");
}

export function listOffersOfEntry(db: Database, entryId: number): OfferRow[] {
  return offers.list(db, "where entry_id = ? order by o.id", entryId);
}

/** Returns the entry, if it is not closed by the client, whose offer of exactly this time they accepted. */
export function findAcceptedEntry(
  db: Database,
  time: Pick<OfferRow, "employeeId" | "startsAt"> & { readonly contactId: number | null },
): number | undefined {
  return findValue<number>(
    db,
    `select w.id from waitlist w join waitlist_offers o on o.entry_id = w.id
     where w.contact_id = ? and o.employee_id = ? and o.starts_at = ? and o.status = 'accepted'
       and w.status not in ('booked', 'canceled') order by o.id desc limit 1`,
    time.contactId,
    time.employeeId,
    time.startsAt,
  );
}

/** Returns the last offer of a coming time that the client passed on or accepted. `now` is wall time. */
export function findLastAnswered(db: Database, entryId: number, now: string): OfferRow | undefined {
  return offers.list(
    db,
    "where entry_id = ? and o.status in ('declined', 'accepted') and starts_at > ? order by o.id desc limit 1",
    entryId,
    now,
  )[0];
}

/** Returns whether a time overlaps one that a client passed on, or accepted without paying its deposit. */
export function hasPassedOn(
  db: Database,
  entryId: number,
  time: Pick<OfferRow, "employeeId" | "startsAt"> & { readonly endsAt: string },
): boolean {
  return exists(
    db,
    `select 1 from waitlist_offers
     where entry_id = ? and employee_id = ? and status in ('declined', 'accepted') and starts_at < ?
       and strftime('%Y-%m-%dT%H:%M:%S', starts_at, '+' || duration_minutes || ' minutes') > ?`,
    entryId,
    time.employeeId,
    time.endsAt,
    time.startsAt,
  );
}

/** Returns the last offer to the client with this number. */
export function findLastOffer(db: Database, phone: string): OfferRow | undefined {
  return offers.list(
    db,
    `where e.contact_id = ${ownerOf("?")} order by o.id desc limit 1`,
    phoneKey(phone),
  )[0];
}

export function listExpiredOffers(db: Database, now: number, limit: number): OfferRow[] {
  return offers.list(
    db,
    "where o.status = 'open' and expires_at <= ? order by expires_at, o.id limit ?",
    now,
    limit,
  );
}

/** Returns whether an offer's text is still worth sending. */
export function isOfferOpen(db: Database, messageId: number, now: number): boolean {
  return exists(
    db,
    `select 1 from waitlist_offers where status = 'open' and expires_at > $now
       and message_id in ($messageId, (select retry_of from messages where id = $messageId))`,
    { messageId, now },
  );
}

/** Returns whether the offer's text left and was not refused. */
export function wasOfferSent(db: Database, messageId: number): boolean {
  return exists(
    db,
    "select 1 from messages where id = ? and status in ('claimed', 'in_doubt', 'unknown', 'sent', 'delivered')",
    messageId,
  );
}

/** Returns whether the client got another text after the offer. */
export function wasTextedSince(
  db: Database,
  { contactId, messageId, createdAt }: OfferRow,
): boolean {
  return exists(
    db,
    "select 1 from messages where contact_id = ? and at >= ? and id > ? and status <> 'received' limit 1",
    contactId,
    createdAt,
    messageId,
  );
}

/** Returns the open offers to a client: several only after a merge. */
export function listOpenOffersTo(db: Database, contactId: number): OfferRow[] {
  return offers.list(db, "where e.contact_id = ? and o.status = 'open'", contactId);
}
