import { useQueryClient } from "@tanstack/react-query";
import { type ComponentProps, type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { flushSync } from "react-dom";
import type { CurrentUser } from "#src/accounts/sign-in/contract.ts";
import { type Appointment, appointments } from "#src/calendar/appointments/contract.ts";
import type { TimeOff } from "#src/calendar/time-off/contract.ts";
import { formatTimeRange } from "#src/shared/clock-time.ts";
import { formatPhone } from "#src/shared/format-phone.ts";
import { seesClients } from "#src/shared/permissions.ts";
import { dayOf } from "#src/shared/wall-time.ts";
import { useApi } from "#ui/api.ts";
import { endOf } from "#ui/calendar/parts/visit-times.ts";
import { useCurrentUser } from "#ui/current-user.ts";
import { Avatar } from "#ui/kit/avatar.tsx";
import { refresh } from "#ui/shell/data/read.ts";
import { DayLoad, LoadKey } from "./day-load.tsx";
import { columnDay, longDay, mediumDay } from "./days.ts";
import { marksOf } from "./event-marks.ts";
import { busySpans, describeFree, minutesOf, sumDay } from "./free-time.ts";
import { DAY_MINUTES, type Lane, minuteOf, rangeOf } from "./layout.ts";
import { PhoneDay } from "./phone-day.tsx";
import type { Slot } from "./use-slots.ts";

interface LateViewsProps extends ComponentProps<typeof PhoneWeek> {
  isWeek: boolean;
  today: string;
}

/** What the calendar needs once it stands: the week on a phone, sheets for printing, and missing numbers. */
export function LateViews({ isWeek, today, ...week }: LateViewsProps) {
  const { user } = useCurrentUser();
  useMatchPhones(user, week.days.at(0) ?? today, week.days.at(-1) ?? today);
  return (
    <>
      {isWeek && <PhoneWeek {...week} />}
      <DaySheets lanes={week.lanes} today={today} />
    </>
  );
}

/** Fills in numbers for clients known by name when other days come into view, if the user may see both. */
function useMatchPhones(user: CurrentUser | null, startDate: string, endDate: string) {
  const api = useApi();
  const client = useQueryClient();
  const may = user !== null && seesClients(user);
  const match = useEffectEvent(async (days: { startDate: string; endDate: string }) => {
    // Optional: nothing waits for it, and failures are ignored.
    const { matched } = await api(appointments.matchPhones, { body: days }).catch(() => ({
      matched: 0,
    }));
    if (matched > 0) await refresh(client, "appointments");
  });

  useEffect(() => {
    if (may) void match({ startDate, endDate });
  }, [may, startDate, endDate]);
}

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
  /** The end of the list. */
  foot: ReactNode;
}

/** The week on a phone: its days as a strip, and under it what each holds, for one employee or all. */
function PhoneWeek(props: PhoneWeekProps) {
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
      {props.foot}
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
      <span className="sr">, {describeFree(lanes.map((lane) => sumDay(lane, now)))}</span>
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

/** For printing: a sheet per employee, rendered only while printing. */
function DaySheets({ lanes, today }: { lanes: readonly Lane[]; today: string }) {
  const isPrinting = usePrinting();
  if (!isPrinting) return null;
  const worked = lanes.filter(({ appointments }) => appointments.length > 0);
  return (
    <div className="paper">
      {(worked.length > 0 ? worked : lanes.slice(0, 1)).map((lane) => (
        <section key={lane.key}>
          <h2>
            {lane.employeeName}, {longDay(lane.day, today)}
          </h2>
          <Sheet lane={lane} />
        </section>
      ))}
    </div>
  );
}

function Sheet({ lane }: { lane: Lane }) {
  const expected = lane.appointments.filter(({ status }) => status !== "canceled");
  if (expected.length === 0) return <p>No appointments</p>;
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Time</th>
          <th scope="col">Client</th>
          <th scope="col">Phone</th>
          <th scope="col">Service</th>
          <th scope="col">Status</th>
        </tr>
      </thead>
      <tbody>
        {expected.map((appointment) => (
          <tr key={appointment.id}>
            <td className="num whitespace-nowrap">
              {formatTimeRange(appointment.appointmentDate, endOf(appointment))}
            </td>
            <td>{formatPhone(appointment.clientName)}</td>
            <td className="num whitespace-nowrap">
              {appointment.phoneNumber && formatPhone(appointment.phoneNumber)}
            </td>
            <td>{appointment.service}</td>
            <td>
              {marksOf(appointment)
                .map(({ label }) => label)
                .join(", ")}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function usePrinting(): boolean {
  const [isPrinting, setIsPrinting] = useState(false);
  useEffect(() => {
    // The browser prints the page as it is when this returns.
    const begin = () => flushSync(() => setIsPrinting(true));
    const end = () => setIsPrinting(false);
    addEventListener("beforeprint", begin);
    addEventListener("afterprint", end);
    return () => {
      removeEventListener("beforeprint", begin);
      removeEventListener("afterprint", end);
    };
  }, []);
  return isPrinting;
}
