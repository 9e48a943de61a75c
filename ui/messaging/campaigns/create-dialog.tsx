import { useQuery } from "@tanstack/react-query";
import Check from "lucide-react/icons/check";
import Send from "lucide-react/icons/send";
import { campaigns } from "#src/messaging/campaigns/contract.ts";
import { useApi } from "#ui/api.ts";
import { useAct } from "#ui/shell/data/act.ts";
import { shellSettingsQuery } from "#ui/shell/data/queries.ts";
import { useTimeZone } from "#ui/shell/format/business-time-zone.tsx";
import {
  type Composed,
  createComposed,
  hasChanges,
  type SavedInputProps,
  sendingOf,
} from "./composed.ts";
import { Composer } from "./composer.tsx";
import { createdMessage, DRAFTED } from "./outcome.ts";

interface CreateDialogProps extends SavedInputProps<Composed> {
  isAdmin: boolean;
  /** Another campaign's values to start with. */
  copied?: Composed | undefined;
}

export function CreateDialog({ isAdmin, copied, saved, onClose }: CreateDialogProps) {
  const timeZone = useTimeZone();
  const { data: settings } = useQuery(shellSettingsQuery(useApi()));
  const fresh = copied ?? createComposed(settings?.campaignTemplate?.message ?? "");

  const creation = useAct(campaigns.create, {
    done: (campaign) => (isAdmin ? createdMessage(campaign, timeZone) : DRAFTED),
    onDone: () => onClose(),
    errors: isAdmin ? "Campaign creation failed" : "Error",
  });

  return (
    <Composer
      title={isAdmin ? "New Campaign" : "New Draft"}
      description={saved && "We restored your draft. Cancel discards it."}
      initial={saved ?? fresh}
      named
      picksRecipients={isAdmin}
      action={
        isAdmin
          ? { label: "Send Now", scheduled: "Schedule", busy: "Creating...", icon: Send }
          : { label: "Submit Draft", busy: "Submitting...", icon: Check }
      }
      busy={creation.isPending}
      errors={creation.fieldErrors}
      onSubmit={(composed) => {
        const { name, message } = composed;
        creation.run({
          body: isAdmin ? { name, message, ...sendingOf(composed) } : { name, message },
        });
      }}
      onCancel={() => onClose()}
      onDismiss={(composed) => onClose(hasChanges(composed, fresh) ? composed : undefined)}
    />
  );
}
