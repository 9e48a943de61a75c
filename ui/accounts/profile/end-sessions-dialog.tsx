import { useMutation, useQueryClient } from "@tanstack/react-query";
import { account, type Session } from "#src/accounts/profile/contract.ts";
import { useApi, wordsOf } from "#ui/api.ts";
import { ConfirmDialog } from "#ui/kit/confirm-dialog.tsx";
import { useToasts } from "#ui/kit/toasts.tsx";
import { accountQuery } from "./queries.ts";

interface EndSessionsDialogProps {
  ending: Session | "others";
  onClose: () => void;
}

export function EndSessionsDialog({ ending, onClose }: EndSessionsDialogProps) {
  const api = useApi();
  const client = useQueryClient();
  const toasts = useToasts();
  const end = useMutation({
    mutationFn: async () => {
      if (ending === "others") await api(account.endOtherSessions);
      else await api(account.endSession, { params: { id: ending.id } });
    },
    onSuccess() {
      toasts.show({ title: ending === "others" ? "All other sessions ended" : "Session ended" });
      onClose();
      return client.invalidateQueries(accountQuery(api));
    },
  });

  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onClose()}
      title={ending === "others" ? "End all other sessions" : "End this session"}
      description={
        ending === "others"
          ? "Everywhere but here you will have to sign in again."
          : `${ending.device} will have to sign in again.`
      }
      act={ending === "others" ? "End all others" : "End session"}
      busy={end.isPending && "Ending..."}
      error={end.error ? wordsOf(end.error) : undefined}
      onConfirm={() => end.mutate()}
    />
  );
}
