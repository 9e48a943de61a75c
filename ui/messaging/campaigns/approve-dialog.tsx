import { useMutation, useQueryClient } from "@tanstack/react-query";
import Check from "lucide-react/icons/check";
import { type Campaign, campaigns } from "#src/messaging/campaigns/contract.ts";
import { ApiError, useApi } from "#ui/api.ts";
import { useToasts } from "#ui/kit/toasts.tsx";
import { tellError } from "#ui/shell/data/error-toast.ts";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import { blank, type Composed, isWorthKeeping, sendingOf } from "./composed.ts";
import { Composer } from "./composer.tsx";
import { useActKey } from "./idempotency-key.ts";
import { approvedWords } from "./outcome.ts";
import { campaignsQuery } from "./queries.ts";

interface ApproveDialogProps {
  draft: Campaign;
  kept: Composed | undefined;
  onKeep: (composed: Composed | undefined) => void;
  onClose: () => void;
}

export function ApproveDialog({ draft, kept, onKeep, onClose }: ApproveDialogProps) {
  const api = useApi();
  const client = useQueryClient();
  const toasts = useToasts();
  const key = useActKey();
  const { timeZone } = useBusinessTime();
  const fresh = blank(draft.message, draft.name);

  const approval = useMutation({
    mutationFn: (composed: Composed) =>
      api(campaigns.approve, {
        params: { id: draft.id },
        body: {
          ...sendingOf(composed),
          ...(composed.message !== draft.message && { message: composed.message }),
        },
        idempotencyKey: key.current(),
      }),
    onSuccess(campaign) {
      toasts.show(approvedWords(campaign, timeZone));
      onKeep(undefined);
      onClose();
      return client.invalidateQueries(campaignsQuery(api));
    },
    onError(error) {
      key.settle(error);
      tellError(toasts, error, { title: "Approval failed" });
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
      initial={kept ?? fresh}
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
        onKeep(isWorthKeeping(composed, fresh) ? composed : undefined);
        onClose();
      }}
    />
  );
}
