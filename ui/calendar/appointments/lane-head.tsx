import { formatClock } from "#src/shared/clock-time.ts";
import { formatCount } from "#src/shared/format-count.ts";
import { Avatar } from "#ui/kit/avatar.tsx";
import { classes } from "#ui/kit/classes.ts";
import { columnDay } from "./days.ts";
import { describeFree, sumDay } from "./free-time.ts";
import type { Lane } from "./layout.ts";

/** The head of an employee's day: name, count and hours. */
export function EmployeeHead({ lane, isToday }: { lane: Lane; isToday: boolean }) {
  return (
    <>
      <Avatar id={lane.employeeId} name={lane.employeeName} />
      <div className="flex-1 min-w-0">
        <h3 className="h3 clip">{lane.employeeName}</h3>
        <p className="xs faint clip num">
          {bookedCount(lane)} {isToday ? "today" : "booked"}, {formatHours(lane)}
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
  const free = describeFree([sum]).toLowerCase();
  return (
    <div className="flex-1 min-w-0">
      <h3 className="h3 clip">
        <button type="button" className="hover:underline" onClick={() => onOpen(lane.day)}>
          {columnDay(lane.day)}
        </button>
      </h3>
      <p className="xs faint num">
        {sum.away ?? (
          <>
            <span className={classes(free !== "" && "count")}>
              {formatCount(sum.visits, "visit")}
              {free !== "" && ", "}
            </span>
            {free}
          </>
        )}
      </p>
    </div>
  );
}

export function bookedCount({ appointments }: Pick<Lane, "appointments">): number {
  return appointments.filter(({ status }) => status !== "canceled").length;
}

/** "9:00 to 5:00", from the first start to the last end, or "off". */
function formatHours({ open }: Lane): string {
  const plain = (clock: string) => formatClock(clock).slice(0, -3);
  const [first, last] = [open[0], open.at(-1)];
  return first && last ? `${plain(first.start)} to ${plain(last.end)}` : "off";
}
