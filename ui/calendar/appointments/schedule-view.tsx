import type { Appointment } from "#src/calendar/appointments/contract.ts";
import type { Employee } from "#src/calendar/employees/contract.ts";
import type { TimeOff } from "#src/calendar/time-off/contract.ts";
import { formatClock, formatTimeRange } from "#src/shared/clock-time.ts";
import { formatCount } from "#src/shared/format-count.ts";
import { Avatar } from "#ui/kit/avatar.tsx";
import { Chip } from "#ui/kit/chip.tsx";
import { classes } from "#ui/kit/classes.ts";
import { Icon } from "#ui/kit/icon.tsx";
import { formatPhone } from "#ui/shell/format/phone.ts";
import { columnDay, formatWeek, longDay } from "./days.ts";
import { endOf, marksOf, repeatMarks, type Tense, tensesIn } from "./event-marks.ts";
import { bookedCount, DayHead, EmployeeHead } from "./lane-head.tsx";
import type { Lane } from "./layout.ts";
import { ScheduleGrid } from "./schedule-grid.tsx";
import type { View } from "./schedule-query.ts";
import { ServiceColor, useServiceColors } from "./service-color.tsx";
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
}

/** A day by employee, the week of all employees, or one employee's week by day. */
export function ScheduleView(props: ScheduleViewProps) {
  const { view, employees, employee, lanes, days, date, now, today, chosen, show, ...actions } =
    props;
  const toDay = (day: string) => show({ date: day, view: "" });

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
  return (
    <>
      <fieldset className="flex items-center gap-2 min-w-0 no-phone -mt-1 overflow-x-auto px-4 pb-3">
        <legend className="sr">Employee</legend>
        <Chip pressed={theirs.length === 0} onClick={() => show({ employee: "" })}>
          Everyone
        </Chip>
        {employees.map(({ id, name }) => (
          <Chip key={id} pressed={id === employee} onClick={() => show({ employee: String(id) })}>
            {name}
          </Chip>
        ))}
      </fieldset>
      {theirs.length > 0 ? (
        <ScheduleGrid
          label={label}
          lanes={theirs}
          now={now}
          head={(lane) => <DayHead lane={lane} onOpen={toDay} />}
          {...actions}
        />
      ) : (
        <WeekBoard
          label={label}
          employees={employees}
          days={days}
          lanes={lanes}
          now={now}
          onOpen={actions.onOpen}
          onDay={toDay}
          onEmployee={(id) => show({ employee: String(id) })}
        />
      )}
    </>
  );
}

interface WeekBoardProps {
  label: string;
  employees: readonly Employee[];
  days: readonly string[];
  lanes: readonly Lane[];
  now: string;
  onOpen: (appointment: Appointment) => void;
  onDay: (day: string) => void;
  onEmployee: (employeeId: number) => void;
}

/** The week of all employees. A time scale would not fit. */
function WeekBoard(props: WeekBoardProps) {
  const { label, employees, days, lanes, now, onOpen, onDay, onEmployee } = props;
  const tenseOf = tensesIn(lanes, now);
  const colorOf = useServiceColors();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
    <section className="gridwrap no-phone" tabIndex={0} aria-label={label}>
      <div className="board">
        <div className="corner" />
        {days.map((day) => (
          <div key={day} className="day">
            <h3 className={classes("h3", day === now.slice(0, 10) && "text-accent-ink")}>
              <button type="button" className="hover:underline" onClick={() => onDay(day)}>
                {columnDay(day)}
              </button>
            </h3>
          </div>
        ))}
        {employees.map(({ id, name }) => {
          const theirs = lanes.filter(({ employeeId }) => employeeId === id);
          const count = theirs.reduce((sum, lane) => sum + bookedCount(lane), 0);
          return [
            <div key={id} className="who">
              <button
                type="button"
                className="flex items-center gap-2 min-w-0 text-left"
                onClick={() => onEmployee(id)}
              >
                <Avatar id={id} name={name} />
                <span className="min-w-0">
                  <span className="h3 clip block">{name}</span>
                  <span className="xs faint num block">{formatCount(count, "appointment")}</span>
                </span>
              </button>
            </div>,
            ...theirs.map((lane) => (
              <div key={lane.key}>
                {lane.appointments.map((appointment) => (
                  <Entry
                    key={appointment.id}
                    appointment={appointment}
                    employeeName={name}
                    tense={tenseOf(appointment)}
                    color={colorOf(appointment)}
                    onOpen={onOpen}
                  />
                ))}
              </div>
            )),
          ];
        })}
      </div>
    </section>
  );
}

interface EntryProps {
  appointment: Appointment;
  employeeName: string;
  tense: Tense;
  color: string | undefined;
  onOpen: (appointment: Appointment) => void;
}

function Entry({ appointment, employeeName, tense, color, onOpen }: EntryProps) {
  return (
    <button
      type="button"
      className={classes("entry", tense)}
      data-status={appointment.status}
      title={formatTimeRange(appointment.appointmentDate, endOf(appointment))}
      onClick={() => onOpen(appointment)}
    >
      <span className="flex items-center min-w-0 gap-1.5">
        <span className="num faint flex-none">{formatClock(appointment.appointmentDate)}</span>
        {[...marksOf(appointment, tense), ...repeatMarks(appointment)].map(
          ({ label, icon, tone }) => (
            <span key={label} title={label} className={classes("inline-flex", tone)}>
              <Icon of={icon} size="s" />
              <span className="sr">, {label}</span>
            </span>
          ),
        )}
      </span>
      <span className="sr">, </span>
      <b className="clip block">{formatPhone(appointment.clientName)}</b>
      <span className="sr">, </span>
      <span className="dim flex items-center min-w-0 gap-1.5">
        <ServiceColor color={color} />
        <span className="clip">{appointment.service}</span>
      </span>
      <span className="sr">, with {employeeName}</span>
    </button>
  );
}
