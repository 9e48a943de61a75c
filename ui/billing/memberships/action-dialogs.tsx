import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type Membership, memberships } from "#src/billing/memberships/contract.ts";
import { useApi, wordsOf } from "#ui/api.ts";
import { ConfirmDialog } from "#ui/kit/confirm-dialog.tsx";
import { useToasts } from "#ui/kit/toasts.tsx";
import { refresh } from "#ui/shell/data/read.ts";

interface ActDialogProps {
  membership: Membership;
  onClose: () => void;
}

export function RejectDialog({ membership, onClose }: ActDialogProps) {
  const api = useApi();
  const rejecting = useAct("Membership rejected", onClose, () =>
    api(memberships.reject, { params: { id: membership.id } }),
  );
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Reject membership"
      description={`"${membership.name}" cannot be offered to clients then. Whoever made it can make another one.`}
      act="Reject"
      busy={rejecting.isPending && "Rejecting..."}
      error={rejecting.error ? wordsOf(rejecting.error) : undefined}
      onConfirm={() => rejecting.mutate()}
    />
  );
}

export function DeleteDialog({ membership, onClose }: ActDialogProps) {
  const api = useApi();
  const removal = useAct("Membership deleted", onClose, () =>
    api(memberships.remove, { params: { id: membership.id } }),
  );
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Delete membership"
      description={`Are you sure you want to delete "${membership.name}"? Its sign-up link stops working; agreements that were signed stay on record.`}
      act="Delete"
      busy={removal.isPending && "Deleting..."}
      error={removal.error ? wordsOf(removal.error) : undefined}
      onConfirm={() => removal.mutate()}
    />
  );
}

function useAct(done: string, onClose: () => void, act: () => Promise<unknown>) {
  const client = useQueryClient();
  const toasts = useToasts();
  return useMutation({
    mutationFn: act,
    onSuccess() {
      toasts.show({ title: done });
      onClose();
      return refresh(client, "memberships");
    },
  });
}
