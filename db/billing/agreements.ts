import type { Database } from "#db/connection.ts";
import { phoneKey } from "#db/phone.ts";
import {
  bytes,
  findValue,
  flag,
  integer,
  orNull,
  phone,
  pluck,
  type RowOf,
  table,
  text,
} from "#db/rows.ts";

type NewAgreement = Omit<AgreementRow, "id" | "textHash" | "seal">;

interface AgreementEventRow {
  readonly description: string;
  readonly ipAddress: string | null;
  readonly createdAt: number;
  readonly hash: Uint8Array;
}

const agreements = table("agreements", {
  id: integer(),
  kind: text<"membership" | "plan">(),
  subjectId: text(),
  title: text(),
  text: text(),
  textHash: bytes(),
  /** JSON text. */
  facts: text(),
  signatureType: text<"canvas" | "text">(),
  signature: bytes(),
  signerName: text(),
  /** E.164. */
  phone: phone(),
  phoneVerified: flag(),
  email: text(),
  consent: text(),
  ipAddress: orNull(text()),
  userAgent: orNull(text()),
  /** Epoch milliseconds. */
  signedAt: integer(),
  seal: bytes(),
  expiresAt: orNull(integer()),
});

export type AgreementRow = RowOf<typeof agreements>;

export function findAgreement(db: Database, id: number): AgreementRow | null {
  return agreements.find(db, "where id = ?", id);
}

/** The ids after `after` of agreements signed within a range of epoch milliseconds, or ever. */
export function agreementIdsAfter(
  db: Database,
  after: number,
  range: readonly [from: number, to: number] | undefined,
  limit: number,
): number[] {
  const [from, to] = range ?? [0, Number.MAX_SAFE_INTEGER];
  return pluck(
    db,
    `select id from agreements where id > $after and signed_at >= $from and signed_at < $to
     order by id limit $limit`,
    { after, from, to, limit },
  );
}

export function insertAgreement(db: Database, agreement: NewAgreement): number {
  return agreements.insert(db, {
    ...agreement,
    textHash: sha256(agreement.text),
    seal: sealOf(agreement),
  });
}

/** Keeps a paid agreement permanently. */
export function clearAgreementExpiry(db: Database, id: number): void {
  agreements.update(db, id, { expiresAt: null });
}

/** Deletes expired agreements except those with an open checkout, which lives for a day longer. */
export function deleteUnpaidAgreements(db: Database, before: number): number {
  return db
    .query(
      `delete from agreements where expires_at < ? and not exists
         (select 1 from checkouts where agreement_id = agreements.id and status = 'open')`,
    )
    .run(before).changes;
}

/** Returns an earlier unpaid agreement with the same signer, text and signature, signed after `since`. */
export function findEarlierUnpaidAgreement(
  db: Database,
  id: number,
  since: number,
): number | undefined {
  return findValue<number>(
    db,
    `select earlier.id from agreements this join agreements earlier on earlier.subject_id = this.subject_id
     where this.id = ?1 and earlier.id < this.id and earlier.expires_at is not null and earlier.signed_at > ?2
       and (earlier.kind, earlier.text_hash, earlier.facts, earlier.signature, earlier.signer_name, earlier.phone, earlier.email)
         is (this.kind, this.text_hash, this.facts, this.signature, this.signer_name, this.phone, this.email)
     order by earlier.id limit 1`,
    id,
    since,
  );
}

/** Whether the email of this number was only given in sign-ups that didn't prove the number. */
export function isUnprovenEmail(db: Database, phone: string, email: string): boolean {
  const proofs = pluck(
    db,
    "select distinct phone_verified from agreements where phone = ? and email = ? collate nocase",
    phoneKey(phone),
    email,
  );
  return proofs.length > 0 && !proofs.includes(1);
}

export function eventsOf(db: Database, agreementId: number): AgreementEventRow[] {
  return db
    .query<AgreementEventRow, [number]>(
      `select words as description, ip_address as ipAddress, created_at as createdAt, hash
       from agreement_events where agreement_id = ? order by id`,
    )
    .all(agreementId);
}

/** Must run in the transaction of the recorded change, so that the previous hash is the last one. */
export function appendEvent(
  db: Database,
  { id, seal }: Pick<AgreementRow, "id" | "seal">,
  event: Omit<AgreementEventRow, "hash">,
): void {
  const previous = eventsOf(db, id).at(-1)?.hash ?? seal;
  db.query(
    `insert into agreement_events (agreement_id, words, ip_address, created_at, hash)
     values ($id, $description, $ipAddress, $createdAt, $hash)`,
  ).run({ id, ...event, hash: chainHash(previous, event) });
}

/** Returns the id of the first agreement whose contents do not match its seal or chain, or undefined. */
export function firstBrokenAgreement(db: Database): number | undefined {
  for (const row of agreements.iterate(db, "order by id")) {
    if (!areEqual(sha256(row.text), row.textHash) || !areEqual(sealOf(row), row.seal))
      return row.id;
    let previous = row.seal;
    for (const event of eventsOf(db, row.id)) {
      if (!areEqual(chainHash(previous, event), event.hash)) return row.id;
      previous = event.hash;
    }
  }
  return undefined;
}

function sealOf(row: NewAgreement): Uint8Array {
  const sealed = [
    row.kind,
    row.subjectId,
    row.title,
    row.text,
    row.facts,
    row.signatureType,
    Buffer.from(row.signature).toString("base64"),
    row.signerName,
    row.phone,
    row.phoneVerified,
    row.email,
    row.consent,
    row.ipAddress,
    row.userAgent,
    row.signedAt,
  ];
  return sha256(JSON.stringify(sealed));
}

function chainHash(previous: Uint8Array, event: Omit<AgreementEventRow, "hash">): Uint8Array {
  return new Bun.CryptoHasher("sha256")
    .update(previous)
    .update(JSON.stringify([event.description, event.ipAddress, event.createdAt]))
    .digest();
}

function sha256(text: string): Uint8Array {
  return new Bun.CryptoHasher("sha256").update(text).digest();
}

function areEqual(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}

const mails = table("agreement_mails", {
  agreementId: integer(),
  kind: text<"copy" | "renewal">(),
  /** When the announced renewal is due; 0 for the copy. */
  renewsAt: integer(),
  createdAt: integer(),
});

export type AgreementMailRow = RowOf<typeof mails>;

export function queueAgreementCopy(db: Database, agreementId: number, now: number): void {
  db.query(
    `insert or ignore into agreement_mails (agreement_id, kind, renews_at, created_at, try_at)
     values (?1, 'copy', 0, ?2, ?2)`,
  ).run(agreementId, now);
}

/** Queues a notice for each yearly membership that renews before `until` and isn't canceled, once per renewal. */
export function queueRenewalNotices(db: Database, now: number, until: number): void {
  db.query(
    `insert or ignore into agreement_mails (agreement_id, kind, renews_at, created_at, try_at)
     select agreement_id, 'renewal', current_period_end, ?1, ?1 from subscriptions
     where billing_frequency = 'year' and status in ('active', 'trialing') and cancel_at_period_end = 0
       and current_period_end > ?1 and current_period_end <= ?2`,
  ).run(now, until);
}

/** Returns the mail that has been due for longest. */
export function nextAgreementMail(db: Database, now: number): AgreementMailRow | null {
  return mails.find(db, "where try_at <= ? order by try_at limit 1", now);
}

/** Sets when a mail is tried again; null once it is sent or no longer due. */
export function setNextTry(db: Database, mail: AgreementMailRow, tryAt: number | null): void {
  db.query(
    "update agreement_mails set try_at = ? where agreement_id = ? and kind = ? and renews_at = ?",
  ).run(tryAt, mail.agreementId, mail.kind, mail.renewsAt);
}
