import { type Plan, paymentPlans } from "#src/billing/payment-plans/contract.ts";
import { ConfirmDialog } from "#ui/kit/confirm-dialog.tsx";
import { useAct } from "#ui/shell/data/act.ts";

export function DeleteDialog({ plan, onClose }: { plan: Plan; onClose: () => void }) {
  const removal = useAct(paymentPlans.remove, {
    done: "Payment plan deleted successfully",
    onDone: onClose,
    errors: "inline",
  });

  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Delete ${plan.name}`}
      description="Are you sure you want to delete this payment plan?"
      action="Delete"
      busy={removal.isPending && "Deleting..."}
      error={removal.errorMessage}
      onConfirm={() => removal.run({ params: { id: plan.id } })}
    />
  );
}
