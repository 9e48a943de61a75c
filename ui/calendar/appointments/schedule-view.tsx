import type { Appointment } from "#src/calendar/appointments/contract.ts";
import type { Employee } from "#src/calendar/employees/contract.ts";
import type { TimeOff } from "#src/calendar/time-off/contract.ts";
import { formatWeek, longDay } from "./days.ts";
import { DayHead, EmployeeHead } from "./lane-head.tsx";
import type { Lane } from "./layout.ts";
import { ScheduleGrid } from "./schedule-grid.tsx";
import type { View } from "./schedule-query.ts";
import type { Slot } from "./use-slots.ts";
import { WeekBoard } from "./week-board.tsx";

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
        showsGaps
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
