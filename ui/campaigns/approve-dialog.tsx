import { useMutation, useQueryClient } from "@tanstack/react-query";
import Check from "lucide-react/icons/check";
import { type Campaign, campaigns } from "#src/campaigns/contract.ts";
import { ApiError, useCall, wordsOf } from "#ui/api.ts";
import { useToasts } from "#ui/kit/toasts.tsx";
import { useActKey } from "./act-key.ts";
import { type Composed, Composer } from "./composer.tsx";
import { campaignsQuery } from "./queries.ts";

interface ApproveDialogProps {
  draft: Campaign;
  kept: Composed | undefined;
  onKeep: (composed: Composed | undefined) => void;
  onClose: () => void;
}

export function ApproveDialog({ draft, kept, onKeep, onClose }: ApproveDialogProps) {
  const call = useCall();
  const client = useQueryClient();
  const toasts = useToasts();
  const key = useActKey();

  const approval = useMutation({
    mutationFn: ({ message, contactIds }: Composed) =>
      call(campaigns.approve, {
        params: { id: draft.id },
        body: {
          contactIds: [...contactIds],
          skipCheck: true,
          ...(message !== draft.message && { message }),
        },
        idempotencyKey: key.current(),
      }),
    onSuccess({ status, reason }) {
      if (status === "failed")
        toasts.show({
          title: "Approval failed",
          description: reason ?? "Nothing could be sent.",
          kind: "destructive",
        });
      else
        toasts.show({
          title: "Campaign approved",
          description: "Campaign has been approved and is now sending",
        });
      onKeep(undefined);
      onClose();
      return client.invalidateQueries(campaignsQuery(call));
    },
    onError(error) {
      key.settle(error);
      toasts.show({
        title: "Approval failed",
        description: wordsOf(error),
        kind: "destructive",
      });
    },
  });

  return (
    <Composer
      title={`Approve “${draft.name}”`}
      description={
        kept
          ? "Your choice is back. Cancel throws it away."
          : `Written by ${draft.author}. Pick who gets it; you can still change the words.`
      }
      initial={kept ?? { name: draft.name, message: draft.message, contactIds: [] }}
      named={false}
      picksRecipients
      act={{ words: "Approve and Send", busy: "Approving...", icon: Check }}
      busy={approval.isPending}
      errors={approval.error instanceof ApiError ? approval.error.errors : undefined}
      onSubmit={approval.mutate}
      onCancel={() => {
        onKeep(undefined);
        onClose();
      }}
      onDismiss={(composed) => {
        const changed = composed.message !== draft.message || composed.contactIds.length > 0;
        onKeep(changed ? composed : undefined);
        onClose();
      }}
    />
  );
}
