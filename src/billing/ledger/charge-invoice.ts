import { type ChargeRow, markNetted, setChargeInvoice } from "#db/billing/charges.ts";
import type { InstallmentRow } from "#db/billing/installments.ts";
import type { PlanSubscriptionRow } from "#db/billing/plan-subscriptions.ts";
import { writeWhenFree } from "#db/connection.ts";
import type { App } from "#src/app.ts";
import { valueFrom } from "#src/billing/stripe-provider.ts";
import type { PaymentOutcome } from "#src/platform/providers/payment-outcome.ts";
import type { PaymentsProvider, ProviderInvoice } from "#src/platform/providers/payments.ts";
import { getSettings } from "#src/platform/settings/settings.ts";

/** Pays an invoice. Succeeds also if it has been paid in the meantime. */
export async function payInvoice(
  payments: PaymentsProvider,
  invoice: ProviderInvoice,
  paymentMethodId: string | null,
  { key }: ChargeRow,
): Promise<PaymentOutcome<ProviderInvoice>> {
  if (invoice.status === "paid") return { kind: "done", value: invoice };
  const paid = await payments.payInvoice(invoice.id, paymentMethodId, `${key}-pay`);
  if (paid.kind !== "refused") return paid;
  // Stripe's own attempt or the client may have paid it first.
  const current = valueFrom(await payments.readInvoice(invoice.id));
  return current.status === "paid" ? { kind: "done", value: current } : paid;
}

/**
 * Returns the subscription's open invoice or its finalized draft, or a new separate invoice if it has
 * neither.
 */
export async function prepareInvoice(
  app: App,
  payments: PaymentsProvider,
  plan: PlanSubscriptionRow,
  charge: ChargeRow,
  due: InstallmentRow,
): Promise<{ invoice: ProviderInvoice; isSeparate: boolean }> {
  if (charge.invoiceId !== null)
    return {
      invoice: valueFrom(await payments.readInvoice(charge.invoiceId)),
      isSeparate: charge.isSeparate,
    };
  const invoices = valueFrom(await payments.invoicesOf(plan.stripeSubscriptionId));
  const owed = invoices.find(({ status }) => status === "open");
  const draft = invoices.find(({ status }) => status === "draft");
  const invoice =
    owed ??
    (draft
      ? valueFrom(await payments.finalizeInvoice(draft.id, `${charge.key}-finalize`, true))
      : valueFrom(
          await payments.invoiceSeparately(
            {
              customerId: plan.stripeCustomerId,
              subscriptionId: plan.stripeSubscriptionId,
              cents: due.amount,
              currency: plan.currency,
              description: `Installment ${due.sequenceNumber}`,
              statementName: getSettings(app).statementName,
            },
            charge.key,
          ),
        ));
  const isSeparate = !owed && !draft;
  // Store the invoice before paying it, so that a crash does not lead to a second one.
  await writeWhenFree(app.db, () => setChargeInvoice(app.db, charge.id, invoice.id, isSeparate));
  return { invoice, isSeparate };
}

/** Credits the next scheduled invoice with the amount that was paid ahead, so that the signed dates remain. */
export async function creditScheduledInvoice(
  app: App,
  payments: PaymentsProvider,
  plan: PlanSubscriptionRow,
  charge: ChargeRow,
  due: InstallmentRow,
): Promise<void> {
  const credit = {
    customerId: plan.stripeCustomerId,
    subscriptionId: plan.stripeSubscriptionId,
    cents: due.amount,
    currency: plan.currency,
  };
  valueFrom(await payments.creditNextInvoice(credit, `${charge.key}-net`));
  await writeWhenFree(app.db, () => markNetted(app.db, charge.id));
}

/**
 * Voids what a canceled subscription still owes. Canceling it doesn't keep Stripe from charging a draft an hour later.
 */
export async function voidUnpaid(
  payments: PaymentsProvider,
  stripeSubscriptionId: string,
): Promise<void> {
  for (const invoice of valueFrom(await payments.invoicesOf(stripeSubscriptionId)))
    await voidIfUnpaid(payments, invoice);
}

/** A draft must be finalized to be voided. One of zero is paid by that. */
export async function voidIfUnpaid(
  payments: PaymentsProvider,
  invoice: ProviderInvoice,
): Promise<void> {
  const { id } = invoice;
  const { status } =
    invoice.status === "draft"
      ? valueFrom(await payments.finalizeInvoice(id, `final-${id}`, false))
      : invoice;
  if (status === "open") valueFrom(await payments.voidInvoice(id, `void-${id}`));
}
