import ChevronLeft from "lucide-react/icons/chevron-left";
import ChevronRight from "lucide-react/icons/chevron-right";
import Printer from "lucide-react/icons/printer";
import Users from "lucide-react/icons/users";
import { type ComponentProps, useEffect, useRef } from "react";
import type { Employee } from "#src/calendar/employees/contract.ts";
import { formatCount } from "#src/shared/format-count.ts";
import { addDays } from "#src/shared/wall-time.ts";
import { Avatar } from "#ui/kit/avatar.tsx";
import { Button } from "#ui/kit/button.tsx";
import { Chip } from "#ui/kit/chip.tsx";
import { classes } from "#ui/kit/classes.ts";
import { Icon } from "#ui/kit/icon.tsx";
import { IconButton } from "#ui/kit/icon-button.tsx";
import { lazyDialog } from "#ui/kit/lazy-dialog.tsx";
import { Segmented } from "#ui/kit/segmented.tsx";
import { DateButton } from "#ui/shell/fields/date-button.tsx";
import { formatWeek, longDay } from "./days.ts";
import { bookedIn } from "./free-time.ts";
import type { Lane } from "./layout.ts";
import { readWeekStart, type Span, type View } from "./schedule-query.ts";

const WeekStarts = lazyDialog(async () => (await import("./week-starts.tsx")).WeekStarts);

interface DayBarProps extends ComponentProps<typeof WeekStarts> {
  date: string;
  /** The days on the screen. */
  span: Span;
  today: string;
  view: View;
  /** Undefined until they are known. */
  count: number | undefined;
  canceled: number;
  showsCanceled: boolean;
  onCanceled: () => void;
  onDate: (date: string) => void;
  /** With the weekday on which a week begins; empty for the day shown. */
  onView: (view: View, starts: string) => void;
}

const VIEWS = [
  { value: "day", label: "Day" },
  { value: "week", label: "Week" },
] as const;

export function DayBar(props: DayBarProps) {
  const { date, span, today, view, count, canceled, showsCanceled, onDate, onView } = props;
  const step = view === "day" ? 1 : 7;
  return (
    <div className="daybar">
      <IconButton
        icon={ChevronLeft}
        label={`Previous ${view}`}
        onClick={() => onDate(addDays(date, -step))}
      />
      <Button onClick={() => onDate(today)}>Today</Button>
      <IconButton
        icon={ChevronRight}
        label={`Next ${view}`}
        onClick={() => onDate(addDays(date, step))}
      />
      <div className="title">
        <h2>{view === "day" ? longDay(date, today) : formatWeek(span.from, span.to, today)}</h2>
        {count !== undefined && (
          <span className="count-chip chip num" role="status">
            {formatCount(count, "appointment")}
          </span>
        )}
      </div>
      {canceled > 0 && (
        <span className="canceled-chip num">
          <Chip pressed={showsCanceled} onClick={props.onCanceled}>
            {canceled} canceled
          </Chip>
        </span>
      )}
      <span className="flex-1 min-w-0" />
      {view === "week" && <WeekStarts {...props} />}
      <DateButton label="Go to date" day={date} today={today} onChoose={onDate} />
      <IconButton
        icon={Printer}
        label="Print"
        className="no-phone"
        onClick={() => window.print()}
      />
      <Segmented
        label="View"
        className="ml-auto"
        value={view}
        onValueChange={(next) => onView(next, next === "week" ? readWeekStart() : "")}
        options={VIEWS}
      />
    </div>
  );
}

interface EmployeePillsProps {
  employees: readonly Employee[];
  /** Of all employees. */
  lanes: readonly Lane[];
  /** Of a week, which may be everyone's. */
  isWeek: boolean;
  /** Undefined for everyone. */
  chosen: number | undefined;
  onChoose: (employeeId: number | undefined) => void;
}

/** Whose week is shown, and whose day on a phone, which has room for one. */
export function EmployeePills({ employees, lanes, isWeek, chosen, onChoose }: EmployeePillsProps) {
  const pills = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    // On a phone the chosen one may be beyond the edge.
    pills.current
      ?.querySelector(`[data-employee="${chosen}"]`)
      ?.scrollIntoView({ block: "nearest" });
  }, [chosen]);
  return (
    <fieldset ref={pills} className={classes("pills", isWeek && "week")}>
      <legend className="sr">Employee</legend>
      {isWeek && (
        <button
          type="button"
          aria-pressed={employees.every(({ id }) => id !== chosen)}
          onClick={() => onChoose(undefined)}
        >
          <Icon of={Users} className="ml-2" />
          Everyone
        </button>
      )}
      {employees.map(({ id, name }) => (
        <button
          key={id}
          type="button"
          data-employee={id}
          aria-pressed={id === chosen}
          onClick={() => onChoose(id)}
        >
          <Avatar id={id} name={name} size="s" />
          {name}
          <span className="num dim">
            {lanes
              .filter(({ employeeId }) => employeeId === id)
              .reduce((sum, lane) => sum + bookedIn(lane).length, 0)}
          </span>
        </button>
      ))}
    </fieldset>
  );
}
