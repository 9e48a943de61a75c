import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type PlanSubscriber, planSubscribers } from "#src/billing/plan-subscribers/contract.ts";
import { useApi, wordsOf } from "#ui/api.ts";
import { amountWords } from "#ui/billing/parts/plan-format.ts";
import { ConfirmDialog } from "#ui/kit/confirm-dialog.tsx";
import { useToasts } from "#ui/kit/toasts.tsx";
import { phoneWords } from "#ui/shell/format/phone.ts";
import { subscribersQuery } from "./queries.ts";

interface ChargeDialogProps {
  subscriber: PlanSubscriber;
  onClose: () => void;
}

export function ChargeDialog({ subscriber, onClose }: ChargeDialogProps) {
  const { id, installments, currency, contactName } = subscriber;
  const api = useApi();
  const client = useQueryClient();
  const toasts = useToasts();
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  // As it was asked: the next one after it must not slip into the question.
  const [next] = useState(() => installments.find(({ status }) => status !== "paid"));
  const charge = useMutation({
    mutationFn: () => api(planSubscribers.triggerPayment, { params: { id }, idempotencyKey }),
    onSuccess({ amount, invoiceId }) {
      toasts.show({
        title: "Payment Triggered",
        description: `${amountWords(amount, currency)} charged. Invoice ${invoiceId}.`,
      });
      onClose();
    },
    onSettled: () => client.invalidateQueries(subscribersQuery(api)),
  });

  return (
    <ConfirmDialog
      open
      harmless
      onOpenChange={(open) => open || onClose()}
      title="Charge Payment Now?"
      description={
        next
          ? `Payment ${next.sequenceNumber} of ${installments.length}, ${amountWords(next.amount, currency)}, is taken from ${phoneWords(contactName)}'s card now. The dates of the other payments stay. A plan is canceled automatically after 3 failed payment attempts, with an SMS and an e-mail notice.`
          : "All payments of this plan are made."
      }
      act="Charge Now"
      busy={charge.isPending && "Charging..."}
      error={charge.error ? wordsOf(charge.error) : undefined}
      onConfirm={() => charge.mutate()}
    />
  );
}
