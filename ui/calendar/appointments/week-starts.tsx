import Check from "lucide-react/icons/check";
import ChevronDown from "lucide-react/icons/chevron-down";
import Ellipsis from "lucide-react/icons/ellipsis";
import type { Weekday } from "#src/shared/working-hours.ts";
import { dayName } from "#ui/calendar/hours/day-names.ts";
import { Button } from "#ui/kit/button.tsx";
import { Icon } from "#ui/kit/icon.tsx";
import { Menu, MenuItem } from "#ui/kit/menu.tsx";

const KEY = "week_starts";

/** The weekday with which weeks begin in this browser; empty for the day that is shown. */
export function rememberedStart(): string {
  try {
    return localStorage.getItem(KEY) ?? "";
  } catch {
    return "";
  }
}

function remember(starts: string): void {
  try {
    localStorage.setItem(KEY, starts);
  } catch {
    // Storage is blocked: the address keeps the choice.
  }
}

interface WeekStartsProps {
  starts: Weekday | undefined;
  /** The first weekday on which the business is open. */
  workday: Weekday;
  onStarts: (starts: Weekday | "") => void;
}

export function WeekStarts({ starts, workday, onStarts }: WeekStartsProps) {
  const choose = (chosen: Weekday | "") => {
    remember(chosen);
    onStarts(chosen);
  };
  const check = (isChosen: boolean) => (isChosen ? Check : undefined);
  return (
    <Menu
      trigger={
        <Button
          variant="quiet"
          className="week-starts"
          aria-label={`Week starts ${starts ? dayName(starts) : "today"}`}
        >
          <span className="words">Starts {starts ? dayName(starts) : "today"}</span>
          <Icon of={ChevronDown} size="s" className="words" />
          <Icon of={Ellipsis} />
        </Button>
      }
    >
      <MenuItem icon={check(!starts)} onSelect={() => choose("")}>
        Today
      </MenuItem>
      <MenuItem icon={check(starts !== undefined)} onSelect={() => choose(workday)}>
        <span className="flex-1">{dayName(workday)}</span>
        <span className="sm faint">First business day</span>
      </MenuItem>
    </Menu>
  );
}
