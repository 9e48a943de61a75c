import Ban from "lucide-react/icons/ban";
import ChevronLeft from "lucide-react/icons/chevron-left";
import ChevronRight from "lucide-react/icons/chevron-right";
import Printer from "lucide-react/icons/printer";
import { type ComponentProps, type ReactNode, useEffect, useRef } from "react";
import type { Employee } from "#src/calendar/employees/contract.ts";
import { formatCount } from "#src/shared/format-count.ts";
import { firstNameOf } from "#src/shared/names.ts";
import { addDays } from "#src/shared/wall-time.ts";
import { Button } from "#ui/kit/button.tsx";
import { Chip } from "#ui/kit/chip.tsx";
import { classes } from "#ui/kit/classes.ts";
import { IconButton } from "#ui/kit/icon-button.tsx";
import { lazyDialog } from "#ui/kit/lazy-dialog.tsx";
import { Segmented } from "#ui/kit/segmented.tsx";
import { DateButton } from "#ui/shell/fields/date-button.tsx";
import { formatWeek, longDay, shortSpan } from "./days.ts";
import { bookedIn } from "./free-time.ts";
import type { Lane } from "./layout.ts";
import { readWeekStart, type Span, type View } from "./schedule-query.ts";

const WeekControls = lazyDialog(async () => (await import("./week-controls.tsx")).WeekControls);

interface DayBarProps extends ComponentProps<typeof WeekControls> {
  date: string;
  /** The days on the screen. */
  span: Span;
  today: string;
  view: View;
  /** Undefined until they are known. */
  count: number | undefined;
  onDate: (date: string) => void;
  /** With the weekday on which a week begins; empty for the day shown. */
  onView: (view: View, starts: string) => void;
  /** The second row on a phone. */
  children: ReactNode;
}

const VIEWS = [
  { value: "day", label: "Day" },
  { value: "week", label: "Week" },
] as const;

export function DayBar(props: DayBarProps) {
  const { date, span, today, view, count, canceled, onDate, onView } = props;
  const isDay = view === "day";
  const step = isDay ? 1 : 7;
  return (
    <div className={classes("daybar", !isDay && "of-week", date === today && "is-today")}>
      <IconButton
        icon={ChevronLeft}
        label={`Previous ${view}`}
        className="prev"
        onClick={() => onDate(addDays(date, -step))}
      />
      <Button className="to-today" onClick={() => onDate(today)}>
        Today
      </Button>
      <IconButton
        icon={ChevronRight}
        label={`Next ${view}`}
        className="next"
        onClick={() => onDate(addDays(date, step))}
      />
      <div className="title">
        <DateButton label="Go to date" day={date} today={today} onChoose={onDate}>
          <span className="long">
            {isDay ? longDay(date, today) : formatWeek(span.from, span.to, today)}
          </span>
          <span className="short" aria-hidden="true">
            {shortSpan(span)}
          </span>
        </DateButton>
        <div className="counts num">
          {count !== undefined && (
            <span className="count-chip chip" role="status">
              {formatCount(count, "appointment")}
            </span>
          )}
          {canceled > 0 && (
            <span className="canceled-chip">
              <Chip pressed={props.showsCanceled} onClick={props.onCanceled}>
                {canceled} canceled
              </Chip>
            </span>
          )}
        </div>
      </div>
      <div className="second-row">{props.children}</div>
      <span className="flex-1 min-w-0" />
      {!isDay && <WeekControls {...props} />}
      <IconButton icon={Printer} label="Print" className="print" onClick={() => window.print()} />
      <Segmented
        label="View"
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

/** On a phone, at the end of what the canceled visits belong to. */
export function CanceledLine(
  props: Pick<DayBarProps, "canceled" | "showsCanceled" | "onCanceled">,
) {
  if (props.canceled === 0) return null;
  return (
    <div className="canceled-line num">
      <Button variant="quiet" icon={Ban} onClick={props.onCanceled}>
        {props.showsCanceled ? "Hide" : "Show"} {props.canceled} Canceled
      </Button>
    </div>
  );
}

/** On a phone: whose day is shown, which has room for one, and whose week. */
export function EmployeePills({ employees, lanes, isWeek, chosen, onChoose }: EmployeePillsProps) {
  const pills = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    // The chosen one may be beyond the edge.
    pills.current
      ?.querySelector(`[data-employee="${chosen}"]`)
      ?.scrollIntoView({ block: "nearest" });
  }, [chosen]);
  return (
    <fieldset ref={pills} className="pills">
      <legend className="sr">Employee</legend>
      {isWeek && (
        <button
          type="button"
          aria-pressed={employees.every(({ id }) => id !== chosen)}
          onClick={() => onChoose(undefined)}
        >
          Everyone
        </button>
      )}
      {employees.map(({ id, name }) => {
        const first = firstNameOf(name);
        const isUnique = employees.filter((one) => firstNameOf(one.name) === first).length === 1;
        return (
          <button
            key={id}
            type="button"
            data-employee={id}
            aria-pressed={id === chosen}
            onClick={() => onChoose(id)}
          >
            <span aria-hidden="true">{isUnique ? first : name}</span>
            <span className="sr">{name}</span>
            <span className="num dim">
              {lanes.filter(({ employeeId }) => employeeId === id).flatMap(bookedIn).length}
            </span>
          </button>
        );
      })}
    </fieldset>
  );
}
