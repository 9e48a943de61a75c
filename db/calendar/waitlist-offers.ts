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

/** Does nothing for a time that is part of an open gap. */
export function insertGap(
  db: Database,
  gap: Omit<GapRow, "id" | "dueAt"> & { readonly now: number },
): void {
  db.query(
    `insert into waitlist_gaps (employee_id, starts_at, ends_at, due_at, created_at)
     select $employeeId, $startsAt, $endsAt, $now, $now where not exists (
       select 1 from waitlist_gaps indexed by waitlist_gaps_open
       where employee_id = $employeeId and starts_at between $earliest and $startsAt and ends_at >= $endsAt
         and due_at is not null)`,
  ).run({ ...gap, earliest: addDays(dayOf(gap.startsAt), -LONGEST_DAYS) });
}

/** Returns the gaps that may be offered now, without those whose offer is open. */
export function listDueGaps(db: Database, now: number, limit: number): GapRow[] {
  return gaps.list(db, "where due_at <= ? order by due_at, id limit ?", now, limit);
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
  /** E.164. */
  readonly phone: string;
  readonly employeeId: number;
  readonly startsAt: string;
  readonly durationMinutes: number;
  readonly bufferMinutes: number;
  readonly priceCents: number;
  readonly holdId: number | null;
  readonly messageId: number;
  readonly status: "open" | "accepted" | "declined" | "unanswered" | "withdrawn";
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly endedAt: number | null;
}

const offers = reader<Stored<OfferRow, "phone">, OfferRow>(
  `select id, entry_id as entryId, gap_id as gapId, phone, employee_id as employeeId,
    starts_at as startsAt, duration_minutes as durationMinutes, buffer_minutes as bufferMinutes,
    price_cents as priceCents, hold_id as holdId, message_id as messageId, status, created_at as createdAt,
    expires_at as expiresAt, ended_at as endedAt
  from waitlist_offers`,
  (row) => ({ ...row, phone: phoneText(row.phone) }),
);

export function insertOffer(
  db: Database,
  offer: Omit<OfferRow, "id" | "status" | "endedAt">,
): number {
  return insertRow(db, "waitlist_offers", {
    ...offer,
    phone: phoneKey(offer.phone),
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
  return offers.list(db, "where entry_id = ? and status = 'open'", entryId)[0];
}

export function listOpenOffersOf(db: Database, employeeId: number): OfferRow[] {
  return offers.list(db, "where employee_id = ? and status = 'open'", employeeId);
}

export function listOffersOfEntry(db: Database, entryId: number): OfferRow[] {
  return offers.list(db, "where entry_id = ? order by id", entryId);
}

/** Returns the entry, if it is not closed by the client, whose offer of exactly this time a number accepted. */
export function findAcceptedEntry(
  db: Database,
  { phone, employeeId, startsAt }: Pick<OfferRow, "phone" | "employeeId" | "startsAt">,
): number | undefined {
  return findValue<number>(
    db,
    `select w.id from waitlist_offers o join waitlist w on w.id = o.entry_id
     where o.phone = ? and o.employee_id = ? and o.starts_at = ? and o.status = 'accepted'
       and w.status not in ('booked', 'canceled') order by o.id desc limit 1`,
    phoneKey(phone),
    employeeId,
    startsAt,
  );
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

/** Returns the last offer that a number got. */
export function findLastOffer(db: Database, phone: string): OfferRow | undefined {
  return offers.list(db, "where phone = ? order by id desc limit 1", phoneKey(phone))[0];
}

export function listExpiredOffers(db: Database, now: number, limit: number): OfferRow[] {
  return offers.list(
    db,
    "where status = 'open' and expires_at <= ? order by expires_at, id limit ?",
    now,
    limit,
  );
}

/** Returns whether an offer's text is still worth sending. */
export function isOfferOpen(db: Database, messageId: number, now: number): boolean {
  return exists(
    db,
    "select 1 from waitlist_offers where message_id = ? and status = 'open' and expires_at > ?",
    messageId,
    now,
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
export function wasTextedSince(db: Database, { phone, messageId, createdAt }: OfferRow): boolean {
  return exists(
    db,
    `select 1 from messages where contact_id = (select id from contacts where phone = ?) and at >= ?
     and id > ? and status <> 'received' limit 1`,
    phoneKey(phone),
    createdAt,
    messageId,
  );
}

/** Deletes what is left of a number's offers after their entries. */
export function deleteOffersOfPhone(db: Database, phone: string): void {
  db.query("delete from waitlist_offers where phone = ?").run(phoneKey(phone));
}
