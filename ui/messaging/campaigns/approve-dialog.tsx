import Check from "lucide-react/icons/check";
import { type Campaign, campaigns } from "#src/messaging/campaigns/contract.ts";
import { useAct } from "#ui/shell/data/act.ts";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import { blank, type Composed, isWorthKeeping, sendingOf } from "./composed.ts";
import { Composer } from "./composer.tsx";
import { approvedWords } from "./outcome.ts";

interface ApproveDialogProps {
  draft: Campaign;
  kept: Composed | undefined;
  onKeep: (composed: Composed | undefined) => void;
  onClose: () => void;
}

export function ApproveDialog({ draft, kept, onKeep, onClose }: ApproveDialogProps) {
  const { timeZone } = useBusinessTime();
  const fresh = blank(draft.message, draft.name);

  const approval = useAct(campaigns.approve, {
    done: (campaign) => approvedWords(campaign, timeZone),
    onDone() {
      onKeep(undefined);
      onClose();
    },
    errors: "Approval failed",
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
