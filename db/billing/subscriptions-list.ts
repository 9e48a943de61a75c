import type { Database } from "#db/connection.ts";
import { phoneKey, phoneText } from "#db/phone.ts";

/** A subscription with its client, membership and agreement. */
export interface ListedSubscription {
  readonly id: number;
  readonly contactId: number | null;
  readonly membershipId: string;
  readonly agreementId: number;
  readonly stripeSubscriptionId: string;
  readonly stripeCustomerId: string;
  readonly status: "active" | "past_due" | "trialing" | "canceled";
  readonly currentPeriodEnd: number | null;
  readonly cancelAtPeriodEnd: boolean;
  readonly price: number;
  readonly currency: string;
  readonly billingFrequency: "week" | "month" | "year";
  readonly signatureType: "canvas" | "text";
  readonly signerName: string;
  readonly signedAt: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** The contact's details, or the signer's once the contact is erased. */
  readonly contactName: string;
  readonly contactPhone: string;
  readonly contactEmail: string | null;
  readonly membershipName: string;
  readonly membershipDescription: string;
  /** The signed text. */
  readonly agreementText: string;
}

interface Stored extends Omit<ListedSubscription, "cancelAtPeriodEnd" | "contactPhone"> {
  readonly cancelAtPeriodEnd: number;
  readonly contactPhone: number;
}

const SELECT = `select s.id, s.contact_id as contactId, s.membership_id as membershipId, s.agreement_id as agreementId,
    s.stripe_subscription_id as stripeSubscriptionId, s.stripe_customer_id as stripeCustomerId, s.status,
    s.current_period_end as currentPeriodEnd, s.cancel_at_period_end as cancelAtPeriodEnd, s.price, s.currency,
    s.billing_frequency as billingFrequency, a.signature_type as signatureType, a.signer_name as signerName,
    a.signed_at as signedAt, s.created_at as createdAt, s.updated_at as updatedAt,
    coalesce(c.name, a.signer_name) as contactName, coalesce(c.phone, a.phone) as contactPhone,
    iif(c.id is null, a.email, c.email) as contactEmail, m.name as membershipName,
    m.description as membershipDescription, a.text as agreementText
  from subscriptions s join agreements a on a.id = s.agreement_id join memberships m on m.id = s.membership_id
    left join contacts c on c.id = s.contact_id`;

/** Returns the newest subscriptions with ids below `before`. */
export function listSubscriptions(
  db: Database,
  { before = Number.MAX_SAFE_INTEGER, limit }: { before?: number | undefined; limit: number },
): ListedSubscription[] {
  return db
    .query<Stored, [number, number]>(`${SELECT} where s.id < ? order by s.id desc limit ?`)
    .all(before, limit)
    .map(toListedSubscription);
}

export function findListedSubscription(db: Database, id: number): ListedSubscription | null {
  const row = db.query<Stored, [number]>(`${SELECT} where s.id = ?`).get(id);
  return row && toListedSubscription(row);
}

/** Returns all subscriptions of the client with this number, newest first. */
export function subscriptionsOfPhone(db: Database, phone: string): ListedSubscription[] {
  return db
    .query<Stored, [number]>(
      `${SELECT} where s.contact_id = (select id from contacts where phone = ?) order by s.id desc`,
    )
    .all(phoneKey(phone))
    .map(toListedSubscription);
}

/** Returns whether the contact has a live membership or payment plan. */
export function hasLiveSubscription(db: Database, contactId: number): boolean {
  return (
    db
      .query(
        `select 1 from subscriptions where contact_id = ?1 and status <> 'canceled'
         union all
         select 1 from payment_plan_subscriptions where contact_id = ?1 and status in ('active', 'past_due') limit 1`,
      )
      .get(contactId) !== null
  );
}

/** Returns whether any contact of these owners has a live membership or payment plan. */
export function ownersHaveLiveSubscriptions(db: Database, owners: readonly number[]): boolean {
  return (
    db
      .query(
        `select 1 from subscriptions s join contacts c on c.id = s.contact_id
         where s.status in ('active', 'past_due', 'trialing') and c.owner in (select value from json_each(?1))
         union all
         select 1 from payment_plan_subscriptions s join contacts c on c.id = s.contact_id
         where s.status in ('active', 'past_due') and c.owner in (select value from json_each(?1)) limit 1`,
      )
      .get(JSON.stringify(owners)) !== null
  );
}

function toListedSubscription(row: Stored): ListedSubscription {
  return {
    ...row,
    cancelAtPeriodEnd: row.cancelAtPeriodEnd === 1,
    contactPhone: phoneText(row.contactPhone),
  };
}
