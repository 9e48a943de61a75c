import { type Plan, paymentPlans } from "#src/billing/payment-plans/contract.ts";
import { ConfirmDialog } from "#ui/kit/confirm-dialog.tsx";
import { lazyDialog } from "#ui/kit/lazy-dialog.tsx";
import { ActDialog } from "#ui/shell/data/act-dialog.tsx";

export type Opened =
  | { readonly dialog: "create"; readonly plan?: never }
  | { readonly dialog: "edit" | "invite" | "remove" | "regenerate"; readonly plan: Plan };

interface PlanDialogsProps {
  opened: Opened | undefined;
  onDraft: (plan: Plan) => void;
  onClose: () => void;
}

// The form's code is fetched when it first opens.
const PlanFormDialog = lazyDialog(
  async () => (await import("./plan-form-dialog.tsx")).PlanFormDialog,
);
const PlanInvite = lazyDialog(async () => (await import("./plan-invite.tsx")).PlanInvite);

export function PlanDialogs({ opened, onDraft, onClose }: PlanDialogsProps) {
  if (!opened) return null;
  const { plan } = opened;
  if (!plan) return <PlanFormDialog plan={undefined} onClose={onClose} />;
  if (opened.dialog === "edit")
    return <PlanFormDialog key={plan.id} plan={plan} onClose={onClose} />;
  if (opened.dialog === "invite") return <PlanInvite plan={plan} onClose={onClose} />;
  if (opened.dialog === "remove")
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
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Regenerate Agreement?"
      description="This replaces the current text with a new draft. Agreements that clients have signed won't change."
      action="Regenerate Agreement"
      onConfirm={() => {
        onClose();
        onDraft(plan);
      }}
    />
  );
}
