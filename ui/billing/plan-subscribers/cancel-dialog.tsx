import { type PlanSubscriber, planSubscribers } from "#src/billing/plan-subscribers/contract.ts";
import { ActDialog } from "#ui/shell/data/act-dialog.tsx";
import { formatPhone } from "#ui/shell/format/phone.ts";
import { formatCount } from "#ui/shell/format/plural.ts";

interface CancelDialogProps {
  subscriber: PlanSubscriber;
  onClose: () => void;
}

export function CancelDialog({ subscriber, onClose }: CancelDialogProps) {
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
