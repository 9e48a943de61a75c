import { formatClock } from "#src/shared/clock-time.ts";
import { formatCount } from "#src/shared/format-count.ts";
import { dayOf } from "#src/shared/wall-time.ts";
import { Avatar } from "#ui/kit/avatar.tsx";
import { classes } from "#ui/kit/classes.ts";
import { columnDay } from "./days.ts";
import { awayLabel, bookedIn, describeFree, sumDay } from "./free-time.ts";
import type { Lane } from "./layout.ts";

/** The head of an employee's day: name, count and hours, or why there are none. */
export function EmployeeHead({ lane, isToday }: { lane: Lane; isToday: boolean }) {
  const visits = bookedIn(lane).length;
  const away = awayLabel(lane);
  return (
    <>
      <Avatar id={lane.employeeId} name={lane.employeeName} />
      <div className="flex-1 min-w-0">
        <h3 className="h3 clip">{lane.employeeName}</h3>
        <p className="xs faint clip num">
          {(visits > 0 || !away) && `${visits} ${isToday ? "today" : "booked"}, `}
          {away ?? formatHours(lane)}
        </p>
      </div>
    </>
  );
}

interface DayHeadProps {
  lane: Lane;
  now: string;
  onOpen: (day: string) => void;
}

/** The head of one day in an employee's week. */
export function DayHead({ lane, now, onOpen }: DayHeadProps) {
  const sum = sumDay(lane, now);
  const free = sum.away ?? describeFree([sum]).toLowerCase();
  return (
    <div className="flex-1 min-w-0">
      <DayName day={lane.day} {...{ now, onOpen }} />
      <p className="xs faint num">
        {(sum.visits > 0 || !sum.away) && (
          <span className={classes(free !== "" && "visits")}>
            {formatCount(sum.visits, "visit")}
            {free !== "" && ", "}
          </span>
        )}
        {free}
      </p>
    </div>
  );
}

/** "Thu 20", with today's date on the accent; opens the day. */
export function DayName({ day, now, onOpen }: Omit<DayHeadProps, "lane"> & { day: string }) {
  const [weekday, date] = columnDay(day).split(" ");
  return (
    <h3 className="h3 clip">
      <button type="button" className="hover:underline" onClick={() => onOpen(day)}>
        {weekday}{" "}
        <span className={classes(day === dayOf(now) && "rounded-sm bg-accent px-1 text-on-accent")}>
          {date}
        </span>
      </button>
    </h3>
  );
}

/** "9:00 to 5:00", from the first start to the last end. */
function formatHours({ open }: Lane): string {
  const plain = (clock: string) => formatClock(clock).slice(0, -3);
  const [first, last] = [open[0], open.at(-1)];
  return first && last ? `${plain(first.start)} to ${plain(last.end)}` : "";
}
