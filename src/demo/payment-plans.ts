import {
  insertInstallments,
  installmentsOf,
  markPaid,
  recordAttempts,
} from "#db/billing/installments.ts";
import {
  insertPlanSubscription,
  setPlanState,
  setSchedule,
} from "#db/billing/plan-subscriptions.ts";
import { findContact } from "#db/clients/contacts.ts";
import { inTransaction } from "#db/connection.ts";
import type { App, Staff } from "#src/app.ts";
import { activateAgreement, signAgreement } from "#src/billing/agreements/agreements.ts";
import { getPlan, termsOf } from "#src/billing/payment-plans/payment-plans.ts";
import { createPlan } from "#src/billing/payment-plans/routes.ts";
import type { ProviderInvoice } from "#src/platform/providers/payments.ts";
import { businessDay } from "#src/platform/settings/settings.ts";
import { planTerms } from "#src/shared/agreement-terms.ts";
import { dueDays, installmentAmounts } from "#src/shared/installments.ts";
import { atTime } from "./history.ts";

const DAY = 24 * 60 * 60 * 1000;
const CALLER = { ip: "203.0.113.31", userAgent: "Chrome on Android" };

interface Payer {
  /** The index among the newest clients. */
  readonly client: number;
  readonly daysAgo: number;
  readonly paid: number;
  /** The state, if not active. */
  readonly end?: "canceled" | "past_due";
}

const LASER: readonly Payer[] = [
  { client: 3, daysAgo: 64, paid: 3 },
  { client: 7, daysAgo: 38, paid: 1, end: "past_due" },
  { client: 15, daysAgo: 12, paid: 1 },
  { client: 22, daysAgo: 95, paid: 2, end: "canceled" },
];
const BRIDAL: readonly Payer[] = [
  { client: 5, daysAgo: 30, paid: 4 },
  { client: 18, daysAgo: 9, paid: 2 },
];

/** Creates three plans with subscribers, as if they had paid. No card is charged. */
export function createPaymentPlans(
  app: App,
  maya: Staff,
  clients: readonly { readonly id: number }[],
): void {
  const then = atTime(app, app.now() - 100 * DAY);
  const { id: laser } = createPlan(then, maya, {
    name: "Laser Hair Removal, 6 sessions",
    description: "Six sessions with Elena, a patch test and aftercare included.",
    principalAmount: 114_000,
    feePercentage: 500,
    installmentCount: 6,
    installmentInterval: "month",
    agreementText: LASER_AGREEMENT,
  });
  const { id: bridal } = createPlan(then, maya, {
    name: "Bridal Package",
    description: "Trial, hair and make-up on the day, and brows the week before.",
    principalAmount: 62_000,
    feePercentage: 0,
    installmentCount: 4,
    installmentInterval: "week",
    agreementText: BRIDAL_AGREEMENT,
  });
  createPlan(atTime(app, app.now() - 2 * DAY), maya, {
    name: "Skin Renewal Year",
    description: "Four peels and two microneedling sessions, planned with Priya.",
    principalAmount: 148_000,
    feePercentage: 650,
    installmentCount: 12,
    installmentInterval: "month",
    agreementText: "",
  });
  for (const [id, payers] of [
    [laser, LASER],
    [bridal, BRIDAL],
  ] as const)
    for (const payer of payers) signUp(app, id, payer, clients[payer.client]?.id ?? 0);
}

function signUp(app: App, planId: string, payer: Payer, contactId: number): void {
  const contact = findContact(app.db, contactId);
  if (!contact) return;
  const then = atTime(app, app.now() - payer.daysAgo * DAY);
  const plan = getPlan(app, planId);
  const terms = termsOf(plan);
  const days = dueDays(businessDay(then), terms);
  inTransaction(app.db, () => {
    const agreementId = signAgreement(then, {
      kind: "plan",
      subjectId: planId,
      title: plan.name,
      text: plan.agreementText,
      facts: {
        ...terms,
        currency: "USD",
        stripePriceId: `price_demo_${planId}`,
        terms: planTerms(terms, "USD", businessDay(then)),
      },
      signatureType: "text",
      signatureData: contact.name,
      signerName: contact.name,
      phone: contact.phone,
      phoneVerified: true,
      email: contact.email ?? "client@example.com",
      caller: CALLER,
    });
    activateAgreement(then, agreementId);
    const stripeSubscriptionId = `sub_demo_plan_${agreementId}`;
    const stripeCustomerId = `cus_demo_plan_${agreementId}`;
    const id = insertPlanSubscription(app.db, {
      paymentPlanId: planId,
      contactId,
      agreementId,
      stripeSubscriptionId,
      stripeCustomerId,
      stripePriceId: `price_demo_${planId}`,
      currency: "USD",
      total: plan.total,
      remainingInstallments: plan.installmentCount,
      nextPaymentDate: days[0] ?? null,
      createdAt: then.now(),
    });
    const scheduleId = `sub_sched_demo_${agreementId}`;
    setSchedule(app.db, id, scheduleId);
    const amounts = installmentAmounts(terms);
    const isOver = payer.paid >= plan.installmentCount;
    const invoices =
      app.providers.simulatedPayments?.add({
        id: stripeSubscriptionId,
        customerId: stripeCustomerId,
        name: contact.name,
        cents: amounts.at(-1) ?? 0,
        interval: plan.installmentInterval,
        startedAt: then.now(),
        periods: plan.installmentCount,
        paidPeriods: payer.paid,
        status: isOver ? "canceled" : (payer.end ?? "active"),
        scheduleId,
      }) ?? [];
    insertInstallments(
      app.db,
      id,
      days.map((dueDate, index) => ({ dueDate, amount: amounts[index] ?? 0 })),
      then.now(),
    );
    pay(app, id, payer, invoices);
  });
}

function pay(
  app: App,
  id: number,
  { paid, end }: Payer,
  invoices: readonly ProviderInvoice[],
): void {
  const now = app.now();
  const rows = installmentsOf(app.db, id);
  for (const [index, row] of rows.slice(0, paid).entries()) {
    const at = Math.min(Date.parse(`${row.dueDate}T16:00:00Z`), now);
    markPaid(app.db, row.id, {
      invoiceId: invoices[index]?.id ?? `in_demo_${row.id}`,
      paymentIntentId: invoices[index]?.paymentIntentId ?? `pi_demo_${row.id}`,
      at,
      now: at,
    });
  }
  const due = rows[paid];
  if (due && end)
    recordAttempts(app.db, due.id, {
      attempts: end === "canceled" ? 3 : 1,
      reason: "The card was declined",
      now,
    });
  const isOver = paid >= rows.length;
  setPlanState(app.db, id, {
    status: isOver ? "completed" : (end ?? "active"),
    remainingInstallments: rows.length - paid,
    nextPaymentDate: isOver || end === "canceled" ? null : (due?.dueDate ?? null),
    completedAt: isOver ? now - 9 * DAY : null,
    canceledAt: end === "canceled" ? now - 20 * DAY : null,
    cancelReason: end === "canceled" ? "3 failed payment attempts" : null,
    updatedAt: now,
  });
}

const LASER_AGREEMENT = `# Payment plan agreement

This agreement is made between Halcyon Skin & Hair and the client named below, for six sessions of laser hair removal.

## What you pay

The principal is $1,140.00. The finance fee is 5%, which is $57.00. In total you pay $1,197.00, in 6 monthly installments of $199.50. The first is charged on the day of signing, the others on the same day of the following months.

## How payments are taken

Installments are taken from the card you enter on Stripe's page. If a payment fails, we try again and tell you by text. After 3 failed attempts the plan is canceled, and unpaid sessions are not given.

## Your sessions

You can book a session in every month that you have paid for. Sessions do not expire while the plan is active.

## If you change your mind

You can cancel within seven days of signing if you have had no session, and we refund what you have paid.`;

const BRIDAL_AGREEMENT = `# Payment plan agreement

This agreement is made between Halcyon Skin & Hair and the client named below, for the bridal package.

## What you pay

The price is $620.00, without any fee, in 4 weekly installments of $155.00. The first is charged on the day of signing.

## Your day

We hold your wedding date from the first payment on. If the date changes, tell us as early as you can.`;
