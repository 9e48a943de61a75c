import type { LucideIcon } from "lucide-react";
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

interface Action {
  readonly icon: LucideIcon;
  readonly label: string;
  readonly run: (campaign: Campaign) => void;
  readonly bad?: boolean;
}

const EDITABLE: readonly Campaign["status"][] = ["draft", "scheduled", "sending", "stopped"];

/** The next step as a button, the other actions in a menu. */
export function CampaignActionButtons(props: CampaignActionButtonsProps) {
  const { campaign, isAdmin, actions, small = false } = props;
  const { status, name } = campaign;
  const { user } = useCurrentUser();
  const schedules = status === "scheduled" && isAdmin;
  const mayEdit = EDITABLE.includes(status) && (isAdmin || campaign.userId === user?.id);
  const next = nextStepOf(props);
  const items: (Action | false | undefined)[] = [
    actions.report && { icon: ChartColumn, label: "Report", run: actions.report },
    schedules && { icon: Send, label: "Send Now", run: actions.sendNow },
    schedules && { icon: CircleStop, label: "Stop", run: actions.stop },
    mayEdit && { icon: Pencil, label: "Edit Message", run: actions.edit },
    (small || status !== "completed") && { icon: Copy, label: "Duplicate", run: actions.duplicate },
    isAdmin &&
      status !== "sending" && { icon: Trash2, label: "Delete", run: actions.remove, bad: true },
  ];

  return (
    <>
      {/* One button for all steps, so that it keeps the focus when the step changes. */}
      {next && (
        <Button
          variant={small ? "quiet" : "secondary"}
          size={small ? "tiny" : undefined}
          icon={next.icon}
          onClick={() => next.run(campaign)}
        >
          {next.label}
        </Button>
      )}
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
        {items
          .flatMap((item) => item || [])
          .map(({ icon, label, run, bad }) => (
            <MenuItem key={label} icon={icon} bad={bad} onSelect={() => run(campaign)}>
              {label}
            </MenuItem>
          ))}
      </Menu>
    </>
  );
}

function nextStepOf(props: CampaignActionButtonsProps): Action | undefined {
  const { isAdmin, actions, small } = props;
  const { status } = props.campaign;
  if (status === "scheduled" && isAdmin)
    return { icon: CalendarClock, label: "Reschedule…", run: actions.reschedule };
  if (status === "sending" || status === "scheduled")
    return { icon: CircleStop, label: "Stop", run: actions.stop };
  if (isAdmin && (status === "stopped" || status === "failed"))
    return { icon: Play, label: "Resume", run: actions.resume };
  if (status === "completed" && !small)
    return { icon: Copy, label: "Duplicate", run: actions.duplicate };
  return undefined;
}
