import type { Plan } from "#src/billing/payment-plans/contract.ts";
import { lazyDialog } from "#ui/kit/lazy-dialog.tsx";
import { DeleteDialog } from "./delete-dialog.tsx";
import { RegenerateDialog } from "./regenerate-dialog.tsx";

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
  if (opened.dialog === "remove") return <DeleteDialog plan={plan} onClose={onClose} />;
  return (
    <RegenerateDialog
      onClose={onClose}
      onConfirm={() => {
        onClose();
        onDraft(plan);
      }}
    />
  );
}
