import type { Campaign } from "#src/messaging/campaigns/contract.ts";
import { ConfirmDialog } from "#ui/kit/confirm-dialog.tsx";

interface RemoveDialogProps {
  campaign: Campaign;
  byAuthor: boolean;
  onConfirm: (campaign: Campaign) => void;
  onClose: () => void;
}

export function RemoveDialog({ campaign, byAuthor, onConfirm, onClose }: RemoveDialogProps) {
  const rejected = campaign.status === "draft" && !byAuthor;
  return (
    <ConfirmDialog
      onClose={onClose}
      title={
        rejected ? "Reject Draft" : campaign.status === "draft" ? "Delete Draft" : "Delete Campaign"
      }
      description={
        rejected
          ? `Are you sure you want to reject "${campaign.name}" by ${campaign.author}? It will be deleted. This action cannot be undone.`
          : `Are you sure you want to delete "${campaign.name}"? This action cannot be undone.`
      }
      action={rejected ? "Reject" : "Delete"}
      onConfirm={() => {
        onConfirm(campaign);
        onClose();
      }}
    />
  );
}
