import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import Check from "lucide-react/icons/check";
import Send from "lucide-react/icons/send";
import { campaigns } from "#src/messaging/campaigns/contract.ts";
import { ApiError, useApi } from "#ui/api.ts";
import { useToasts } from "#ui/kit/toasts.tsx";
import { tellError } from "#ui/shell/data/error-toast.ts";
import { shellSettingsQuery } from "#ui/shell/data/queries.ts";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import { blank, type Composed, isWorthKeeping, sendingOf } from "./composed.ts";
import { Composer } from "./composer.tsx";
import { useActKey } from "./idempotency-key.ts";
import { createdWords, DRAFTED } from "./outcome.ts";
import { campaignsQuery } from "./queries.ts";

interface CreateDialogProps {
  isAdmin: boolean;
  /** Another campaign's, to begin with. */
  copied?: Composed | undefined;
  /** What was typed before the dialog was dismissed. */
  kept: Composed | undefined;
  onKeep: (composed: Composed | undefined) => void;
  onClose: () => void;
}

export function CreateDialog({ isAdmin, copied, kept, onKeep, onClose }: CreateDialogProps) {
  const api = useApi();
  const client = useQueryClient();
  const toasts = useToasts();
  const key = useActKey();
  const { timeZone } = useBusinessTime();
  const { data: settings } = useQuery(shellSettingsQuery(api));
  const fresh = copied ?? blank(settings?.campaignTemplate?.message ?? "");

  const creation = useMutation({
    mutationFn: (composed: Composed) => {
      const { name, message } = composed;
      return api(campaigns.create, {
        body: isAdmin ? { name, message, ...sendingOf(composed) } : { name, message },
        idempotencyKey: key.current(),
      });
    },
    onSuccess(campaign) {
      toasts.show(isAdmin ? createdWords(campaign, timeZone) : DRAFTED);
      onKeep(undefined);
      onClose();
      return client.invalidateQueries(campaignsQuery(api));
    },
    onError(error) {
      key.settle(error);
      tellError(toasts, error, { title: isAdmin ? "Campaign creation failed" : "Error" });
    },
  });

  return (
    <Composer
      title={isAdmin ? "New Campaign" : "New Draft"}
      description={kept && "Your unsent text is back. Cancel throws it away."}
      initial={kept ?? fresh}
      named
      picksRecipients={isAdmin}
      act={
        isAdmin
          ? { words: "Create Campaign", busy: "Creating...", icon: Send }
          : { words: "Submit Draft", busy: "Submitting...", icon: Check }
      }
      busy={creation.isPending}
      errors={creation.error instanceof ApiError ? creation.error.errors : undefined}
      onSubmit={creation.mutate}
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
