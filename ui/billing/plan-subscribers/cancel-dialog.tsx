import { type PlanSubscriber, planSubscribers } from "#src/billing/plan-subscribers/contract.ts";
import { ConfirmDialog } from "#ui/kit/confirm-dialog.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { formatPhone } from "#ui/shell/format/phone.ts";
import { counted } from "#ui/shell/format/plural.ts";

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
      open
      onOpenChange={(open) => open || onClose()}
      title="Cancel Payment Plan?"
      description={`${formatPhone(subscriber.contactName)} still has ${counted(subscriber.remainingInstallments, "payment")} of "${subscriber.planName}" to make. None of them will be taken any more. Payments that were made are not paid back. This cannot be undone.`}
      action="Yes, Cancel Plan"
      cancel="Nevermind"
      busy={cancel.isPending && "Canceling..."}
      error={cancel.errorMessage}
      onConfirm={() => cancel.run({ params: { id: subscriber.id } })}
    />
  );
}
