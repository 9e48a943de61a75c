import { ownerOf } from "#db/clients/contact-numbers.ts";
import type { Database } from "#db/connection.ts";
import { phoneKey, phoneText } from "#db/phone.ts";
import { exists, reader, type Stored } from "#db/rows.ts";
import type { AgreementRow } from "./agreements.ts";
import type { SubscriptionRow } from "./subscriptions.ts";

/** A subscription with its client, membership and agreement. */
export interface ListedSubscription
  extends SubscriptionRow,
    Pick<AgreementRow, "signatureType" | "signerName" | "signedAt"> {
  readonly contactName: string;
  readonly contactPhone: string;
  readonly contactEmail: string | null;
  readonly membershipName: string;
  readonly membershipDescription: string;
  /** The signed text. */
  readonly agreementText: string;
}

type StoredRow = Stored<ListedSubscription, "cancelAtPeriodEnd" | "contactPhone">;

const subscriptions = reader<StoredRow, ListedSubscription>(
  `select s.id, s.contact_id, s.membership_id, s.agreement_id, s.stripe_subscription_id,
    s.stripe_customer_id, s.status, s.current_period_end, s.cancel_at_period_end, s.price,
    s.currency, s.billing_frequency, a.signature_type, a.signer_name, a.signed_at, s.created_at,
    s.updated_at, ${payerColumns("c", "a")},
    m.name as membershipName, m.description as membershipDescription, a.text as agreementText
  from subscriptions s join agreements a on a.id = s.agreement_id join memberships m on m.id = s.membership_id
    left join contacts c on c.id = s.contact_id`,
  (row) => ({
    ...row,
    cancelAtPeriodEnd: row.cancelAtPeriodEnd === 1,
    contactPhone: phoneText(row.contactPhone),
  }),
);

/** Returns the newest subscriptions with ids below `before`. */
export function listSubscriptions(
  db: Database,
  { before = Number.MAX_SAFE_INTEGER, limit }: { before?: number | undefined; limit: number },
): ListedSubscription[] {
  return subscriptions.list(db, "where s.id < ? order by s.id desc limit ?", before, limit);
}

export function findListedSubscription(db: Database, id: number): ListedSubscription | null {
  return subscriptions.find(db, "where s.id = ?", id);
}

export function subscriptionsOfContact(db: Database, contactId: number): ListedSubscription[] {
  return subscriptions.list(db, "where s.contact_id = ? order by s.id desc", contactId);
}

/** Returns all subscriptions of the client with this number, newest first. */
export function subscriptionsOfPhone(db: Database, phone: string): ListedSubscription[] {
  return subscriptions.list(
    db,
    `where s.contact_id = ${ownerOf("?")} order by s.id desc`,
    phoneKey(phone),
  );
}

/** Returns whether the contact has a live membership or payment plan. */
export function hasLiveSubscription(db: Database, contactId: number): boolean {
  return exists(
    db,
    `select 1 from subscriptions where contact_id = ?1 and status <> 'canceled'
     union all
     select 1 from payment_plan_subscriptions where contact_id = ?1 and status in ('active', 'past_due') limit 1`,
    contactId,
  );
}

/** Returns whether any contact of these owners has a live membership or payment plan. */
export function ownersHaveLiveSubscriptions(db: Database, owners: readonly number[]): boolean {
  return exists(
    db,
    `select 1 from subscriptions s join contacts c on c.id = s.contact_id
     where s.status in ('active', 'past_due', 'trialing') and c.owner in (select value from json_each(?1))
     union all
     select 1 from payment_plan_subscriptions s join contacts c on c.id = s.contact_id
     where s.status in ('active', 'past_due') and c.owner in (select value from json_each(?1)) limit 1`,
    JSON.stringify(owners),
  );
}

/**
 * Columns of who pays: the contact's details, or those of the signature once the contact is erased. A contact without an
 * email gets the mails at the address that was given with the signature.
 */
export function payerColumns(contact: string, agreement: string): string {
  return `coalesce(${contact}.name, ${agreement}.signer_name) as contactName,
   coalesce(${contact}.phone, ${agreement}.phone) as contactPhone,
   coalesce(nullif(${contact}.email, ''), ${agreement}.email) as contactEmail`;
}
