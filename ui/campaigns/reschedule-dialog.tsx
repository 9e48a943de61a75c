import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Campaign, campaigns } from "#src/campaigns/contract.ts";
import { ApiError, useCall } from "#ui/api.ts";
import { Button } from "#ui/kit/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#ui/kit/dialog.tsx";
import { useToasts } from "#ui/kit/toasts.tsx";
import { useBusinessTime } from "#ui/shell/business-time.ts";
import { wallTime } from "#ui/shell/dates.ts";
import { tellError } from "#ui/shell/tell-error.ts";
import { campaignsQuery } from "./queries.ts";
import { nextMorning, wallText, wallWords } from "./wall-words.ts";
import { WhenFields } from "./when-fields.tsx";

interface RescheduleDialogProps {
  campaign: Campaign;
  onClose: () => void;
}

export function RescheduleDialog({ campaign, onClose }: RescheduleDialogProps) {
  const call = useCall();
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
      call(campaigns.reschedule, { params: { id: campaign.id }, body: { scheduledFor: wall } }),
    onSuccess() {
      toasts.show({
        title: "Campaign rescheduled",
        description: `It will be sent ${wallWords(wall, timeZone)}`,
      });
      onClose();
      return client.invalidateQueries(campaignsQuery(call));
    },
    onError(error) {
      if (!refusalOf(error)) tellError(toasts, error);
    },
  });

  return (
    <Dialog
      open
      onOpenChange={(open) => open || move.isPending || onClose()}
      title="Reschedule"
      description={campaign.name}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          move.mutate();
        }}
      >
        <DialogBody>
          <WhenFields
            value={wall}
            onValueChange={(next) => {
              setWall(next);
              move.reset();
            }}
            error={refusalOf(move.error)}
          />
        </DialogBody>
        <DialogFooter>
          <Button disabled={move.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" busy={move.isPending && "Saving..."}>
            Save
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}

function refusalOf(error: unknown): string | undefined {
  return error instanceof ApiError ? error.errors["scheduledFor"] : undefined;
}
