import { Fragment, type ReactNode } from "react";
import type { Appointment } from "#src/calendar/appointments/contract.ts";
import type { Employee } from "#src/calendar/employees/contract.ts";
import type { TimeOff } from "#src/calendar/time-off/contract.ts";
import { formatCount } from "#src/shared/format-count.ts";
import { Avatar } from "#ui/kit/avatar.tsx";
import { DayLoad, LoadKey } from "./day-load.tsx";
import { formatWeek, longDay, mediumDay } from "./days.ts";
import { bookedIn, describeFree, formatFreeTime, sumDay } from "./free-time.ts";
import { DayHead, DayName, EmployeeHead } from "./lane-head.tsx";
import { type HourRange, type Lane, rangeOf } from "./layout.ts";
import { ScheduleGrid } from "./schedule-grid.tsx";
import type { View } from "./schedule-query.ts";
import type { Slot } from "./use-slots.ts";

interface ScheduleViewProps {
  view: View;
  employees: readonly Employee[];
  /** The employee whose week is shown; undefined for all employees. */
  employee: number | undefined;
  lanes: readonly Lane[];
  days: readonly string[];
  date: string;
  now: string;
  today: string;
  show: (changes: Readonly<Record<string, string>>) => void;
  /** The employee whose day a phone shows. */
  chosen: number;
  onOpen: (appointment: Appointment) => void;
  onMove: (appointment: Appointment, to: { employeeId: number; appointmentDate: string }) => void;
  onBook: ((lane: Lane, slot: Slot) => void) | undefined;
  onOpenTimeOff: (timeOff: TimeOff) => void;
  /** Under the columns. */
  foot: ReactNode;
}

/** A day by employee, the week of all employees, or one employee's week by day. */
export function ScheduleView(props: ScheduleViewProps) {
  const { view, employees, employee, lanes, days, date, now, today, chosen, show, ...actions } =
    props;
  const toDay = (day: string, employeeId?: number) =>
    show({
      date: day,
      view: "",
      ...(employeeId !== undefined && { employee: String(employeeId) }),
    });

  if (view === "day")
    return (
      <ScheduleGrid
        label={`Schedule of ${longDay(date, today)}`}
        lanes={lanes}
        chosen={chosen}
        now={now}
        head={(lane) => <EmployeeHead lane={lane} isToday={date === today} />}
        {...actions}
      />
    );

  const label = `Schedule of the week ${formatWeek(days.at(0) ?? date, days.at(-1) ?? date, today)}`;
  const theirs = lanes.filter(({ employeeId }) => employeeId === employee);
  if (theirs.length > 0)
    return (
      <ScheduleGrid
        label={label}
        lanes={theirs}
        now={now}
        onDay={toDay}
        head={(lane) => <DayHead {...{ lane, now }} onOpen={toDay} />}
        {...actions}
      />
    );
  return (
    <WeekBoard
      {...{ label, employees, days, lanes, now }}
      onDay={toDay}
      onEmployee={(id) => show({ employee: String(id) })}
    />
  );
}

interface WeekBoardProps {
  label: string;
  employees: readonly Employee[];
  days: readonly string[];
  lanes: readonly Lane[];
  now: string;
  onDay: (day: string, employeeId?: number) => void;
  onEmployee: (employeeId: number) => void;
}

/** The week of all employees: who still has time on which day. A time scale would not fit. */
function WeekBoard(props: WeekBoardProps) {
  const { label, employees, days, lanes, now, onDay, onEmployee } = props;
  const range = rangeOf(lanes);
  const noon = (12 - range.from) / (range.until - range.from);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
    <section className="gridwrap no-phone" tabIndex={0} aria-label={label}>
      <div className="board num" style={{ "--noon": noon, "--rows": employees.length } as object}>
        <div className="corner" />
        {days.map((day) => (
          <div
            key={day}
            className="day"
            data-from={range.from % 12 || 12}
            data-until={range.until % 12 || 12}
          >
            <DayName {...{ day, now }} onOpen={onDay} />
            {/* Close to the first or the last hour, it has no room. */}
            <p className="xs faint" data-noon={noon > 0.2 && noon < 0.8 ? 12 : undefined}>
              {describeFree(
                lanes.filter((lane) => lane.day === day).map((lane) => sumDay(lane, now)),
              )}
            </p>
          </div>
        ))}
        {employees.map(({ id, name }) => {
          const theirs = lanes.filter(({ employeeId }) => employeeId === id);
          return (
            <Fragment key={id}>
              <button type="button" className="who" onClick={() => onEmployee(id)}>
                <Avatar id={id} name={name} />
                <span className="grid min-w-0">
                  <span className="h3">{name}</span>
                  <span className="xs faint">
                    {formatCount(theirs.flatMap(bookedIn).length, "visit")}
                  </span>
                </span>
              </button>
              {theirs.map((lane) => (
                <Cell key={lane.key} {...{ lane, range, now, onDay }} />
              ))}
            </Fragment>
          );
        })}
      </div>
      <LoadKey />
    </section>
  );
}

interface CellProps extends Pick<WeekBoardProps, "now" | "onDay"> {
  lane: Lane;
  range: HourRange;
}

/** More would make one row of the board higher than the others. */
const MOST_SPANS = 4;

function Cell({ lane, range, now, onDay }: CellProps) {
  const sum = sumDay(lane, now);
  const spans = sum.free.map(formatFreeTime);
  return (
    <button
      type="button"
      className="cell"
      title={spans.join(", ")}
      onClick={() => onDay(lane.day, lane.employeeId)}
    >
      <span className="sr">
        {lane.employeeName}, {mediumDay(lane.day, now)}:{" "}
      </span>
      <DayLoad {...{ lane, range, now }} />
      <span className="words flex justify-between min-w-0">
        {(sum.away === undefined || sum.visits > 0) && (
          <span className="faint">
            {formatCount(sum.visits, "visit")}
            <span className="sr">, </span>
          </span>
        )}
        <span className={sum.free.length > 0 ? "font-label" : "faint"}>{describeFree([sum])}</span>
      </span>
      <span className="spans" aria-hidden="true">
        {spans.slice(0, MOST_SPANS).join("\n")}
        {spans.length > MOST_SPANS && ` +${spans.length - MOST_SPANS}`}
      </span>
    </button>
  );
}
