import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Campaign, campaigns } from "#src/messaging/campaigns/contract.ts";
import { ApiError, useApi } from "#ui/api.ts";
import { FormDialog } from "#ui/kit/form-dialog.tsx";
import { useToasts } from "#ui/kit/toasts.tsx";
import { tellError } from "#ui/shell/data/error-toast.ts";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import { wallTime } from "#ui/shell/format/dates.ts";
import { campaignsQuery } from "./queries.ts";
import { nextMorning, wallText, wallWords } from "./scheduled-time.ts";
import { WhenFields } from "./when-fields.tsx";

interface RescheduleDialogProps {
  campaign: Campaign;
  onClose: () => void;
}

export function RescheduleDialog({ campaign, onClose }: RescheduleDialogProps) {
  const api = useApi();
  const client = useQueryClient();
  const toasts = useToasts();
  const { now, timeZone } = useBusinessTime();
  const [wall, setWall] = useState(() =>
    campaign.scheduledAt === null
      ? nextMorning(wallTime(now, timeZone))
      : wallText(campaign.scheduledAt, timeZone),
  );

  const move = useMutation({
    mutationFn: () =>
      api(campaigns.reschedule, { params: { id: campaign.id }, body: { scheduledFor: wall } }),
    onSuccess() {
      toasts.show({
        title: "Campaign rescheduled",
        description: `It will be sent ${wallWords(wall, timeZone)}`,
      });
      onClose();
      return client.invalidateQueries(campaignsQuery(api));
    },
    onError(error) {
      if (!refusalOf(error)) tellError(toasts, error);
    },
  });

  return (
    <FormDialog
      title="Reschedule"
      description={campaign.name}
      act="Save"
      busy={move.isPending && "Saving..."}
      onSubmit={() => move.mutate()}
      onClose={onClose}
    >
      <WhenFields
        value={wall}
        onValueChange={(next) => {
          setWall(next);
          move.reset();
        }}
        error={refusalOf(move.error)}
      />
    </FormDialog>
  );
}

function refusalOf(error: unknown): string | undefined {
  return error instanceof ApiError ? error.errors["scheduledFor"] : undefined;
}
