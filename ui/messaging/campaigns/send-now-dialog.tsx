import type { Campaign } from "#src/messaging/campaigns/contract.ts";
import { ConfirmDialog } from "#ui/kit/confirm-dialog.tsx";
import { counted } from "#ui/shell/format/plural.ts";

interface SendNowDialogProps {
  campaign: Campaign;
  onConfirm: (campaign: Campaign) => void;
  onClose: () => void;
}

export function SendNowDialog({ campaign, onConfirm, onClose }: SendNowDialogProps) {
  return (
    <ConfirmDialog
      open
      harmless
      onOpenChange={(open) => open || onClose()}
      title="Send now"
      description={`“${campaign.name}” begins at once for ${counted(campaign.totalRecipients, "client")}, instead of at its time.`}
      action="Send now"
      onConfirm={() => {
        onConfirm(campaign);
        onClose();
      }}
    />
  );
}
