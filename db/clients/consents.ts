import type { Database } from "#db/connection.ts";
import { phoneKey, phoneText } from "#db/phone.ts";
import { exists, findValue } from "#db/rows.ts";

export type ConsentSource =
  | "keyword"
  | "words"
  | "staff"
  | "import"
  | "carrier"
  | "form"
  | "booking"
  | "call";

export interface Consent {
  readonly phone: string;
  readonly category: "all" | "marketing" | "reminder" | "billing";
  readonly given: boolean;
  readonly source: ConsentSource;
  /** The exact words that the client said, wrote or agreed to. */
  readonly wording: string;
  readonly actorId: string | null;
  readonly ipAddress: string | null;
  readonly createdAt: number;
}

/** Adds a consent record and returns its id. Records are never changed. */
export function insertConsent(db: Database, consent: Consent): number {
  const { lastInsertRowid } = db
    .query(
      `insert into consents (phone, channel, category, given, source, wording, actor_id, ip_address, created_at)
       values ($phone, 'sms', $category, $given, $source, $wording, $actorId, $ipAddress, $createdAt)`,
    )
    .run({ ...consent, phone: phoneKey(consent.phone), given: Number(consent.given) });
  return Number(lastInsertRowid);
}

/** Adds the same consent record for each of these numbers. */
export function insertConsents(
  db: Database,
  phones: readonly string[],
  consent: Omit<Consent, "phone">,
): void {
  db.query(
    `insert into consents (phone, channel, category, given, source, wording, actor_id, ip_address, created_at)
     select value, 'sms', $category, $given, $source, $wording, $actorId, $ipAddress, $createdAt from json_each($phones)`,
  ).run({
    ...consent,
    given: Number(consent.given),
    phones: JSON.stringify(phones.map(phoneKey)),
  });
}

/** The latest consent record of a number. It outlives the contact. */
export function lastConsent(
  db: Database,
  phone: string,
): { given: boolean; source: ConsentSource; createdAt: number } | undefined {
  const row = db
    .query<{ given: number; source: ConsentSource; createdAt: number }, [number]>(
      "select given, source, created_at as createdAt from consents where phone = ? order by id desc limit 1",
    )
    .get(phoneKey(phone));
  return row ? { ...row, given: row.given === 1 } : undefined;
}

/** Whether the number agreed to offers and has not refused them since. */
export function agreedToOffers(db: Database, phone: string): boolean {
  const sql = "select agreed from number_consents where phone = ?";
  return findValue<number>(db, sql, phoneKey(phone)) === 1;
}

export interface ConsentRecord {
  readonly id: number;
  readonly at: number;
  readonly given: boolean;
  readonly category: Consent["category"];
  readonly source: ConsentSource;
  readonly wording: string;
  /** The username of the staff member who recorded it; null for others and for deleted users. */
  readonly by: string | null;
  readonly ip: string | null;
}

/**
 * A client's consent records before a position, newest first: of their numbers, each until it was no longer theirs. What
 * its former owner agreed to is left out.
 */
export function consentsOf(
  db: Database,
  contactId: number,
  phones: readonly { readonly phone: string; readonly until?: number | null }[],
  before: { at: number; id: number },
  limit: number,
): ConsentRecord[] {
  return db
    .query<
      Omit<ConsentRecord, "given"> & { given: number },
      { contactId: number; phones: string; at: number; id: number; limit: number }
    >(
      `select consents.id, consents.created_at as at, given, category, source, wording,
         users.username as by, ip_address as ip
       from json_each($phones) number cross join consents on consents.phone = number.value ->> 0
         left join users on users.id = actor_id
       where consents.created_at <= coalesce(number.value ->> 1, consents.created_at)
         and (given = 0 or not exists (select 1 from contact_numbers former where former.phone = consents.phone
           and former.contact_id <> $contactId and former.until >= consents.created_at))
         and (consents.created_at, consents.id) < ($at, $id)
       order by consents.created_at desc, consents.id desc limit $limit`,
    )
    .all({
      contactId,
      phones: JSON.stringify(phones.map(({ phone, until }) => [phoneKey(phone), until ?? null])),
      limit,
      ...before,
    })
    .map((row) => ({ ...row, given: row.given === 1 }));
}

/** The latest consent record of each of these numbers that has one. */
export function lastConsents(
  db: Database,
  phones: readonly string[],
): Map<string, { given: boolean; createdAt: number }> {
  const rows = db
    .query<{ phone: number; given: number; createdAt: number }, [string]>(
      `select consents.phone, given, created_at as createdAt from json_each(?) cross join consents
       on consents.id = (select id from consents where phone = value order by id desc limit 1)`,
    )
    .all(JSON.stringify(phones.map(phoneKey)));
  return new Map(
    rows.map(({ phone, given, createdAt }) => [
      phoneText(phone),
      { given: given === 1, createdAt },
    ]),
  );
}

/** Whether the last opt-out came from the client's own keyword, in which case the carrier blocks the number too. */
export function wasRevokedByKeyword(db: Database, phone: string): boolean {
  const source = findValue<string>(
    db,
    "select source from consents where phone = ? and given = 0 order by id desc limit 1",
    phoneKey(phone),
  );
  return source === "keyword" || source === "carrier";
}

/** Records whether the number's client agreed to texts about appointments and not to offers. */
export function setAppointmentOnly(db: Database, phone: string, isAppointmentOnly: boolean): void {
  const statement = isAppointmentOnly
    ? "insert or ignore into appointment_only (phone) values (?)"
    : "delete from appointment_only where phone = ?";
  db.query(statement).run(phoneKey(phone));
}

export function isAppointmentOnly(db: Database, phone: string): boolean {
  return exists(db, "select 1 from appointment_only where phone = ?", phoneKey(phone));
}
