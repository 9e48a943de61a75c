import { type PlanSubscriber, planSubscribers } from "#src/billing/plan-subscribers/contract.ts";
import { ConfirmDialog } from "#ui/kit/confirm-dialog.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { formatPhone } from "#ui/shell/format/phone.ts";
import { formatCount } from "#ui/shell/format/plural.ts";

interface CancelDialogProps {
  subscriber: PlanSubscriber;
  onClose: () => void;
}

export function CancelDialog({ subscriber, onClose }: CancelDialogProps) {
  const cancel = useAct(planSubscribers.cancel, {
    done: "Payment plan subscription canceled successfully",
    onDone: onClose,
    errors: "inline",
  });

  return (
    <ConfirmDialog
      onClose={onClose}
      title="Cancel Payment Plan?"
      description={`${formatPhone(subscriber.contactName)} still has ${formatCount(subscriber.remainingInstallments, "payment")} left on "${subscriber.planName}" and won't be charged again. Past payments aren't refunded. This can't be undone.`}
      action="Yes, Cancel Plan"
      cancel="Nevermind"
      busy={cancel.isPending && "Canceling..."}
      error={cancel.errorMessage}
      onConfirm={() => cancel.run({ params: { id: subscriber.id } })}
    />
  );
}
