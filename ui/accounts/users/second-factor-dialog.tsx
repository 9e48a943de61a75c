import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type User, users } from "#src/accounts/users/contract.ts";
import { useApi, wordsOf } from "#ui/api.ts";
import { ConfirmDialog } from "#ui/kit/confirm-dialog.tsx";
import { useToasts } from "#ui/kit/toasts.tsx";
import { usersQuery } from "./queries.ts";

interface SecondFactorDialogProps {
  user: User;
  onClose: () => void;
}

/** For somebody who has lost their phone. */
export function SecondFactorDialog({ user, onClose }: SecondFactorDialogProps) {
  const api = useApi();
  const client = useQueryClient();
  const toasts = useToasts();
  const removal = useMutation({
    mutationFn: () => api(users.removeSecondFactor, { params: { id: user.id } }),
    onSuccess() {
      toasts.show({ title: "Two-step sign-in is off", description: `For ${user.username}.` });
      onClose();
      return client.invalidateQueries(usersQuery(api));
    },
  });

  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Switch off two-step sign-in"
      description={`The password alone will open the account of ${user.username} again. Do it only for somebody you have spoken to: a lost phone is a favourite story of thieves.`}
      act="Switch off"
      busy={removal.isPending && "Switching off..."}
      error={removal.error ? wordsOf(removal.error) : undefined}
      onConfirm={() => removal.mutate()}
    />
  );
}
