import { useQuery } from "@tanstack/react-query";
import type { Appointment } from "#src/calendar/appointments/contract.ts";
import type { HeldTime } from "#src/calendar/availability/contract.ts";
import type { Employee } from "#src/calendar/employees/contract.ts";
import type { OpenDay } from "#src/calendar/hours/contract.ts";
import type { TimeOff } from "#src/calendar/time-off/contract.ts";
import type { Settings } from "#src/platform/settings/contract.ts";
import { formatClock } from "#src/shared/clock-time.ts";
import { formatPhone } from "#src/shared/format-phone.ts";
import { mayOpen } from "#src/shared/permissions.ts";
import { addDays, dayOf, listDays } from "#src/shared/wall-time.ts";
import { resolveHours } from "#src/shared/working-hours.ts";
import { useApi } from "#ui/api.ts";
import { employeesQuery } from "#ui/calendar/employees/employee-queries.ts";
import { useCurrentUser } from "#ui/current-user.ts";
import { shellSettingsQuery } from "#ui/shell/data/queries.ts";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import { dayAt, momentAt } from "#ui/shell/format/dates.ts";
import { DAY_MINUTES, type Lane, minuteOf, type Off } from "./layout.ts";
import {
  appointmentsQuery,
  heldQuery,
  initialDate,
  openDaysQuery,
  timeOffQuery,
} from "./queries.ts";
import { type ScheduleQuery, spanOf } from "./schedule-query.ts";

/** The lanes and days for the address; parts are undefined while they load. */
export function useVisibleSchedule(
  { date, view, starts, employee }: ScheduleQuery,
  showsCanceled: boolean,
) {
  const api = useApi();
  const time = useBusinessTime();
  const { user } = useCurrentUser();
  const seesOffers = user !== null && mayOpen(user, "/waitlist");
  const now = momentAt(time.now, time.timeZone);
  const today = dayAt(time.now, time.timeZone);
  const { data: settings } = useQuery(shellSettingsQuery(api));
  const staff = useQuery(employeesQuery(api));
  const employees = staff.data;
  // Without a date in the address, today's appointments decide which day is shown.
  const ofToday = useQuery({
    ...appointmentsQuery(api, { from: today, to: today }),
    enabled: date === undefined,
  });
  const visibleDate = date ?? initialDate(today, ofToday.data);
  const span = spanOf(visibleDate, { view, starts });
  const isKnown = date !== undefined || ofToday.data !== undefined;
  const list = useQuery({ ...appointmentsQuery(api, span), enabled: isKnown });
  const openDays = useQuery({ ...openDaysQuery(api, span), enabled: isKnown });
  const timeOff = useQuery({ ...timeOffQuery(api, span), enabled: isKnown });
  const held = useQuery({ ...heldQuery(api, span), enabled: isKnown });
  const listed = list.data?.appointments;
  const days = listDays(span.from, span.to);
  const isCanceled = ({ status }: { status: string }) => status === "canceled";
  // Counts only the selected employee's week.
  const counted =
    view === "week" && employees?.some(({ id }) => id === employee)
      ? listed?.filter((one) => one.employeeId === employee)
      : listed;
  const inSight = showsCanceled ? listed : listed?.filter((one) => !isCanceled(one));

  return {
    now,
    today,
    listed,
    date: visibleDate,
    days,
    span,
    openDays: openDays.data,
    employees,
    error: staff.error ?? (listed ? null : (list.error ?? ofToday.error)),
    /** The request that failed. */
    query: staff.error ? staff : list.error ? list : ofToday,
    /** Today has no appointments, and the address names no day. */
    jumped: date === undefined && visibleDate !== today,
    count: counted?.filter((one) => !isCanceled(one)).length,
    canceled: counted?.filter(isCanceled).length ?? 0,
    lanes:
      settings && employees && inSight
        ? lanesOf({
            employees,
            days,
            appointments: inSight,
            openDays: openDays.data,
            timeOff: timeOff.data ?? [],
            held: held.data?.map((one) => heldOn(one, { ...time, seesOffers })) ?? [],
            business: settings,
          })
        : undefined,
  };
}

interface Schedule {
  readonly employees: readonly Employee[];
  readonly days: readonly string[];
  readonly appointments: readonly Appointment[];
  /** Undefined while they load; until then, the simple hours are drawn. */
  readonly openDays: readonly OpenDay[] | undefined;
  readonly timeOff: readonly TimeOff[];
  readonly held: readonly Held[];
  readonly business: Pick<Settings, "systemWorkStartTime" | "systemWorkEndTime">;
}

/** One lane per day and employee. */
function lanesOf({ employees, days, business, ...schedule }: Schedule): Lane[] {
  const byLane = Map.groupBy(schedule.appointments, (one) =>
    keyOf(one.employeeId, dayOf(one.appointmentDate)),
  );
  const openDays = new Map(schedule.openDays?.map((one) => [one.date, one]));
  return employees.flatMap((employee) =>
    days.map((day) => {
      const key = keyOf(employee.id, day);
      const openDay = openDays.get(day);
      const own = openDay?.employees.find(({ employeeId }) => employeeId === employee.id);
      const open = own?.open ?? [resolveHours(employee, business)];
      const isClosed = openDay?.open.length === 0 && open.length === 0;
      return {
        key,
        employeeId: employee.id,
        employeeName: employee.name,
        day,
        open,
        closedFor: openDay?.closedFor ?? (isClosed ? "" : null),
        off: [
          ...schedule.timeOff
            .filter(({ employeeId }) => employeeId === null || employeeId === employee.id)
            .flatMap((one) => offOn(day, one)),
          ...schedule.held.filter((one) => one.day === day && one.employeeId === employee.id),
        ],
        appointments: byLane.get(key) ?? [],
      };
    }),
  );
}

/** The part of a time off that lies on a day. */
function offOn(day: string, timeOff: TimeOff): Off[] {
  const { start, end, reason, kind } = timeOff;
  if (end <= `${day}T00:00:00` || start >= `${addDays(day, 1)}T00:00:00`) return [];
  return [
    {
      timeOff,
      from: dayOf(start) < day ? 0 : minuteOf(start),
      until: dayOf(end) > day ? DAY_MINUTES : minuteOf(end),
      label: reason || (kind === "block" ? "Blocked" : "Time Off"),
    },
  ];
}

interface Held extends Off {
  readonly employeeId: number;
  readonly day: string;
}

/** "Offered to Ruth Abernathy until 10:45 AM", "Held for Ruth Abernathy until …". */
function heldOn(
  { employeeId, start, end, clientName, kind, until }: HeldTime,
  { timeZone, seesOffers }: { timeZone: string; seesOffers: boolean },
): Held {
  const name = formatPhone(clientName);
  const heading =
    kind === "offer" ? `Offered to ${name}` : name === "" ? "Held" : `Held for ${name}`;
  return {
    employeeId,
    day: dayOf(start),
    timeOff: undefined,
    from: minuteOf(start),
    until: dayOf(end) > dayOf(start) ? DAY_MINUTES : minuteOf(end),
    href: kind === "offer" && seesOffers ? "/waitlist" : undefined,
    label: `${heading} until ${formatClock(momentAt(until, timeZone))}`,
  };
}

function keyOf(employeeId: number, day: string): string {
  return `${employeeId} ${day}`;
}
