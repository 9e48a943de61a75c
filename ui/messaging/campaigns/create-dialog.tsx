import { useQuery } from "@tanstack/react-query";
import Check from "lucide-react/icons/check";
import Send from "lucide-react/icons/send";
import { campaigns } from "#src/messaging/campaigns/contract.ts";
import { useApi } from "#ui/api.ts";
import { useAct } from "#ui/shell/data/act.ts";
import { shellSettingsQuery } from "#ui/shell/data/queries.ts";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import { blank, type Composed, isWorthKeeping, sendingOf } from "./composed.ts";
import { Composer } from "./composer.tsx";
import { createdWords, DRAFTED } from "./outcome.ts";

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
  const { timeZone } = useBusinessTime();
  const { data: settings } = useQuery(shellSettingsQuery(useApi()));
  const fresh = copied ?? blank(settings?.campaignTemplate?.message ?? "");

  const creation = useAct(campaigns.create, {
    done: (campaign) => (isAdmin ? createdWords(campaign, timeZone) : DRAFTED),
    onDone() {
      onKeep(undefined);
      onClose();
    },
    errors: isAdmin ? "Campaign creation failed" : "Error",
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
      errors={creation.fieldErrors}
      onSubmit={(composed) => {
        const { name, message } = composed;
        creation.run({
          body: isAdmin ? { name, message, ...sendingOf(composed) } : { name, message },
        });
      }}
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
