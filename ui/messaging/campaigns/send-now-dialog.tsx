import type { Campaign } from "#src/messaging/campaigns/contract.ts";
import { formatCount } from "#src/shared/format-count.ts";
import { ConfirmDialog } from "#ui/kit/confirm-dialog.tsx";
import { useHold } from "./use-hold.ts";

interface SendNowDialogProps {
  campaign: Campaign;
  onConfirm: (campaign: Campaign) => void;
  onClose: () => void;
}

export function SendNowDialog({ campaign, onConfirm, onClose }: SendNowDialogProps) {
  const hold = useHold(null);
  return (
    <ConfirmDialog
      harmless
      onClose={onClose}
      title="Send Now"
      description={`“${campaign.name}” will start sending to ${formatCount(campaign.totalRecipients, "client")} now instead of at its scheduled time.${hold ? ` ${hold}` : ""}`}
      action="Send Now"
      onConfirm={() => {
        onConfirm(campaign);
        onClose();
      }}
    />
  );
}
