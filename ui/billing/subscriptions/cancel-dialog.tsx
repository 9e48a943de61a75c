import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type Subscription, subscriptions } from "#src/billing/subscriptions/contract.ts";
import { useApi, wordsOf } from "#ui/api.ts";
import { ConfirmDialog } from "#ui/kit/confirm-dialog.tsx";
import { useToasts } from "#ui/kit/toasts.tsx";
import { refresh } from "#ui/shell/data/read.ts";
import { phoneWords } from "#ui/shell/format/phone.ts";

interface CancelDialogProps {
  subscription: Subscription;
  onClose: () => void;
}

export function CancelDialog({ subscription, onClose }: CancelDialogProps) {
  const api = useApi();
  const client = useQueryClient();
  const toasts = useToasts();
  const canceling = useMutation({
    mutationFn: () => api(subscriptions.cancel, { body: { subscriptionId: subscription.id } }),
    onSuccess() {
      toasts.show({
        title: "Subscription canceled",
        description: "It ends with the period that is paid for.",
      });
      onClose();
      return refresh(client, "subscriptions");
    },
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Cancel subscription"
      description={`${phoneWords(subscription.contactName)} keeps ${subscription.membershipName} until the end of the current period, and pays nothing after that.`}
      act="Cancel subscription"
      cancel="Keep"
      busy={canceling.isPending && "Canceling..."}
      error={canceling.error ? wordsOf(canceling.error) : undefined}
      onConfirm={() => canceling.mutate()}
    />
  );
}
