import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type User, users } from "#src/accounts/users/contract.ts";
import { useApi, wordsOf } from "#ui/api.ts";
import { ConfirmDialog } from "#ui/kit/confirm-dialog.tsx";
import { useToasts } from "#ui/kit/toasts.tsx";
import { usersQuery } from "./queries.ts";

interface DeleteDialogProps {
  user: User;
  onClose: () => void;
}

export function DeleteDialog({ user, onClose }: DeleteDialogProps) {
  const api = useApi();
  const client = useQueryClient();
  const toasts = useToasts();
  const removal = useMutation({
    mutationFn: () => api(users.remove, { params: { id: user.id } }),
    onSuccess() {
      toasts.show({ title: "User deleted" });
      onClose();
      return client.invalidateQueries(usersQuery(api));
    },
  });

  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Are you sure?"
      description={`This will permanently delete the account of ${user.username}. ${aftermath(user)}`}
      act="Delete"
      busy={removal.isPending && "Deleting..."}
      error={removal.error ? wordsOf(removal.error) : undefined}
      onConfirm={() => removal.mutate()}
    />
  );
}

function aftermath({ approved }: User): string {
  return approved
    ? "Their contacts and campaigns become yours. This action cannot be undone."
    : "This action cannot be undone.";
}
