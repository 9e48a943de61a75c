import Check from "lucide-react/icons/check";
import { type Campaign, campaigns } from "#src/messaging/campaigns/contract.ts";
import { useAct } from "#ui/shell/data/act.ts";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import { blank, type Composed, hasChanges, sendingOf } from "./composed.ts";
import { Composer } from "./composer.tsx";
import { approvedMessage } from "./outcome.ts";

interface ApproveDialogProps {
  draft: Campaign;
  saved: Composed | undefined;
  onSave: (composed: Composed | undefined) => void;
  onClose: () => void;
}

export function ApproveDialog({ draft, saved, onSave, onClose }: ApproveDialogProps) {
  const { timeZone } = useBusinessTime();
  const fresh = blank(draft.message, draft.name);

  const approval = useAct(campaigns.approve, {
    done: (campaign) => approvedMessage(campaign, timeZone),
    onDone() {
      onSave(undefined);
      onClose();
    },
    errors: "Approval failed",
  });

  return (
    <Composer
      title={`Approve “${draft.name}”`}
      description={
        saved
          ? "Your choice is back. Cancel throws it away."
          : `Written by ${draft.author}. Pick who gets it; you can still change the words.`
      }
      initial={saved ?? fresh}
      named={false}
      picksRecipients
      action={{ label: "Approve and Send", busy: "Approving...", icon: Check }}
      busy={approval.isPending}
      errors={approval.fieldErrors}
      onSubmit={(composed) =>
        approval.run({
          params: { id: draft.id },
          body: {
            ...sendingOf(composed),
            ...(composed.message !== draft.message && { message: composed.message }),
          },
        })
      }
      onCancel={() => {
        onSave(undefined);
        onClose();
      }}
      onDismiss={(composed) => {
        onSave(hasChanges(composed, fresh) ? composed : undefined);
        onClose();
      }}
    />
  );
}
