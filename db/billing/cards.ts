import type { Database } from "#db/connection.ts";
import { phoneKey } from "#db/phone.ts";
import { insertRow, reader, updateRow } from "#db/rows.ts";

/** A card that a client keeps on file at Stripe. The number is never here. */
export interface CardRow {
  readonly id: number;
  /** Null once the client was erased. */
  readonly contactId: number | null;
  readonly requestId: number;
  readonly agreementId: number;
  readonly stripeCustomerId: string;
  readonly stripePaymentMethodId: string;
  /** As Stripe names it, such as "visa". */
  readonly brand: string;
  readonly last4: string;
  readonly expMonth: number;
  readonly expYear: number;
  readonly addedAt: number;
  readonly removedAt: number | null;
}

const cards = reader<CardRow>(
  `select id, contact_id, request_id, agreement_id, stripe_customer_id, stripe_payment_method_id, brand, last4, exp_month,
     exp_year, added_at, removed_at from cards`,
);

/** The card that a client has on file: the newest one that was not removed. */
export function findCardOfContact(db: Database, contactId: number): CardRow | null {
  return cards.find(
    db,
    "where contact_id = ? and removed_at is null order by id desc limit 1",
    contactId,
  );
}

export function findCardById(db: Database, id: number): CardRow | null {
  return cards.find(db, "where id = ?", id);
}

export function findCardOfRequest(db: Database, requestId: number): CardRow | null {
  return cards.find(db, "where request_id = ? order by id desc limit 1", requestId);
}

export function listCardsOfContact(db: Database, contactId: number): CardRow[] {
  return cards.list(db, "where contact_id = ? order by id", contactId);
}

export function insertCard(db: Database, card: Omit<CardRow, "id" | "removedAt">): number {
  return insertRow(db, "cards", card);
}

/** Takes all cards off a client's file, except one. Stripe forgets them later. Returns how many there were. */
export function removeCards(
  db: Database,
  { contactId, except = 0, now }: { contactId: number; except?: number; now: number },
): number {
  return db
    .query(
      "update cards set removed_at = ? where contact_id = ? and removed_at is null and id <> ?",
    )
    .run(now, contactId, except).changes;
}

/** Takes a card off the file of a client who doesn't exist anymore. */
export function orphanCard(db: Database, id: number, now: number): void {
  updateRow(db, "cards", id, { contactId: null, removedAt: now });
}

/** Cards that Stripe has yet to forget, oldest first. */
export function listCardsToDetach(db: Database): CardRow[] {
  return cards.list(
    db,
    "where removed_at is not null and detached_at is null order by id limit 100",
  );
}

export function setCardDetached(db: Database, id: number, now: number): void {
  updateRow(db, "cards", id, { detachedAt: now });
}

/** Cards on file that expire up to this month and whose clients were not told. */
export function listExpiringCards(
  db: Database,
  { year, month }: { readonly year: number; readonly month: number },
  limit: number,
): CardRow[] {
  return cards.list(
    db,
    `where removed_at is null and expiry_told_at is null and contact_id is not null
       and (exp_year < ?1 or (exp_year = ?1 and exp_month <= ?2)) order by id limit ?3`,
    year,
    month,
    limit,
  );
}

export function setExpiryTold(db: Database, id: number, now: number): void {
  updateRow(db, "cards", id, { expiryToldAt: now });
}

/** A link at which a client adds a card. */
export interface CardRequestRow {
  readonly id: number;
  readonly contactId: number | null;
  readonly agreementId: number | null;
  readonly stripeCustomerId: string | null;
  readonly checkoutId: string | null;
  /** 1: an online booking waits for the card. */
  readonly forBooking: 0 | 1;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly completedAt: number | null;
}

const requests = reader<CardRequestRow>(
  `select id, contact_id, agreement_id, stripe_customer_id, checkout_id, for_booking, created_at, expires_at, completed_at
   from card_requests`,
);

export function findCardRequest(db: Database, id: number): CardRequestRow | null {
  return requests.find(db, "where id = ?", id);
}

export function findCardRequestByCheckout(db: Database, checkoutId: string): CardRequestRow | null {
  return requests.find(db, "where checkout_id = ?", checkoutId);
}

/** The link that was texted to a client and can still be used. */
export function findOpenCardRequest(
  db: Database,
  contactId: number,
  now: number,
): CardRequestRow | null {
  return requests.find(
    db,
    "where contact_id = ? and completed_at is null and expires_at > ? and for_booking = 0 order by id desc limit 1",
    contactId,
    now,
  );
}

/** Links whose checkout was opened since then, and whose card is not known. */
export function listUnfinishedCardRequests(db: Database, since: number): CardRequestRow[] {
  return requests.list(
    db,
    "where completed_at is null and checkout_id is not null and created_at > ? order by id",
    since,
  );
}

export function insertCardRequest(
  db: Database,
  request: Pick<CardRequestRow, "contactId" | "forBooking" | "createdAt" | "expiresAt">,
): number {
  return insertRow(db, "card_requests", request);
}

export function setCardCheckout(
  db: Database,
  id: number,
  checkout: Pick<CardRequestRow, "agreementId" | "stripeCustomerId" | "checkoutId">,
): void {
  updateRow(db, "card_requests", id, checkout);
}

/** The client read and agreed to other words before they entered the card. */
export function setCardAgreement(db: Database, id: number, agreementId: number): void {
  updateRow(db, "card_requests", id, { agreementId });
}

/** Returns false when it was completed before. */
export function completeCardRequest(db: Database, id: number, now: number): boolean {
  return (
    db
      .query("update card_requests set completed_at = ? where id = ? and completed_at is null")
      .run(now, id).changes === 1
  );
}

/** What a client agreed to when they added a card. Never changed. */
export interface CardAgreementRow {
  readonly id: number;
  readonly signerName: string;
  readonly wording: string;
  readonly wordingHash: Uint8Array;
  /** What a missed visit costs by these words: "fixed", "share", or nothing. */
  readonly feeKind: string;
  readonly feeCents: number;
  readonly feePercent: number;
  /** The amount that the words name for the visit that they were shown with. */
  readonly visitFeeCents: number | null;
  /** A later cancellation costs the fee, too. */
  readonly lateHours: number;
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
  readonly agreedAt: number;
}

const agreements = reader<CardAgreementRow>(
  "select id, signer_name, wording, wording_hash, fee_kind, fee_cents, fee_percent, visit_fee_cents, late_hours, ip_address, user_agent, agreed_at from card_agreements",
);

export function findCardAgreement(db: Database, id: number): CardAgreementRow | null {
  return agreements.find(db, "where id = ?", id);
}

export function insertCardAgreement(
  db: Database,
  agreement: Omit<CardAgreementRow, "id" | "wordingHash"> & {
    readonly contactId: number;
    /** E.164. */
    readonly phone: string;
  },
): number {
  return insertRow(db, "card_agreements", {
    ...agreement,
    phone: phoneKey(agreement.phone),
    wordingHash: new Bun.CryptoHasher("sha256").update(agreement.wording).digest(),
  });
}

/** Forgets a client's cards and open links. What they agreed to stays, with the number, as evidence. */
export function eraseCards(db: Database, contactId: number, now: number): void {
  removeCards(db, { contactId, now });
  db.query("update cards set contact_id = null, last4 = '' where contact_id = ?").run(contactId);
  db.query("update card_requests set contact_id = null where contact_id = ?").run(contactId);
}
