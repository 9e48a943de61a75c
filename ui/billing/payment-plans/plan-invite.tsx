import { type Plan, paymentPlans } from "#src/billing/payment-plans/contract.ts";
import { formatPhone } from "#src/shared/format-phone.ts";
import { InviteDialog } from "#ui/billing/parts/invite-dialog.tsx";
import { formatAmount, formatPaymentCount } from "#ui/billing/parts/plan-format.ts";
import { useCurrency } from "#ui/billing/parts/use-currency.ts";
import { Figure } from "./figure.tsx";

export function PlanInvite({ plan, onClose }: { plan: Plan; onClose: () => void }) {
  const currency = useCurrency();
  return (
    <InviteDialog
      act={paymentPlans.sendInvite}
      id={plan.id}
      description={`We'll text a link to sign up for ${plan.name}.`}
      onClose={onClose}
    >
      {(chosen) => (
        <dl className="num grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 rounded-lg border border-line bg-raised px-4 py-3.5 text-base">
          <Figure name="Client">{formatPhone(chosen.name)}</Figure>
          <Figure name="Plan">{plan.name}</Figure>
          <Figure name="Total">{formatAmount(plan.totalAmount, currency)}</Figure>
          <Figure name="Installments">
            {formatPaymentCount(plan.installmentCount, plan.installmentInterval)} of{" "}
            {formatAmount(plan.installmentAmount, currency)}
          </Figure>
        </dl>
      )}
    </InviteDialog>
  );
}
