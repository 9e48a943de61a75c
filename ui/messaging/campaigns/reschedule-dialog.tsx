import { useState } from "react";
import { type Campaign, campaigns } from "#src/messaging/campaigns/contract.ts";
import { fieldErrorsOf } from "#ui/api.ts";
import { FormDialog } from "#ui/kit/form-dialog.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import { wallTime } from "#ui/shell/format/dates.ts";
import { formatWallTime, nextMorning, wallText } from "./scheduled-time.ts";
import { WhenFields } from "./when-fields.tsx";

interface RescheduleDialogProps {
  campaign: Campaign;
  onClose: () => void;
}

export function RescheduleDialog({ campaign, onClose }: RescheduleDialogProps) {
  const { now, timeZone } = useBusinessTime();
  const [wall, setWall] = useState(() =>
    campaign.scheduledAt === null
      ? nextMorning(wallTime(now, timeZone))
      : wallText(campaign.scheduledAt, timeZone),
  );

  const move = useAct(campaigns.reschedule, {
    done: {
      title: "Campaign rescheduled",
      description: `It will be sent ${formatWallTime(wall, timeZone)}`,
    },
    onDone: onClose,
    errors: (error) => (fieldErrorsOf(error)["scheduledFor"] ? "inline" : {}),
  });

  return (
    <FormDialog
      title="Reschedule"
      description={campaign.name}
      action="Save"
      busy={move.isPending && "Saving..."}
      onSubmit={() => move.run({ params: { id: campaign.id }, body: { scheduledFor: wall } })}
      onClose={onClose}
    >
      <WhenFields
        value={wall}
        onValueChange={(next) => {
          setWall(next);
          move.reset();
        }}
        error={move.fieldErrors["scheduledFor"]}
      />
    </FormDialog>
  );
}
