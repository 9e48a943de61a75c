import { useState } from "react";
import { type PlanSubscriber, planSubscribers } from "#src/billing/plan-subscribers/contract.ts";
import { formatAmount } from "#ui/billing/parts/plan-format.ts";
import { ActDialog } from "#ui/shell/data/act-dialog.tsx";
import { formatPhone } from "#ui/shell/format/phone.ts";

interface ChargeDialogProps {
  subscriber: PlanSubscriber;
  onClose: () => void;
}

export function ChargeDialog({ subscriber, onClose }: ChargeDialogProps) {
  const { id, installments, currency, contactName } = subscriber;
  // Fixed when the dialog opens, so that a refetch cannot replace the installment in question.
  const [next] = useState(() => installments.find(({ status }) => status !== "paid"));

  return (
    <ActDialog
      act={planSubscribers.triggerPayment}
      input={{ params: { id } }}
      done={({ amount, invoiceId }) => ({
        title: "Payment Triggered",
        description: `${formatAmount(amount, currency)} charged. Invoice ${invoiceId}.`,
      })}
      busy="Charging..."
      harmless
      onClose={onClose}
      title="Charge Payment Now?"
      description={
        next
          ? `We'll charge payment ${next.sequenceNumber} of ${installments.length}, ${formatAmount(next.amount, currency)}, to ${formatPhone(contactName)}'s card now. The other payment dates won't change. A plan is canceled automatically after 3 failed payment attempts, with an SMS and an e-mail notice.`
          : "All payments for this plan have been made."
      }
      action="Charge Now"
    />
  );
}
