import Ban from "lucide-react/icons/ban";
import Check from "lucide-react/icons/check";
import ChevronDown from "lucide-react/icons/chevron-down";
import ChevronsUpDown from "lucide-react/icons/chevrons-up-down";
import Ellipsis from "lucide-react/icons/ellipsis";
import Printer from "lucide-react/icons/printer";
import type { Employee } from "#src/calendar/employees/contract.ts";
import type { OpenDay } from "#src/calendar/hours/contract.ts";
import { WEEKDAYS, type Weekday, weekdayOf } from "#src/shared/working-hours.ts";
import { dayName } from "#ui/calendar/hours/day-names.ts";
import { Button } from "#ui/kit/button.tsx";
import { Icon } from "#ui/kit/icon.tsx";
import { IconButton } from "#ui/kit/icon-button.tsx";
import { Menu, MenuItem, MenuSeparator } from "#ui/kit/menu.tsx";
import { employeeFace } from "./employee-face.tsx";
import { WEEK_STARTS } from "./schedule-query.ts";

function writeWeekStart(starts: string): void {
  try {
    localStorage.setItem(WEEK_STARTS, starts);
  } catch {
    // Storage is blocked: the address keeps the choice.
  }
}

interface WeekControlsProps {
  starts: Weekday | undefined;
  /** Those of the week, once they are known. */
  openDays: readonly OpenDay[] | undefined;
  onStarts: (starts: Weekday | "") => void;
  employees: readonly Employee[] | undefined;
  /** Undefined for everyone. */
  employee: number | undefined;
  onEmployee: (employeeId: number | undefined) => void;
  canceled: number;
  showsCanceled: boolean;
  onCanceled: () => void;
}

/** Whose week is shown, and the day on which it begins. A narrow bar has a menu for what else a wide one holds. */
export function WeekControls(props: WeekControlsProps) {
  const { starts, openDays = [], onStarts, employees = [], employee, onEmployee } = props;
  const everyone = { id: undefined, name: "Everyone" };
  const chosen = employees.find(({ id }) => id === employee) ?? everyone;
  const open = new Set(openDays.flatMap((day) => (day.open.length > 0 ? weekdayOf(day.date) : [])));
  const workday = WEEKDAYS.find((weekday) => open.has(weekday)) ?? "mon";
  const choose = (chosen: Weekday | "") => {
    writeWeekStart(chosen);
    onStarts(chosen);
  };
  const check = (isChosen: boolean) => (isChosen ? Check : undefined);
  const days = (prefix = "") => (
    <>
      <MenuItem icon={check(!starts)} onSelect={() => choose("")}>
        {prefix}Today
      </MenuItem>
      <MenuItem icon={check(starts !== undefined)} onSelect={() => choose(workday)}>
        <span className="flex-1">
          {prefix}
          {dayName(workday)}
        </span>
        {!prefix && <span className="sm faint">First business day</span>}
      </MenuItem>
    </>
  );
  return (
    <>
      <Menu
        search={{ count: employees.length, of: "employees" }}
        trigger={
          <Button className="week-of" aria-label={`Week of ${chosen.name}`}>
            {employeeFace(chosen)}
            <span className="clip">{chosen.name}</span>
            <Icon of={ChevronsUpDown} size="s" />
          </Button>
        }
      >
        {[everyone, ...employees].map((one) => (
          <MenuItem key={one.id ?? 0} words={one.name} onSelect={() => onEmployee(one.id)}>
            {employeeFace(one)}
            {one.name}
          </MenuItem>
        ))}
      </Menu>
      <Menu
        trigger={
          <Button
            variant="quiet"
            className="week-starts"
            aria-label={`Week starts ${starts ? dayName(starts) : "today"}`}
          >
            Starts {starts ? dayName(starts) : "today"}
            <Icon of={ChevronDown} size="s" />
          </Button>
        }
      >
        {days()}
      </Menu>
      <Menu
        trigger={<IconButton icon={Ellipsis} label="More for this week" className="week-more" />}
      >
        {days("Start ")}
        <MenuSeparator />
        {props.canceled > 0 && (
          <MenuItem icon={Ban} onSelect={props.onCanceled}>
            {props.showsCanceled ? "Hide" : "Show"} {props.canceled} Canceled
          </MenuItem>
        )}
        <MenuItem icon={Printer} onSelect={() => window.print()}>
          Print
        </MenuItem>
      </Menu>
    </>
  );
}
