import { type User, users } from "#src/accounts/users/contract.ts";
import { ActDialog } from "#ui/shell/data/act-dialog.tsx";

interface DeleteDialogProps {
  user: User;
  onClose: () => void;
}

export function DeleteDialog({ user, onClose }: DeleteDialogProps) {
  return (
    <ActDialog
      act={users.remove}
      input={{ params: { id: user.id } }}
      done="User deleted"
      busy="Deleting..."
      onClose={onClose}
      title="Are you sure?"
      description={`This will permanently delete the account of ${user.username}. ${consequence(user)}`}
      action="Delete"
    />
  );
}

function consequence({ approved }: User): string {
  return approved
    ? "Their contacts and campaigns will be moved to you. This action cannot be undone."
    : "This action cannot be undone.";
}
