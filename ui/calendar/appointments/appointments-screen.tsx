import CalendarDays from "lucide-react/icons/calendar-days";
import Footprints from "lucide-react/icons/footprints";
import Plus from "lucide-react/icons/plus";
import { useState } from "react";
import { Link } from "wouter";
import type { Appointment } from "#src/calendar/appointments/contract.ts";
import type { TimeOff } from "#src/calendar/time-off/contract.ts";
import { dayOf } from "#src/shared/wall-time.ts";
import { useCurrentUser } from "#ui/current-user.ts";
import { buttonClass } from "#ui/kit/button-class.ts";
import { EmptyState } from "#ui/kit/empty-state.tsx";
import { lazy } from "#ui/kit/lazy.ts";
import { useLazyPart } from "#ui/kit/lazy-part.tsx";
import { Skeleton } from "#ui/kit/skeleton.tsx";
import { LoadFailed } from "#ui/shell/data/load-failed.tsx";
import { useAddress } from "#ui/shell/data/use-address.ts";
import { Bar } from "#ui/shell/layout/bar.tsx";
import { BarAction } from "#ui/shell/layout/bar-action.tsx";
import { Page } from "#ui/shell/layout/page.tsx";
import { AppointmentDialogs } from "./appointment-dialogs.tsx";
import { CanceledLine, DayBar, EmployeePills } from "./day-bar.tsx";
import type { Prefill } from "./form-values.ts";
import type { Lane } from "./layout.ts";
import { parseView } from "./schedule-query.ts";
import { ScheduleView } from "./schedule-view.tsx";
import { useChanges } from "./use-changes.ts";
import { focusMoved, useFocusOfBooked } from "./use-focus-of-booked.ts";
import { prefillFrom, prefillOf, type Slot } from "./use-slots.ts";
import { useVisibleSchedule } from "./use-visible-days.ts";

const lateViews = lazy(async () => (await import("./late-views.tsx")).LateViews);

export function AppointmentsScreen() {
  const { user } = useCurrentUser();
  const [params, setAddress] = useAddress();
  const query = parseView(params);
  const [showsCanceled, setShowsCanceled] = useState(false);
  const [opened, setOpened] = useState<Appointment>();
  /** The visit that was moved last, whose employee a phone shows. */
  const [moved, setMoved] = useState<number>();
  const [slot, setSlot] = useState<Prefill>();
  const [timeOff, setTimeOff] = useState<TimeOff>();
  const schedule = useVisibleSchedule(query, showsCanceled);
  const changes = useChanges();
  const focusBooked = useFocusOfBooked(schedule.listed);
  const { employees, lanes, now, today, date, days } = schedule;
  const isAdmin = user?.role === "admin";
  const isWeek = query.view === "week";
  const LateViews = useLazyPart(lateViews);
  const onBook = isAdmin ? (lane: Lane, slot: Slot) => setSlot(prefillOf(lane, slot)) : undefined;
  const prefill = prefillFrom(query, lanes);
  // The link's employee and time apply once the day has loaded.
  const isNew = query.isNew && (query.newAt === undefined || prefill !== undefined);
  const find = (id: number | undefined) => schedule.listed?.find((one) => one.id === id);
  const employeeOf = (id: number | undefined) => find(id)?.employeeId;
  const shownId = employeeOf(query.visit) ?? employeeOf(moved) ?? query.employee;
  const chosen = employees?.find(({ id }) => id === shownId) ?? employees?.[0];
  /** A week of one employee and the day on a phone follow a visit to its employee. */
  const following = (employeeId: number | undefined) => {
    const isOfOne = isWeek ? query.employee !== undefined : matchMedia("(width < 640px)").matches;
    return isOfOne && employeeId !== undefined ? { employee: String(employeeId) } : {};
  };
  const canceled = {
    canceled: schedule.canceled,
    showsCanceled,
    onCanceled: () => setShowsCanceled((before) => !before),
  };
  const show: typeof setAddress = (change) => {
    if ("employee" in change) setMoved(undefined);
    setAddress(change);
  };
  const onEmployee = (id: number | undefined) =>
    show({ employee: id === undefined ? "" : String(id) });

  return (
    <>
      <Bar title="Appointments">
        {isAdmin && (
          <>
            <BarAction icon={Footprints} onClick={() => show({ new: "walk-in" })}>
              Walk-In
            </BarAction>
            <BarAction icon={Plus} variant="primary" onClick={() => show({ new: "1" })}>
              Add Appointment
            </BarAction>
          </>
        )}
      </Bar>
      <Page label="Appointments" flush>
        {employees?.length === 0 ? (
          <NoEmployees isAdmin={isAdmin} />
        ) : (
          <div className="sched">
            <DayBar
              date={date}
              span={schedule.span}
              today={today}
              view={query.view}
              count={schedule.count}
              {...canceled}
              onDate={(next) => show({ date: next })}
              starts={query.starts}
              openDays={schedule.openDays}
              onStarts={(starts) => show({ starts })}
              onView={(view, starts) => show({ view: view === "day" ? "" : view, starts })}
              employees={employees}
              employee={query.employee}
              onEmployee={onEmployee}
            >
              {lanes && employees && chosen && (
                <EmployeePills
                  {...{ employees, lanes, isWeek }}
                  chosen={isWeek ? query.employee : chosen.id}
                  onChoose={onEmployee}
                />
              )}
            </DayBar>
            {schedule.jumped && (
              <p className="sm dim -mt-2 px-6 pb-3 phone:px-4" role="status">
                No appointments today. This is the nearest day with appointments.
              </p>
            )}
            {schedule.error && !lanes && <LoadFailed query={schedule.query} className="mx-4" />}
            {!lanes && !schedule.error && <ScheduleSkeleton lanes={employees?.length ?? 4} />}
            {lanes && employees && chosen && (
              <>
                <ScheduleView
                  {...{ view: query.view, employees, lanes, now, date, today, days }}
                  employee={query.employee}
                  chosen={chosen.id}
                  show={show}
                  onOpen={setOpened}
                  onMove={changes.move}
                  onBook={onBook}
                  onOpenTimeOff={setTimeOff}
                  foot={<CanceledLine {...canceled} />}
                />
                {LateViews && (
                  <LateViews
                    {...{ isWeek, days, lanes, now, today, onBook }}
                    employee={query.employee}
                    onOpen={setOpened}
                    onOpenTimeOff={setTimeOff}
                    onDay={(day, id) => show({ date: day, view: "", employee: String(id) })}
                    foot={<CanceledLine {...canceled} />}
                  />
                )}
              </>
            )}
          </div>
        )}
      </Page>
      <AppointmentDialogs
        isNew={isAdmin && (isNew || slot !== undefined)}
        isWalkIn={query.isWalkIn}
        prefill={slot ?? prefill}
        opened={find(opened?.id ?? query.visit) ?? opened}
        onOpenPart={(part) => setOpened(find(part))}
        timeOff={timeOff}
        date={date}
        employees={employees ?? []}
        changes={{
          ...changes,
          move(visit, to, choice) {
            setMoved(visit.id);
            changes.move(visit, to, choice);
            focusMoved(visit.id);
          },
        }}
        onBooked={({ id, appointmentDate, employeeId }) => {
          setSlot(undefined);
          focusBooked(id);
          const day = dayOf(appointmentDate);
          show({
            new: "",
            ...(!days.includes(day) && { date: day }),
            ...following(employeeId),
          });
        }}
        onClose={() => {
          setOpened(undefined);
          setSlot(undefined);
          setTimeOff(undefined);
          if (query.isNew || query.visit)
            setAddress({ new: "", visit: "", ...following(employeeOf(query.visit)) });
        }}
      />
    </>
  );
}

function NoEmployees({ isAdmin }: { isAdmin: boolean }) {
  return (
    <div className="grid flex-1 place-items-center p-4">
      <EmptyState
        icon={CalendarDays}
        title="No employees found."
        action={
          isAdmin && (
            <Link href="/settings/salon#employees" className={buttonClass({})}>
              Add Employees
            </Link>
          )
        }
      >
        {isAdmin
          ? "Add employees in Settings to start tracking appointments."
          : "Ask an administrator to show you an employee's schedule."}
      </EmptyState>
    </div>
  );
}

/** Placeholders for the column heads and a few cards. */
function ScheduleSkeleton({ lanes }: { lanes: number }) {
  return (
    <div
      className="grid flex-1 auto-cols-fr grid-flow-col gap-3 border-line border-t p-4 phone:grid-flow-row"
      aria-busy="true"
    >
      {Array.from({ length: Math.max(1, Math.min(lanes, 6)) }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: empty boxes have no other name
        <div key={at} className="grid content-start gap-3">
          <Skeleton width="60%" height={32} />
          <Skeleton height={85} />
          <Skeleton height={63} />
        </div>
      ))}
    </div>
  );
}
