import Check from "lucide-react/icons/check";
import { useEffect, useEffectEvent, useState } from "react";
import { type Campaign, campaigns } from "#src/messaging/campaigns/contract.ts";
import { ApiError, useApi } from "#ui/api.ts";
import { useAct } from "#ui/shell/data/act.ts";
import { useTimeZone } from "#ui/shell/format/business-time-zone.tsx";
import {
  type Composed,
  createComposed,
  hasChanges,
  type SavedInputProps,
  sendingOf,
} from "./composed.ts";
import { Composer } from "./composer.tsx";
import { approvedMessage } from "./outcome.ts";

interface ApproveDialogProps extends SavedInputProps<Composed> {
  draft: Campaign;
}

/** Approves the version that it shows. Only a refusal replaces that version, so that no text changes under a click. */
export function ApproveDialog({ draft, saved, onClose }: ApproveDialogProps) {
  const timeZone = useTimeZone();
  const api = useApi();
  const [read, setRead] = useState(draft);
  const fresh = createComposed(read.message, read.name);
  const keepsRecipients = read.totalRecipients > 0;
  const isChanged = read.version !== draft.version;

  const approval = useAct(campaigns.approve, {
    done: (campaign) => approvedMessage(campaign, timeZone),
    onDone: () => onClose(),
    errors: "Approval failed",
  });

  const readAgain = useEffectEvent(async () => {
    const latest = await api(campaigns.one, { params: { id: draft.id } }).catch(() => undefined);
    if (!latest?.isDraft || latest.version === read.version) return;
    setRead(latest);
  });
  useEffect(() => {
    if (approval.error instanceof ApiError && approval.error.status === 409) void readAgain();
  }, [approval.error]);

  return (
    <Composer
      title={`Approve “${draft.name}”`}
      description={descriptionOf(read, { isChanged, isSaved: saved !== undefined })}
      initial={saved ?? fresh}
      newMessage={isChanged ? read.message : undefined}
      named={false}
      picksRecipients={!keepsRecipients}
      recipientsNote="It will go to clients who haven't been texted yet."
      action={{
        label: "Approve and Send",
        scheduled: "Approve and Schedule",
        busy: "Approving...",
        icon: Check,
      }}
      busy={approval.isPending}
      errors={approval.fieldErrors}
      onSubmit={(composed) =>
        approval.run({
          params: { id: draft.id },
          body: {
            version: read.version,
            ...(!keepsRecipients && sendingOf(composed)),
            ...(composed.message !== read.message && { message: composed.message }),
          },
        })
      }
      onCancel={() => onClose()}
      onDismiss={(composed) => onClose(hasChanges(composed, fresh) ? composed : undefined)}
    />
  );
}

function descriptionOf(
  draft: Campaign,
  { isChanged, isSaved }: { isChanged: boolean; isSaved: boolean },
): string {
  if (isChanged) return "This draft was changed. Read the new message before you approve it.";
  if (isSaved) return "We restored your changes. Cancel discards them.";
  if (draft.totalRecipients > 0)
    return `${draft.author} changed the message. Nothing more will be sent until you approve it.`;
  return `Written by ${draft.author}. Choose recipients. You can still edit the message.`;
}
