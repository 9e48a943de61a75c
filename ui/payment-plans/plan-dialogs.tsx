import type { Plan } from "#src/payment-plans/contract.ts";
import { LateDialog } from "#ui/kit/late-dialog.tsx";
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
const loadForm = async () => (await import("./plan-form-dialog.tsx")).PlanFormDialog;
const loadInvite = async () => (await import("./plan-invite.tsx")).PlanInvite;

export function PlanDialogs({ opened, onDraft, onClose }: PlanDialogsProps) {
  if (!opened) return null;
  const { plan } = opened;
  if (!plan) return <LateDialog of={loadForm} props={{ plan: undefined, onClose }} />;
  if (opened.dialog === "edit")
    return <LateDialog key={plan.id} of={loadForm} props={{ plan, onClose }} />;
  if (opened.dialog === "invite") return <LateDialog of={loadInvite} props={{ plan, onClose }} />;
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
