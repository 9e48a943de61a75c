import { type User, users } from "#src/accounts/users/contract.ts";
import { ConfirmDialog } from "#ui/kit/confirm-dialog.tsx";
import { useAct } from "#ui/shell/data/act.ts";

interface RoleDialogProps {
  user: User;
  onClose: () => void;
}

/** Makes a user an administrator, or an administrator a user. */
export function RoleDialog({ user, onClose }: RoleDialogProps) {
  const becomesAdmin = user.role === "user";
  const change = useAct(users.changeRole, {
    done: {
      title: becomesAdmin ? "Role changed to administrator" : "Role changed to user",
      description: `${user.username} needs to sign in again.`,
    },
    onDone: onClose,
    errors: "inline",
  });

  return (
    <ConfirmDialog
      onClose={onClose}
      title={becomesAdmin ? "Make administrator" : "Make regular user"}
      description={
        becomesAdmin
          ? `${user.username} will see every page, setting and user, and can approve campaigns and delete accounts, including yours.`
          : `${user.username} will only see the pages they had before, or the dashboard. You can edit their permissions afterward.`
      }
      action={becomesAdmin ? "Make administrator" : "Make regular user"}
      harmless
      busy={change.isPending && "Changing..."}
      error={change.errorMessage}
      onConfirm={() =>
        change.run({ params: { id: user.id }, body: { role: becomesAdmin ? "admin" : "user" } })
      }
    />
  );
}
