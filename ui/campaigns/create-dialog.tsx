import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import Check from "lucide-react/icons/check";
import Send from "lucide-react/icons/send";
import { type Campaign, campaigns } from "#src/campaigns/contract.ts";
import { ApiError, useCall, wordsOf } from "#ui/api.ts";
import { type ToastMessage, useToasts } from "#ui/kit/toasts.tsx";
import { shellSettingsQuery } from "#ui/shell/queries.ts";
import { useActKey } from "./act-key.ts";
import { type Composed, Composer } from "./composer.tsx";
import { campaignsQuery } from "./queries.ts";

interface CreateDialogProps {
  isAdmin: boolean;
  /** What was typed before the dialog was dismissed. */
  kept: Composed | undefined;
  onKeep: (composed: Composed | undefined) => void;
  onClose: () => void;
}

export function CreateDialog({ isAdmin, kept, onKeep, onClose }: CreateDialogProps) {
  const call = useCall();
  const client = useQueryClient();
  const toasts = useToasts();
  const key = useActKey();
  const { data: settings } = useQuery(shellSettingsQuery(call));
  const template = settings?.campaignTemplate?.message ?? "";

  const creation = useMutation({
    mutationFn: ({ name, message, contactIds }: Composed) =>
      call(campaigns.create, {
        body: isAdmin
          ? { name, message, contactIds: [...contactIds], skipCheck: true }
          : { name, message },
        idempotencyKey: key.current(),
      }),
    onSuccess(campaign) {
      toasts.show(isAdmin ? outcome(campaign) : DRAFTED);
      onKeep(undefined);
      onClose();
      return client.invalidateQueries(campaignsQuery(call));
    },
    onError(error) {
      key.settle(error);
      toasts.show({
        title: isAdmin ? "Campaign creation failed" : "Error",
        description: wordsOf(error),
        kind: "destructive",
      });
    },
  });

  return (
    <Composer
      title={isAdmin ? "New Campaign" : "New Draft"}
      description={kept && "Your unsent text is back. Cancel throws it away."}
      initial={kept ?? { name: "", message: template, contactIds: [] }}
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
        onKeep(isWorthKeeping(composed, template) ? composed : undefined);
        onClose();
      }}
    />
  );
}

const DRAFTED: ToastMessage = {
  title: "Draft created",
  description: "Your campaign draft has been submitted for admin approval",
};

function outcome({ status, deliverabilityCheckStatus }: Campaign): ToastMessage {
  if (status === "failed")
    return {
      title: "Campaign creation failed",
      description: "There was an error creating your campaign. Please try again.",
      kind: "destructive",
    };
  return {
    title: "Campaign created",
    description:
      deliverabilityCheckStatus === "skipped"
        ? "Your campaign will send shortly"
        : "Checking contact deliverability before sending",
  };
}

function isWorthKeeping({ name, message, contactIds }: Composed, template: string): boolean {
  return name.trim() !== "" || contactIds.length > 0 || !["", template].includes(message.trim());
}
