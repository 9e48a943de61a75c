import { type ChargeRow, setChargeInvoice, setNetted } from "#db/billing/charges.ts";
import type { InstallmentRow } from "#db/billing/installments.ts";
import type { PlanSubscriptionRow } from "#db/billing/plan-subscriptions.ts";
import { inTransaction, whenFree } from "#db/connection.ts";
import type { App } from "#src/app.ts";
import { valueFrom } from "#src/billing/stripe/provider.ts";
import type {
  Outcome,
  PaymentsProvider,
  ProviderInvoice,
} from "#src/platform/providers/payments.ts";
import { settingsOf } from "#src/platform/settings/settings.ts";

/** Also where somebody else has paid it meanwhile. */
export async function pay(
  payments: PaymentsProvider,
  invoice: ProviderInvoice,
  paymentMethodId: string | null,
  { key }: ChargeRow,
): Promise<Outcome<ProviderInvoice>> {
  if (invoice.status === "paid") return { kind: "done", value: invoice };
  const paid = await payments.payInvoice(invoice.id, paymentMethodId, `${key}-pay`);
  if (paid.kind !== "refused") return paid;
  // Stripe's own try, or the client, may have been quicker: then it is paid, whoever did it.
  const now = valueFrom(await payments.readInvoice(invoice.id));
  return now.status === "paid" ? { kind: "done", value: now } : paid;
}

/** What the subscription owes, or is about to; only without either, an invoice of its own. */
export async function invoiceFor(
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
      ? valueFrom(await payments.finalizeInvoice(draft.id, `${charge.key}-finalize`))
      : valueFrom(
          await payments.invoiceSeparately(
            {
              customerId: plan.stripeCustomerId,
              subscriptionId: plan.stripeSubscriptionId,
              cents: due.amount,
              currency: plan.currency,
              description: `Installment ${due.sequenceNumber}`,
              statementName: settingsOf(app).statementName,
            },
            charge.key,
          ),
        ));
  const isSeparate = !owed && !draft;
  // Known before anything is paid: after a crash it is looked at, not made again.
  await whenFree(() =>
    inTransaction(app.db, () => setChargeInvoice(app.db, charge.id, invoice.id, isSeparate)),
  );
  return { invoice, isSeparate };
}

/** The scheduled invoice of what was paid ahead comes to nothing, so the signed dates stand. */
export async function net(
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
  await whenFree(() => inTransaction(app.db, () => setNetted(app.db, charge.id)));
}
