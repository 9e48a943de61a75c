import { type Membership, memberships } from "#src/billing/memberships/contract.ts";
import { ActDialog } from "#ui/shell/data/act-dialog.tsx";

interface ActionDialogProps {
  membership: Membership;
  onClose: () => void;
}

export function RejectDialog({ membership, onClose }: ActionDialogProps) {
  return (
    <ActDialog
      act={memberships.reject}
      input={{ params: { id: membership.id } }}
      done="Membership rejected"
      busy="Rejecting..."
      onClose={onClose}
      title="Reject Membership"
      description={`You won't be able to offer "${membership.name}" to clients. Its creator can submit another one.`}
      action="Reject"
    />
  );
}

export function DeleteDialog({ membership, onClose }: ActionDialogProps) {
  return (
    <ActDialog
      act={memberships.remove}
      input={{ params: { id: membership.id } }}
      done="Membership deleted"
      busy="Deleting..."
      onClose={onClose}
      title="Delete Membership"
      description={`Are you sure you want to delete "${membership.name}"? Its sign-up link will stop working. Signed agreements stay on record.`}
      action="Delete"
    />
  );
}
