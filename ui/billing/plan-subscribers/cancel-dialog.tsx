import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type PlanSubscriber, planSubscribers } from "#src/billing/plan-subscribers/contract.ts";
import { useApi, wordsOf } from "#ui/api.ts";
import { ConfirmDialog } from "#ui/kit/confirm-dialog.tsx";
import { useToasts } from "#ui/kit/toasts.tsx";
import { phoneWords } from "#ui/shell/format/phone.ts";
import { counted } from "#ui/shell/format/plural.ts";
import { subscribersQuery } from "./queries.ts";

interface CancelDialogProps {
  subscriber: PlanSubscriber;
  onClose: () => void;
}

export function CancelDialog({ subscriber, onClose }: CancelDialogProps) {
  const api = useApi();
  const client = useQueryClient();
  const toasts = useToasts();
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const cancel = useMutation({
    mutationFn: () =>
      api(planSubscribers.cancel, { params: { id: subscriber.id }, idempotencyKey }),
    onSuccess() {
      toasts.show({ title: "Payment plan subscription canceled successfully" });
      onClose();
      return client.invalidateQueries(subscribersQuery(api));
    },
  });

  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Cancel Payment Plan?"
      description={`${phoneWords(subscriber.contactName)} still has ${counted(subscriber.remainingInstallments, "payment")} of "${subscriber.planName}" to make. None of them will be taken any more. Payments that were made are not paid back. This cannot be undone.`}
      act="Yes, Cancel Plan"
      cancel="Nevermind"
      busy={cancel.isPending && "Canceling..."}
      error={cancel.error ? wordsOf(cancel.error) : undefined}
      onConfirm={() => cancel.mutate()}
    />
  );
}
