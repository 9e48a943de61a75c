import { ownerOf } from "#db/clients/contact-numbers.ts";
import type { Database } from "#db/connection.ts";
import { phoneKey, phoneText } from "#db/phone.ts";
import { reader, type Stored } from "#db/rows.ts";
import { planAmounts } from "#src/shared/installments.ts";
import type { AgreementRow } from "./agreements.ts";
import type { PaymentPlanRow } from "./payment-plans.ts";
import type { PlanSubscriptionRow } from "./plan-subscriptions.ts";
import { payerColumns } from "./subscriptions-list.ts";

type OfSubscription = Omit<
  PlanSubscriptionRow,
  "stripeSubscriptionId" | "stripePriceId" | "paidAhead" | "openInvoices"
>;
/** As it was signed: a plan may be edited until its first client has paid. */
type SignedTerms = Pick<
  PaymentPlanRow,
  "principal" | "feeBasisPoints" | "installmentCount" | "installmentInterval"
>;
type OfAgreement = Pick<AgreementRow, "signatureType" | "signerName" | "signedAt">;

export interface PlanSubscriberRow extends OfSubscription, SignedTerms, OfAgreement {
  /** Cents of every installment but the first. */
  readonly installment: number;
  readonly contactName: string;
  /** E.164. */
  readonly contactPhone: string;
  readonly contactEmail: string | null;
  readonly planName: string;
  readonly planDescription: string;
}

const subscribers = reader<
  Omit<Stored<PlanSubscriberRow, "contactPhone">, "installment">,
  PlanSubscriberRow
>(
  `select sub.id, sub.contact_id, ${payerColumns("con", "agr")}, sub.payment_plan_id,
    sub.agreement_id, plan.name as planName, plan.description as planDescription,
    agr.facts ->> 'principal' as principal, agr.facts ->> 'feeBasisPoints' as feeBasisPoints,
    agr.facts ->> 'count' as installmentCount, agr.facts ->> 'interval' as installmentInterval,
    sub.stripe_schedule_id, sub.stripe_customer_id, sub.total, sub.currency, sub.status,
    sub.remaining_installments, sub.next_payment_date, sub.completed_at, sub.canceled_at,
    sub.cancel_reason, agr.signature_type, agr.signer_name, agr.signed_at, sub.created_at,
    sub.updated_at
from payment_plan_subscriptions sub
join payment_plans plan on plan.id = sub.payment_plan_id
join agreements agr on agr.id = sub.agreement_id
left join contacts con on con.id = sub.contact_id`,
  (row) => ({
    ...row,
    contactPhone: phoneText(row.contactPhone),
    installment: planAmounts({
      ...row,
      count: row.installmentCount,
      interval: row.installmentInterval,
    }).installment,
  }),
);

/** Returns the newest plan subscriptions with ids below `before`. */
export function listPlanSubscribers(
  db: Database,
  { before = Number.MAX_SAFE_INTEGER, limit }: { before?: number | undefined; limit: number },
): PlanSubscriberRow[] {
  return subscribers.list(db, "where sub.id < ? order by sub.id desc limit ?", before, limit);
}

/** Returns past-due plan subscriptions, then the others, each newest first, that follow `before`. */
export function listPastDueFirst(
  db: Database,
  {
    before = Number.MAX_SAFE_INTEGER,
    beforeStatus = "past_due",
    limit,
  }: {
    before?: number | undefined;
    beforeStatus?: PlanSubscriberRow["status"] | undefined;
    limit: number;
  },
): PlanSubscriberRow[] {
  const page = "and sub.id < ? order by sub.id desc limit ?";
  const others = (id: number, most: number) =>
    subscribers.list(db, `where sub.status <> 'past_due' ${page}`, id, most);
  if (beforeStatus !== "past_due") return others(before, limit);
  const late = subscribers.list(db, `where sub.status = 'past_due' ${page}`, before, limit);
  return [...late, ...others(Number.MAX_SAFE_INTEGER, limit - late.length)];
}

export function findPlanSubscriber(db: Database, id: number): PlanSubscriberRow | null {
  return subscribers.find(db, "where sub.id = ?", id);
}

export function listPlanSubscribersOfContact(db: Database, contactId: number): PlanSubscriberRow[] {
  return subscribers.list(db, "where sub.contact_id = ? order by sub.id desc", contactId);
}

/**
 * Returns the plans of the contact with this number, and those that it signed as an erased contact, newest
 * first.
 */
export function listPlanSubscribersByPhone(db: Database, phone: string): PlanSubscriberRow[] {
  return subscribers.list(
    db,
    `where sub.contact_id = ${ownerOf("?1")} or
       (sub.contact_id is null and sub.agreement_id in (select id from agreements where phone = ?1 and kind = 'plan'))
     order by sub.id desc`,
    phoneKey(phone),
  );
}
