import type { Database } from "#db/connection.ts";
import { bytes, integer, orNull, phone, pluck, type RowOf, table, text } from "#db/rows.ts";

const cards = table("cards", {
  id: integer(),
  /** Null once the client was erased. */
  contactId: orNull(integer()),
  requestId: integer(),
  agreementId: integer(),
  stripeCustomerId: text(),
  stripePaymentMethodId: text(),
  /** As Stripe names it, such as "visa". */
  brand: text(),
  last4: text(),
  expMonth: integer(),
  expYear: integer(),
  addedAt: integer(),
  removedAt: orNull(integer()),
  /** When Stripe forgot it. */
  detachedAt: orNull(integer()),
  /** When the client was told that it ends soon. */
  expiryToldAt: orNull(integer()),
});

/** A card that a client keeps on file at Stripe. The number is never here. */
export type CardRow = RowOf<typeof cards>;

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

export function insertCard(
  db: Database,
  card: Omit<CardRow, "id" | "removedAt" | "detachedAt" | "expiryToldAt">,
): number {
  return cards.insert(db, card);
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
  cards.update(db, id, { contactId: null, removedAt: now });
}

/** Cards that Stripe has yet to forget, oldest first. */
export function listCardsToDetach(db: Database): CardRow[] {
  return cards.list(
    db,
    "where removed_at is not null and detached_at is null order by id limit 100",
  );
}

export function setCardDetached(db: Database, id: number, now: number): void {
  cards.update(db, id, { detachedAt: now });
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
  cards.update(db, id, { expiryToldAt: now });
}

const requests = table("card_requests", {
  id: integer(),
  contactId: orNull(integer()),
  agreementId: orNull(integer()),
  stripeCustomerId: orNull(text()),
  checkoutId: orNull(text()),
  /** 1: an online booking waits for the card. */
  forBooking: integer<0 | 1>(),
  createdAt: integer(),
  expiresAt: integer(),
  completedAt: orNull(integer()),
});

/** A link at which a client adds a card. */
export type CardRequestRow = RowOf<typeof requests>;

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

/** Ends the links that were texted to a client and not used so far. */
export function endCardRequests(db: Database, contactId: number, now: number): void {
  db.query(
    `update card_requests set expires_at = $now
     where contact_id = $contactId and completed_at is null and expires_at > $now and for_booking = 0`,
  ).run({ contactId, now });
}

/** Returns the checkouts, of links since then, whose card is not known. */
export function listCardCheckouts(db: Database, since: number): string[] {
  return pluck(
    db,
    "select checkout_id from card_requests where completed_at is null and checkout_id is not null and created_at > ? order by id",
    since,
  );
}

export function insertCardRequest(
  db: Database,
  request: Pick<CardRequestRow, "contactId" | "forBooking" | "createdAt" | "expiresAt">,
): number {
  return requests.insert(db, request);
}

export function setCardCheckout(
  db: Database,
  id: number,
  checkout: Pick<CardRequestRow, "agreementId" | "stripeCustomerId" | "checkoutId">,
): void {
  requests.update(db, id, checkout);
}

/** The client read and agreed to other words before they entered the card. */
export function setCardAgreement(db: Database, id: number, agreementId: number): void {
  requests.update(db, id, { agreementId });
}

/** Returns false when it was completed before. */
export function completeCardRequest(db: Database, id: number, now: number): boolean {
  return (
    db
      .query("update card_requests set completed_at = ? where id = ? and completed_at is null")
      .run(now, id).changes === 1
  );
}

const agreements = table("card_agreements", {
  id: integer(),
  contactId: orNull(integer()),
  phone: phone(),
  signerName: text(),
  wording: text(),
  wordingHash: bytes(),
  /** What a missed visit costs by these words: "fixed", "share", or nothing. */
  feeKind: text(),
  feeCents: integer(),
  feePercent: integer(),
  /** The amount that the words name for the visit that they were shown with. */
  visitFeeCents: orNull(integer()),
  /** A later cancellation costs the fee, too. */
  lateHours: integer(),
  ipAddress: orNull(text()),
  userAgent: orNull(text()),
  agreedAt: integer(),
});

/** What a client agreed to when they added a card. Never changed. */
export type CardAgreementRow = RowOf<typeof agreements>;

export function findCardAgreement(db: Database, id: number): CardAgreementRow | null {
  return agreements.find(db, "where id = ?", id);
}

export function insertCardAgreement(
  db: Database,
  agreement: Omit<CardAgreementRow, "id" | "wordingHash">,
): number {
  return agreements.insert(db, {
    ...agreement,
    wordingHash: new Bun.CryptoHasher("sha256").update(agreement.wording).digest(),
  });
}

/** Forgets a client's cards and open links. What they agreed to stays, with the number, as evidence. */
export function eraseCards(db: Database, contactId: number, now: number): void {
  removeCards(db, { contactId, now });
  db.query("update cards set contact_id = null, last4 = '' where contact_id = ?").run(contactId);
  db.query("update card_requests set contact_id = null where contact_id = ?").run(contactId);
}
