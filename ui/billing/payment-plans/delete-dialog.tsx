import { type Plan, paymentPlans } from "#src/billing/payment-plans/contract.ts";
import { ActDialog } from "#ui/shell/data/act-dialog.tsx";

export function DeleteDialog({ plan, onClose }: { plan: Plan; onClose: () => void }) {
  return (
    <ActDialog
      act={paymentPlans.remove}
      input={{ params: { id: plan.id } }}
      done="Payment plan deleted successfully"
      busy="Deleting..."
      onClose={onClose}
      title={`Delete ${plan.name}`}
      description="Are you sure you want to delete this payment plan?"
      action="Delete"
    />
  );
}
