import { useState } from "react";
import { type PlanSubscriber, planSubscribers } from "#src/billing/plan-subscribers/contract.ts";
import { formatAmount } from "#ui/billing/parts/plan-format.ts";
import { ActDialog } from "#ui/shell/data/act-dialog.tsx";
import { formatPhone } from "#ui/shell/format/phone.ts";
import { formatCount } from "#ui/shell/format/plural.ts";
import { DetailsDialog } from "./details-dialog.tsx";
import type { SubscriberAction } from "./subscriber-row.tsx";

interface SubscriberDialogsProps {
  action: SubscriberAction | undefined;
  subscriber: PlanSubscriber | undefined;
  onClose: () => void;
}

const DIALOGS = { details: DetailsDialog, charge: ChargeDialog, cancel: CancelDialog } as const;

export function SubscriberDialogs({ action, subscriber, onClose }: SubscriberDialogsProps) {
  const Dialog = action && DIALOGS[action];
  return Dialog && subscriber ? (
    <Dialog key={subscriber.id} subscriber={subscriber} onClose={onClose} />
  ) : null;
}

interface DialogProps {
  subscriber: PlanSubscriber;
  onClose: () => void;
}

function CancelDialog({ subscriber, onClose }: DialogProps) {
  return (
    <ActDialog
      act={planSubscribers.cancel}
      input={{ params: { id: subscriber.id } }}
      done="Payment plan subscription canceled successfully"
      busy="Canceling..."
      onClose={onClose}
      title="Cancel Payment Plan?"
      description={`${formatPhone(subscriber.contactName)} still has ${formatCount(subscriber.remainingInstallments, "payment")} left on "${subscriber.planName}" and won't be charged again. Past payments aren't refunded. This can't be undone.`}
      action="Yes, Cancel Plan"
      cancel="Nevermind"
    />
  );
}

function ChargeDialog({ subscriber, onClose }: DialogProps) {
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
