import { type Subscription, subscriptions } from "#src/billing/subscriptions/contract.ts";
import { formatPhone } from "#src/shared/format-phone.ts";
import { ActDialog } from "#ui/shell/data/act-dialog.tsx";

interface CancelDialogProps {
  subscription: Subscription;
  onClose: () => void;
}

export function CancelDialog({ subscription, onClose }: CancelDialogProps) {
  const endsAtOnce = subscription.status === "past_due";
  const name = formatPhone(subscription.contactName);
  return (
    <ActDialog
      act={subscriptions.cancel}
      input={{ body: { subscriptionId: subscription.id } }}
      done={{
        title: "Subscription canceled",
        description: endsAtOnce
          ? "It has ended, and the failed payment won't be charged."
          : "It ends when the paid period ends.",
      }}
      busy="Canceling..."
      onClose={onClose}
      title="Cancel Subscription"
      description={
        endsAtOnce
          ? `${subscription.membershipName} ends right away because its last payment failed. ${name} won't be charged for it.`
          : `${name} keeps ${subscription.membershipName} until the end of the current period and won't be charged after that.`
      }
      action="Cancel Subscription"
      cancel="Keep Subscription"
    />
  );
}
