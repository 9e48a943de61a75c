import { type Membership, memberships } from "#src/billing/memberships/contract.ts";
import { ConfirmDialog } from "#ui/kit/confirm-dialog.tsx";
import { useAct } from "#ui/shell/data/act.ts";

interface ActionDialogProps {
  membership: Membership;
  onClose: () => void;
}

export function RejectDialog({ membership, onClose }: ActionDialogProps) {
  const rejecting = useAct(memberships.reject, {
    done: "Membership rejected",
    onDone: onClose,
    errors: "inline",
  });
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Reject membership"
      description={`You won't be able to offer "${membership.name}" to clients. Its creator can submit another one.`}
      action="Reject"
      busy={rejecting.isPending && "Rejecting..."}
      error={rejecting.errorMessage}
      onConfirm={() => rejecting.run({ params: { id: membership.id } })}
    />
  );
}

export function DeleteDialog({ membership, onClose }: ActionDialogProps) {
  const removal = useAct(memberships.remove, {
    done: "Membership deleted",
    onDone: onClose,
    errors: "inline",
  });
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Delete membership"
      description={`Are you sure you want to delete "${membership.name}"? Its sign-up link will stop working. Signed agreements stay on record.`}
      action="Delete"
      busy={removal.isPending && "Deleting..."}
      error={removal.errorMessage}
      onConfirm={() => removal.run({ params: { id: membership.id } })}
    />
  );
}
