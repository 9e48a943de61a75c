import { installmentsOf } from "#db/billing/installments.ts";
import {
  listPlanSubscribersByPhone,
  type PlanSubscriberRow,
} from "#db/billing/plan-subscribers.ts";
import { reversalsOfPlans } from "#db/billing/reversals.ts";
import { findContactByPhone } from "#db/clients/contacts.ts";
import { inTransaction } from "#db/connection.ts";
import {
  parsePhone,
  sendPhoneCode,
  verifyAndConsumeCode,
} from "#src/accounts/verification-codes/verification-codes.ts";
import type { App, Caller } from "#src/app.ts";
import { reversalsByPayment } from "#src/billing/ledger/reversals.ts";
import { toPlanTerms } from "#src/billing/payment-plans/payment-plans.ts";
import { toAgreementReply, toInstallment } from "#src/billing/plan-subscribers/plan-subscribers.ts";
import { findPaymentsProvider, valueOrProblem } from "#src/billing/stripe/provider.ts";
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

/** Texts a code only to numbers with a plan. The reply is always the same, to reveal nothing. */
export function sendLoginCode(app: App, input: string, caller: Caller): Promise<void> {
  const address = parsePhone(app, input);
  const isClient = listPlanSubscribersByPhone(app.db, address).length > 0;
  return sendPhoneCode(app, { purpose: "financing", address }, caller, isClient);
}

/** @throws Problem 400, 429 */
export function login(
  app: App,
  input: { phoneNumber: string; code: string },
  { caller, answer }: { caller: Caller; answer: Headers },
): void {
  const phone = parsePhone(app, input.phoneNumber);
  verifyAndConsumeCode(app, { purpose: "financing", address: phone }, input.code, caller);
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

export function getSession(app: App, { phone }: Client): FinancingSession {
  const contact = findContactByPhone(app.db, phone);
  if (contact) return { contactName: contact.name, phoneNumber: phone, email: contact.email };
  const [signed] = listPlanSubscribersByPhone(app.db, phone);
  return {
    contactName: signed?.contactName ?? "",
    phoneNumber: phone,
    email: signed?.contactEmail ?? null,
  };
}

export function listPortalSubscriptions(app: App, { phone }: Client): PortalSubscription[] {
  return listPlanSubscribersByPhone(app.db, phone).map((row) => toPortalSubscription(app, row));
}

function toPortalSubscription(app: App, row: PlanSubscriberRow): PortalSubscription {
  const reversed = reversalsByPayment(reversalsOfPlans(app.db, [row.id]));
  return {
    id: row.id,
    status: row.status,
    plan: {
      ...toPlanTerms(row.planName, row.planDescription, {
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
    installments: installmentsOf(app.db, row.id).map((one) => toInstallment(one, reversed)),
  };
}

/** @throws Problem 404 for another client's plan */
export function getOwnAgreement(app: App, client: Client, id: number): Promise<FileReply> {
  return toAgreementReply(app, getOwnPlan(app, client, id).agreementId, id);
}

/** Returns the URL of Stripe's page for replacing the card. @throws Problem 404, 409, 503 */
export async function openCardPage(app: App, client: Client, id: number): Promise<{ url: string }> {
  const { status, stripeCustomerId } = getOwnPlan(app, client, id);
  if (status !== "active" && status !== "past_due")
    throw new Problem(409, "This plan has ended, so no card is needed.");
  const payments = await findPaymentsProvider(app);
  if (!payments) throw new Problem(409, "You can't change your card right now. Please call us.");
  const url = await payments.openPortal(
    {
      customerId: stripeCustomerId,
      returnUrl: `${clientPagesUrl(app)}/financing/portal`,
      configuration: settingsOf(app).stripePortalConfigId || undefined,
      updatesCard: true,
    },
    crypto.randomUUID(),
  );
  return { url: valueOrProblem(url) };
}

function getOwnPlan(app: App, { phone }: Client, id: number): PlanSubscriberRow {
  const row = listPlanSubscribersByPhone(app.db, phone).find((one) => one.id === id);
  if (!row) throw new Problem(404, "This plan doesn't exist.");
  return row;
}

function targetOf(app: App, phone: string): readonly [string, number] | undefined {
  const id = findContactByPhone(app.db, phone)?.id;
  return id === undefined ? undefined : ["contact", id];
}
