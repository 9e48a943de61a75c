import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type User, users } from "#src/accounts/users/contract.ts";
import { useApi, wordsOf } from "#ui/api.ts";
import { ConfirmDialog } from "#ui/kit/confirm-dialog.tsx";
import { useToasts } from "#ui/kit/toasts.tsx";
import { usersQuery } from "./queries.ts";

interface RoleDialogProps {
  user: User;
  onClose: () => void;
}

/** Makes an administrator of a user, and the other way round. */
export function RoleDialog({ user, onClose }: RoleDialogProps) {
  const api = useApi();
  const client = useQueryClient();
  const toasts = useToasts();
  const rises = user.role === "user";
  const change = useMutation({
    mutationFn: () =>
      api(users.changeRole, { params: { id: user.id }, body: { role: rises ? "admin" : "user" } }),
    onSuccess() {
      toasts.show({
        title: rises ? "Administrator made" : "Ordinary user made",
        description: `${user.username} has to sign in again.`,
      });
      onClose();
      return client.invalidateQueries(usersQuery(api));
    },
  });

  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onClose()}
      title={rises ? "Make administrator" : "Make ordinary user"}
      description={
        rises
          ? `${user.username} will see every page, all settings and all users, approve campaigns, and can delete accounts, yours too.`
          : `${user.username} will only open the pages given to them before, or the dashboard. You can edit their permissions afterwards.`
      }
      act={rises ? "Make administrator" : "Make ordinary user"}
      harmless
      busy={change.isPending && "Changing..."}
      error={change.error ? wordsOf(change.error) : undefined}
      onConfirm={() => change.mutate()}
    />
  );
}
