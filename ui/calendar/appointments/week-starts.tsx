import Check from "lucide-react/icons/check";
import ChevronDown from "lucide-react/icons/chevron-down";
import Ellipsis from "lucide-react/icons/ellipsis";
import type { OpenDay } from "#src/calendar/hours/contract.ts";
import { WEEKDAYS, type Weekday, weekdayOf } from "#src/shared/working-hours.ts";
import { dayName } from "#ui/calendar/hours/day-names.ts";
import { Button } from "#ui/kit/button.tsx";
import { Icon } from "#ui/kit/icon.tsx";
import { Menu, MenuItem } from "#ui/kit/menu.tsx";
import { WEEK_STARTS } from "./schedule-query.ts";

function writeWeekStart(starts: string): void {
  try {
    localStorage.setItem(WEEK_STARTS, starts);
  } catch {
    // Storage is blocked: the address keeps the choice.
  }
}

interface WeekStartsProps {
  starts: Weekday | undefined;
  /** Those of the week, once they are known. */
  openDays: readonly OpenDay[] | undefined;
  onStarts: (starts: Weekday | "") => void;
}

export function WeekStarts({ starts, openDays = [], onStarts }: WeekStartsProps) {
  const open = new Set(openDays.flatMap((day) => (day.open.length > 0 ? weekdayOf(day.date) : [])));
  const workday = WEEKDAYS.find((weekday) => open.has(weekday)) ?? "mon";
  const choose = (chosen: Weekday | "") => {
    writeWeekStart(chosen);
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
