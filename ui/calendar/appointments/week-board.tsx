import { Fragment } from "react";
import type { Employee } from "#src/calendar/employees/contract.ts";
import { formatCount } from "#src/shared/format-count.ts";
import { dayOf } from "#src/shared/wall-time.ts";
import { Avatar } from "#ui/kit/avatar.tsx";
import { classes } from "#ui/kit/classes.ts";
import { DayLoad } from "./day-load.tsx";
import { columnDay, mediumDay } from "./days.ts";
import { describeFree, sumDay } from "./free-time.ts";
import { type HourRange, type Lane, rangeOf } from "./layout.ts";

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
export function WeekBoard(props: WeekBoardProps) {
  const { label, employees, days, lanes, now, onDay, onEmployee } = props;
  const range = rangeOf(lanes);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
    <section className="gridwrap no-phone" tabIndex={0} aria-label={label}>
      <div className="board num">
        <div className="corner" />
        {days.map((day) => (
          <div key={day} className="day">
            <h3 className={classes("h3", day === dayOf(now) && "text-accent-ink")}>
              <button type="button" className="hover:underline" onClick={() => onDay(day)}>
                {columnDay(day)}
              </button>
            </h3>
            <p className="xs faint">
              {describeFree(
                lanes.filter((lane) => lane.day === day).map((lane) => sumDay(lane, now)),
              )}
            </p>
          </div>
        ))}
        {employees.map(({ id, name }) => {
          const theirs = lanes.filter(({ employeeId }) => employeeId === id);
          const visits = theirs.reduce((sum, lane) => sum + sumDay(lane, now).visits, 0);
          return (
            <Fragment key={id}>
              <button type="button" className="who" onClick={() => onEmployee(id)}>
                <Avatar id={id} name={name} />
                <span className="min-w-0">
                  <span className="h3 block">{name}</span>
                  <span className="xs faint block">{formatCount(visits, "visit")}</span>
                </span>
              </button>
              {theirs.map((lane) => (
                <Cell key={lane.key} {...{ lane, range, now, onDay }} />
              ))}
            </Fragment>
          );
        })}
      </div>
    </section>
  );
}

interface CellProps extends Pick<WeekBoardProps, "now" | "onDay"> {
  lane: Lane;
  range: HourRange;
}

function Cell({ lane, range, now, onDay }: CellProps) {
  const sum = sumDay(lane, now);
  return (
    <button
      type="button"
      className={classes("cell", sum.away !== undefined && "away")}
      onClick={() => onDay(lane.day, lane.employeeId)}
    >
      <span className="sr">
        {lane.employeeName}, {mediumDay(lane.day, now)}:{" "}
      </span>
      {sum.away === undefined && <DayLoad {...{ lane, range, now }} />}
      <span className="flex flex-wrap justify-between gap-x-2 min-w-0">
        {sum.away === undefined && (
          <span className="faint">
            {formatCount(sum.visits, "visit")}
            <span className="sr">, </span>
          </span>
        )}
        <span className={classes(sum.free.length > 0 ? "font-label" : "faint")}>
          {describeFree([sum])}
        </span>
      </span>
    </button>
  );
}
