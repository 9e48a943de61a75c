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
      title: becomesAdmin ? "Administrator made" : "Ordinary user made",
      description: `${user.username} has to sign in again.`,
    },
    onDone: onClose,
    errors: "inline",
  });

  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onClose()}
      title={becomesAdmin ? "Make administrator" : "Make ordinary user"}
      description={
        becomesAdmin
          ? `${user.username} will see every page, all settings and all users, approve campaigns, and can delete accounts, yours too.`
          : `${user.username} will only open the pages given to them before, or the dashboard. You can edit their permissions afterwards.`
      }
      action={becomesAdmin ? "Make administrator" : "Make ordinary user"}
      harmless
      busy={change.isPending && "Changing..."}
      error={change.errorMessage}
      onConfirm={() =>
        change.run({ params: { id: user.id }, body: { role: becomesAdmin ? "admin" : "user" } })
      }
    />
  );
}
