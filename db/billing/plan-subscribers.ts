import type { Database } from "#db/connection.ts";
import { phoneKey, phoneText } from "#db/phone.ts";
import type { Interval } from "#src/shared/installments.ts";
import type { PlanStatus } from "./plan-subscriptions.ts";

/** A plan subscription with its client and its plan. */
export interface PlanSubscriberRow {
  readonly id: number;
  readonly contactId: number | null;
  readonly contactName: string;
  /** E.164. */
  readonly contactPhone: string;
  readonly contactEmail: string | null;
  readonly paymentPlanId: string;
  readonly agreementId: number;
  readonly planName: string;
  readonly planDescription: string;
  readonly principal: number;
  readonly feeBasisPoints: number;
  readonly installmentCount: number;
  readonly installmentInterval: Interval;
  /** Cents of every installment but the first. */
  readonly installment: number;
  readonly stripeScheduleId: string | null;
  readonly stripeCustomerId: string;
  readonly total: number;
  readonly currency: string;
  readonly status: PlanStatus;
  readonly remainingInstallments: number;
  readonly nextPaymentDate: string | null;
  readonly completedAt: number | null;
  readonly canceledAt: number | null;
  readonly cancelReason: string | null;
  readonly signatureType: "canvas" | "text";
  readonly signerName: string;
  readonly signedAt: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

interface Stored extends Omit<PlanSubscriberRow, "contactPhone"> {
  readonly contactPhone: number;
}

// After the contact is erased, the signer's details come from the agreement.
const SELECT = `select sub.id, sub.contact_id as contactId, coalesce(con.name, agr.signer_name) as contactName,
  coalesce(con.phone, agr.phone) as contactPhone, coalesce(con.email, agr.email) as contactEmail,
  sub.payment_plan_id as paymentPlanId, sub.agreement_id as agreementId, plan.name as planName,
  plan.description as planDescription, plan.principal, plan.fee_basis_points as feeBasisPoints,
  plan.installment_count as installmentCount, plan.installment_interval as installmentInterval, plan.installment,
  sub.stripe_schedule_id as stripeScheduleId, sub.stripe_customer_id as stripeCustomerId, sub.total, sub.currency,
  sub.status, sub.remaining_installments as remainingInstallments, sub.next_payment_date as nextPaymentDate,
  sub.completed_at as completedAt, sub.canceled_at as canceledAt, sub.cancel_reason as cancelReason,
  agr.signature_type as signatureType, agr.signer_name as signerName, agr.signed_at as signedAt,
  sub.created_at as createdAt, sub.updated_at as updatedAt
from payment_plan_subscriptions sub
join payment_plans plan on plan.id = sub.payment_plan_id
join agreements agr on agr.id = sub.agreement_id
left join contacts con on con.id = sub.contact_id`;

/** Returns the newest plan subscriptions with ids below `before`. */
export function listPlanSubscribers(
  db: Database,
  { before = Number.MAX_SAFE_INTEGER, limit }: { before?: number | undefined; limit: number },
): PlanSubscriberRow[] {
  return db
    .query<Stored, [number, number]>(`${SELECT} where sub.id < ? order by sub.id desc limit ?`)
    .all(before, limit)
    .map(toPlanSubscriberRow);
}

export function findPlanSubscriber(db: Database, id: number): PlanSubscriberRow | null {
  const row = db.query<Stored, [number]>(`${SELECT} where sub.id = ?`).get(id);
  return row && toPlanSubscriberRow(row);
}

/**
 * Returns the plans of the contact with this number, and those that it signed as an erased contact, newest
 * first.
 */
export function listPlanSubscribersByPhone(db: Database, phone: string): PlanSubscriberRow[] {
  return db
    .query<Stored, [number]>(
      `${SELECT} where sub.contact_id = (select id from contacts where phone = ?1) or
         (sub.contact_id is null and sub.agreement_id in (select id from agreements where phone = ?1 and kind = 'plan'))
       order by sub.id desc`,
    )
    .all(phoneKey(phone))
    .map(toPlanSubscriberRow);
}

function toPlanSubscriberRow({ contactPhone, ...row }: Stored): PlanSubscriberRow {
  return { ...row, contactPhone: phoneText(contactPhone) };
}
