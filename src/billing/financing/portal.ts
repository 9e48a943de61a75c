import { installmentsOf } from "#db/billing/installments.ts";
import { type PlanSubscriberRow, planSubscribersByPhone } from "#db/billing/plan-subscribers.ts";
import { reversalsOfPlans } from "#db/billing/reversals.ts";
import { findContactByPhone } from "#db/clients/contacts.ts";
import { inTransaction } from "#db/connection.ts";
import {
  phoneTyped,
  sendPhoneCode,
  takeCode,
} from "#src/accounts/verification-codes/verification-codes.ts";
import type { App, Caller } from "#src/app.ts";
import { reversedPayments } from "#src/billing/ledger/reversals.ts";
import { shownTerms } from "#src/billing/payment-plans/payment-plans.ts";
import {
  agreementReply,
  shownInstallment,
} from "#src/billing/plan-subscribers/plan-subscribers.ts";
import { answerOf, paymentsOf } from "#src/billing/stripe/provider.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import {
  type Client,
  closeClientSession,
  openClientSession,
} from "#src/platform/http/client-session.ts";
import { clientPagesUrl, settingsOf } from "#src/platform/settings/settings.ts";
import type { FileReply } from "#src/shared/endpoint.ts";
import { Problem } from "#src/shared/problem.ts";
import type { FinancingSession, PortalSubscription } from "./contract.ts";

/** Only who has a plan gets a text; the answer is the same for everybody. */
export function sendLoginCode(app: App, typed: string, caller: Caller): Promise<void> {
  const address = phoneTyped(app, typed);
  const isClient = planSubscribersByPhone(app.db, address).length > 0;
  return sendPhoneCode(app, { purpose: "financing", address }, caller, isClient);
}

/** @throws Problem 400, 429 */
export function login(
  app: App,
  typed: { phoneNumber: string; code: string },
  { caller, answer }: { caller: Caller; answer: Headers },
): void {
  const phone = phoneTyped(app, typed.phoneNumber);
  takeCode(app, { purpose: "financing", address: phone }, typed.code, caller);
  inTransaction(app.db, () => {
    openClientSession(app, { kind: "financing", phone }, answer);
    recordSystem(app, { action: "financing.login", target: targetOf(app, phone) }, caller);
  });
}

export function logout(app: App, client: Client, caller: Caller, answer: Headers): void {
  inTransaction(app.db, () => {
    closeClientSession(app, client, answer);
    recordSystem(app, { action: "financing.logout", target: targetOf(app, client.phone) }, caller);
  });
}

export function sessionOf(app: App, { phone }: Client): FinancingSession {
  const contact = findContactByPhone(app.db, phone);
  if (contact) return { contactName: contact.name, phoneNumber: phone, email: contact.email };
  const [signed] = planSubscribersByPhone(app.db, phone);
  return {
    contactName: signed?.contactName ?? "",
    phoneNumber: phone,
    email: signed?.contactEmail ?? null,
  };
}

export function portalSubscriptions(app: App, { phone }: Client): PortalSubscription[] {
  return planSubscribersByPhone(app.db, phone).map((row) => shownPlan(app, row));
}

function shownPlan(app: App, row: PlanSubscriberRow): PortalSubscription {
  const reversed = reversedPayments(reversalsOfPlans(app.db, [row.id]));
  return {
    id: row.id,
    status: row.status,
    plan: {
      ...shownTerms(row.planName, row.planDescription, {
        principal: row.principal,
        feeBasisPoints: row.feeBasisPoints,
        count: row.installmentCount,
        interval: row.installmentInterval,
      }),
      id: row.paymentPlanId,
    },
    currency: row.currency,
    remainingInstallments: row.remainingInstallments,
    nextPaymentDate: row.nextPaymentDate,
    completedAt: row.completedAt === null ? null : new Date(row.completedAt).toISOString(),
    canceledAt: row.canceledAt === null ? null : new Date(row.canceledAt).toISOString(),
    installments: installmentsOf(app.db, row.id).map((one) => shownInstallment(one, reversed)),
  };
}

/** @throws Problem 404 for another client's */
export function ownAgreement(app: App, client: Client, id: number): Promise<FileReply> {
  return agreementReply(app, own(app, client, id).agreementId, id);
}

/** Stripe's page, where the card of this plan is replaced. @throws Problem 404, 409, 503 */
export async function cardPage(app: App, client: Client, id: number): Promise<{ url: string }> {
  const { status, stripeCustomerId } = own(app, client, id);
  if (status !== "active" && status !== "past_due")
    throw new Problem(409, "No more payments will be taken, so no card is needed.");
  const payments = await paymentsOf(app);
  if (!payments) throw new Problem(409, "Cards cannot be changed right now. Please call us.");
  const url = await payments.openPortal(
    {
      customerId: stripeCustomerId,
      returnUrl: `${clientPagesUrl(app)}/financing/portal`,
      configuration: settingsOf(app).stripePortalConfigId || undefined,
      updatesCard: true,
    },
    crypto.randomUUID(),
  );
  return { url: answerOf(url) };
}

function own(app: App, { phone }: Client, id: number): PlanSubscriberRow {
  const row = planSubscribersByPhone(app.db, phone).find((one) => one.id === id);
  if (!row) throw new Problem(404, "There is no such plan.");
  return row;
}

function targetOf(app: App, phone: string): readonly [string, number] | undefined {
  const id = findContactByPhone(app.db, phone)?.id;
  return id === undefined ? undefined : ["contact", id];
}
