import { type Plan, paymentPlans } from "#src/billing/payment-plans/contract.ts";
import { useApi } from "#ui/api.ts";
import { InviteDialog } from "#ui/billing/parts/invite-dialog.tsx";
import { amountWords, countWords } from "#ui/billing/parts/plan-format.ts";
import { useCurrency } from "#ui/billing/parts/use-currency.ts";
import { phoneWords } from "#ui/shell/format/phone.ts";
import { Figure } from "./figure.tsx";

interface PlanInviteProps {
  plan: Plan;
  onClose: () => void;
}

export function PlanInvite({ plan, onClose }: PlanInviteProps) {
  const api = useApi();
  const currency = useCurrency();
  return (
    <InviteDialog
      description={`A text with the link to sign up for ${plan.name}.`}
      send={(contactId, idempotencyKey) =>
        api(paymentPlans.sendInvite, {
          params: { id: plan.id },
          body: { contactId },
          idempotencyKey,
        })
      }
      onClose={onClose}
    >
      {(chosen) => (
        <dl className="num grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 rounded-lg border border-line bg-raised px-4 py-3.5 text-sm">
          <Figure name="Client">{phoneWords(chosen.name)}</Figure>
          <Figure name="Plan">{plan.name}</Figure>
          <Figure name="Total">{amountWords(plan.totalAmount, currency)}</Figure>
          <Figure name="Installments">
            {countWords(plan.installmentCount, plan.installmentInterval)} of{" "}
            {amountWords(plan.installmentAmount, currency)}
          </Figure>
        </dl>
      )}
    </InviteDialog>
  );
}
