import { type Subscription, subscriptions } from "#src/billing/subscriptions/contract.ts";
import { ConfirmDialog } from "#ui/kit/confirm-dialog.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { formatPhone } from "#ui/shell/format/phone.ts";

interface CancelDialogProps {
  subscription: Subscription;
  onClose: () => void;
}

export function CancelDialog({ subscription, onClose }: CancelDialogProps) {
  const endsAtOnce = subscription.status === "past_due";
  const name = formatPhone(subscription.contactName);
  const canceling = useAct(subscriptions.cancel, {
    done: {
      title: "Subscription canceled",
      description: endsAtOnce
        ? "It has ended, and the failed payment won't be charged."
        : "It ends when the paid period ends.",
    },
    onDone: onClose,
    errors: "inline",
  });
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Cancel subscription"
      description={
        endsAtOnce
          ? `${subscription.membershipName} ends right away because its last payment failed. ${name} won't be charged for it.`
          : `${name} keeps ${subscription.membershipName} until the end of the current period and won't be charged after that.`
      }
      action="Cancel subscription"
      cancel="Keep"
      busy={canceling.isPending && "Canceling..."}
      error={canceling.errorMessage}
      onConfirm={() => canceling.run({ body: { subscriptionId: subscription.id } })}
    />
  );
}
