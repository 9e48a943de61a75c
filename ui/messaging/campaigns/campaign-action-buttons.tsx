import CalendarClock from "lucide-react/icons/calendar-clock";
import ChartColumn from "lucide-react/icons/chart-column";
import CircleStop from "lucide-react/icons/circle-stop";
import Copy from "lucide-react/icons/copy";
import Ellipsis from "lucide-react/icons/ellipsis";
import Pencil from "lucide-react/icons/pencil";
import Play from "lucide-react/icons/play";
import Send from "lucide-react/icons/send";
import Trash2 from "lucide-react/icons/trash-2";
import type { Campaign } from "#src/messaging/campaigns/contract.ts";
import { useCurrentUser } from "#ui/current-user.ts";
import { Button } from "#ui/kit/button.tsx";
import { IconButton } from "#ui/kit/icon-button.tsx";
import { Menu, MenuItem } from "#ui/kit/menu.tsx";

export interface CampaignActions {
  readonly stop: (campaign: Campaign) => void;
  readonly resume: (campaign: Campaign) => void;
  readonly edit: (campaign: Campaign) => void;
  readonly remove: (campaign: Campaign) => void;
  readonly reschedule: (campaign: Campaign) => void;
  readonly sendNow: (campaign: Campaign) => void;
  readonly duplicate: (campaign: Campaign) => void;
  /** Leads to the report; absent on the report itself. */
  readonly report?: ((campaign: Campaign) => void) | undefined;
}

interface CampaignActionButtonsProps {
  campaign: Campaign;
  isAdmin: boolean;
  actions: CampaignActions;
  /** In a card's foot. */
  small?: boolean | undefined;
}

const EDITABLE: readonly Campaign["status"][] = ["draft", "scheduled", "sending", "stopped"];

/** The next step as a button, the other actions in a menu. */
export function CampaignActionButtons(props: CampaignActionButtonsProps) {
  const { campaign, isAdmin, actions, small = false } = props;
  const { status, name } = campaign;
  const { user } = useCurrentUser();
  const schedules = status === "scheduled" && isAdmin;
  const mayEdit = isAdmin || campaign.userId === user?.id;
  const item = (action: (campaign: Campaign) => void) => () => action(campaign);

  return (
    <>
      <NextStep {...props} />
      <Menu
        trigger={
          <IconButton
            icon={Ellipsis}
            size={small ? "tiny" : undefined}
            variant={small ? "quiet" : "secondary"}
            label={`More actions for ${name}`}
          />
        }
      >
        {actions.report && (
          <MenuItem icon={ChartColumn} onSelect={item(actions.report)}>
            Report
          </MenuItem>
        )}
        {schedules && (
          <MenuItem icon={Send} onSelect={item(actions.sendNow)}>
            Send now
          </MenuItem>
        )}
        {schedules && (
          <MenuItem icon={CircleStop} onSelect={item(actions.stop)}>
            Stop
          </MenuItem>
        )}
        {mayEdit && EDITABLE.includes(status) && (
          <MenuItem icon={Pencil} onSelect={item(actions.edit)}>
            Edit Message
          </MenuItem>
        )}
        {(small || status !== "completed") && (
          <MenuItem icon={Copy} onSelect={item(actions.duplicate)}>
            Duplicate
          </MenuItem>
        )}
        {isAdmin && status !== "sending" && (
          <MenuItem icon={Trash2} bad onSelect={item(actions.remove)}>
            Delete
          </MenuItem>
        )}
      </Menu>
    </>
  );
}

/** Rendered in one position, so that the button keeps the focus when its action changes. */
function NextStep({ campaign, isAdmin, actions, small }: CampaignActionButtonsProps) {
  const { status } = campaign;
  const look = small
    ? ({ variant: "quiet", size: "tiny" } as const)
    : ({ variant: "secondary" } as const);
  if (status === "scheduled" && isAdmin)
    return (
      <Button {...look} icon={CalendarClock} onClick={() => actions.reschedule(campaign)}>
        Reschedule…
      </Button>
    );
  if (status === "sending" || status === "scheduled")
    return (
      <Button {...look} icon={CircleStop} onClick={() => actions.stop(campaign)}>
        Stop
      </Button>
    );
  if (isAdmin && (status === "stopped" || status === "failed"))
    return (
      <Button {...look} icon={Play} onClick={() => actions.resume(campaign)}>
        Resume
      </Button>
    );
  if (status === "completed" && !small)
    return (
      <Button {...look} icon={Copy} onClick={() => actions.duplicate(campaign)}>
        Duplicate
      </Button>
    );
  return null;
}
