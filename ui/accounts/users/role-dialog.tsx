import { type User, users } from "#src/accounts/users/contract.ts";
import { ActDialog } from "#ui/shell/data/act-dialog.tsx";

/** Makes a user an administrator, or an administrator a user. */
export function RoleDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const becomesAdmin = user.role === "user";

  return (
    <ActDialog
      act={users.changeRole}
      input={{ params: { id: user.id }, body: { role: becomesAdmin ? "admin" : "user" } }}
      done={{
        title: becomesAdmin ? "Role changed to administrator" : "Role changed to user",
        description: `${user.username} needs to sign in again.`,
      }}
      busy="Changing..."
      onClose={onClose}
      title={becomesAdmin ? "Make administrator" : "Make regular user"}
      description={
        becomesAdmin
          ? `${user.username} will see every page, setting and user, and can approve campaigns and delete accounts, including yours.`
          : `${user.username} will only see the pages they had before, or the dashboard. You can edit their permissions afterward.`
      }
      action={becomesAdmin ? "Make administrator" : "Make regular user"}
      harmless
    />
  );
}
