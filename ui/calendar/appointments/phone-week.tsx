import type { Appointment } from "#src/calendar/appointments/contract.ts";
import type { TimeOff } from "#src/calendar/time-off/contract.ts";
import { dayOf } from "#src/shared/wall-time.ts";
import { Avatar } from "#ui/kit/avatar.tsx";
import { DayLoad, LoadKey } from "./day-load.tsx";
import { columnDay, mediumDay } from "./days.ts";
import { busySpans, describeFree, minutesOf, sumDay } from "./free-time.ts";
import { DAY_MINUTES, type Lane, minuteOf, rangeOf } from "./layout.ts";
import { PhoneDay } from "./phone-day.tsx";
import type { Slot } from "./use-slots.ts";

interface PhoneWeekProps {
  days: readonly string[];
  /** Of all employees. */
  lanes: readonly Lane[];
  /** Undefined for everyone. */
  employee: number | undefined;
  now: string;
  onOpen: (appointment: Appointment) => void;
  onOpenTimeOff: (timeOff: TimeOff) => void;
  onDay: (day: string, employeeId: number) => void;
  onBook: ((lane: Lane, slot: Slot) => void) | undefined;
}

/** The week on a phone: its days as a strip, and under it what each holds, for one employee or all. */
export function PhoneWeek(props: PhoneWeekProps) {
  const { days, lanes, employee, now, onDay } = props;
  const theirs = lanes.filter(({ employeeId }) => employeeId === employee);
  const shown = theirs.length > 0 ? theirs : lanes;
  const range = rangeOf(lanes);
  return (
    <section className="plist num" aria-label="Appointments by day">
      <nav className="strip" aria-label="Days">
        {days.map((day) => (
          <DayLink key={day} {...{ day, now }} lanes={shown.filter((lane) => lane.day === day)} />
        ))}
      </nav>
      {theirs.map((lane) => (
        <section key={lane.key} id={lane.day} aria-label={mediumDay(lane.day, now)}>
          <DayHead {...{ now }} day={lane.day} words={describeFree([sumDay(lane, now)])} />
          <PhoneDay {...props} lane={lane} />
        </section>
      ))}
      {theirs.length === 0 && (
        <div className="px-4 py-2">
          <LoadKey />
        </div>
      )}
      {theirs.length === 0 &&
        days.map((day) => (
          <section key={day} id={day} aria-label={mediumDay(day, now)}>
            <DayHead {...{ day, now }} />
            {lanes
              .filter((lane) => lane.day === day)
              .map((lane) => (
                <button
                  key={lane.key}
                  type="button"
                  className="flex w-full items-center gap-3 border-line border-b px-4 py-2 text-left"
                  onClick={() => onDay(day, lane.employeeId)}
                >
                  <Avatar id={lane.employeeId} name={lane.employeeName} />
                  <span className="grid flex-1 gap-1 min-w-0">
                    <span className="flex justify-between gap-3">
                      <span className="h3 clip">{lane.employeeName}</span>
                      <span className="sm dim flex-none">{describeFree([sumDay(lane, now)])}</span>
                    </span>
                    <DayLoad {...{ lane, range, now }} />
                  </span>
                </button>
              ))}
          </section>
        ))}
    </section>
  );
}

/** Leads to a day of the list; the meter shows how much of it is taken. */
function DayLink({ day, now, lanes }: { day: string; now: string; lanes: readonly Lane[] }) {
  const [weekday, number] = columnDay(day).split(" ");
  const open = lanes.flatMap((lane) => lane.open);
  const hours = minutesOf(
    open.map(({ start, end }) => ({ from: minuteOf(start), until: minuteOf(end) || DAY_MINUTES })),
  );
  const busy = minutesOf(lanes.flatMap(({ appointments }) => appointments.flatMap(busySpans)));
  return (
    <a
      href={`#${day}`}
      aria-current={day === dayOf(now) ? "date" : undefined}
      onClick={(event) => {
        event.preventDefault();
        document.getElementById(day)?.scrollIntoView();
      }}
    >
      {weekday} <b>{number}</b>
      <span className="meter">
        <i
          className="off"
          style={{ translate: `${Math.min(0, (busy / (hours || 1)) * 100 - 100)}%` }}
        />
      </span>
    </a>
  );
}

function DayHead({ day, now, words }: { day: string; now: string; words?: string }) {
  return (
    <h3 className="sm">
      <span className="font-label">{mediumDay(day, now)}</span>
      {day === dayOf(now) && <span className="xs text-accent-ink">Today</span>}
      {words && <span className="faint ml-auto">{words}</span>}
    </h3>
  );
}
