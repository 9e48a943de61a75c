import { type User, users } from "#src/accounts/users/contract.ts";
import { ConfirmDialog } from "#ui/kit/confirm-dialog.tsx";
import { useAct } from "#ui/shell/data/act.ts";

interface DeleteDialogProps {
  user: User;
  onClose: () => void;
}

export function DeleteDialog({ user, onClose }: DeleteDialogProps) {
  const removal = useAct(users.remove, {
    done: "User deleted",
    onDone: onClose,
    errors: "inline",
  });

  return (
    <ConfirmDialog
      onClose={onClose}
      title="Are you sure?"
      description={`This will permanently delete the account of ${user.username}. ${consequence(user)}`}
      action="Delete"
      busy={removal.isPending && "Deleting..."}
      error={removal.errorMessage}
      onConfirm={() => removal.run({ params: { id: user.id } })}
    />
  );
}

function consequence({ approved }: User): string {
  return approved
    ? "Their contacts and campaigns will be moved to you. This action cannot be undone."
    : "This action cannot be undone.";
}
