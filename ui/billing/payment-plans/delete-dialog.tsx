import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type Plan, paymentPlans } from "#src/billing/payment-plans/contract.ts";
import { useApi, wordsOf } from "#ui/api.ts";
import { ConfirmDialog } from "#ui/kit/confirm-dialog.tsx";
import { useToasts } from "#ui/kit/toasts.tsx";
import { plansQuery } from "./queries.ts";

export function DeleteDialog({ plan, onClose }: { plan: Plan; onClose: () => void }) {
  const api = useApi();
  const client = useQueryClient();
  const toasts = useToasts();
  const removal = useMutation({
    mutationFn: () => api(paymentPlans.remove, { params: { id: plan.id } }),
    onSuccess() {
      toasts.show({ title: "Payment plan deleted successfully" });
      onClose();
      return client.invalidateQueries(plansQuery(api));
    },
  });

  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onClose()}
      title={`Delete ${plan.name}`}
      description="Are you sure you want to delete this payment plan?"
      act="Delete"
      busy={removal.isPending && "Deleting..."}
      error={removal.error ? wordsOf(removal.error) : undefined}
      onConfirm={() => removal.mutate()}
    />
  );
}
