import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { appointments } from "#src/calendar/appointments/contract.ts";
import { type AffectedVisit, hours } from "#src/calendar/hours/contract.ts";
import { formatCount } from "#src/shared/format-count.ts";
import { dayOf } from "#src/shared/wall-time.ts";
import { useApi } from "#ui/api.ts";
import { ChangeQuestions } from "#ui/calendar/appointments/change-questions.tsx";
import { describeText } from "#ui/calendar/appointments/describe-text.ts";
import { appointmentsQuery } from "#ui/calendar/appointments/queries.ts";
import { type Changes, useChanges } from "#ui/calendar/appointments/use-changes.ts";
import { employeesQuery } from "#ui/calendar/employees/employee-queries.ts";
import { Button } from "#ui/kit/button.tsx";
import { lazyDialog } from "#ui/kit/lazy-dialog.tsx";
import type { ToastMessage } from "#ui/kit/toasts.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import { formatShortDay, type WallTime, wallTime, wallTimeOf } from "#ui/shell/format/dates.ts";
import { formatWallTime } from "#ui/shell/format/wall-time.ts";
import { CancelAll } from "./cancel-all.tsx";

/** More are shown on request, because the week's hours are below them. */
const FIRST_ROWS = 3;

const AppointmentDialog = lazyDialog(
  async () => (await import("#ui/calendar/appointments/appointment-dialog.tsx")).AppointmentDialog,
);

interface AffectedVisitsProps {
  visits: readonly AffectedVisit[];
  /** False where the next step of the screen leaves them. */
  mayLeave?: boolean;
}

/** Visits that new hours, time off or a new employee are in the way of. Each is moved, canceled or left. */
export function AffectedVisits({ visits, mayLeave = true }: AffectedVisitsProps) {
  const [moving, setMoving] = useState<AffectedVisit>();
  const changes = useChanges();
  const { now, timeZone } = useBusinessTime();
  const today = wallTime(now, timeZone);
  const cancel = useAct(appointments.change, {
    done: (changed) => ({
      title: "Appointment canceled",
      description: describeText(changed) ?? "The client can't be texted.",
    }),
  });
  const leave = useAct(hours.leave, { done: "Kept as booked" });
  const [isAll, setAll] = useState(false);
  const groups = groupBySeries(visits);
  const shown = isAll ? groups : groups.slice(0, FIRST_ROWS);
  const isBusy = cancel.isPending || leave.isPending;

  return (
    <>
      <ul aria-label="Affected visits">
        {shown.map((group) => (
          <li
            key={group[0].id}
            className="flex min-w-0 flex-wrap items-center gap-2 border-line border-b py-2 last:border-b-0"
          >
            <span className="min-w-40 flex-1">
              <span className="h3 clip block">{titleOf(group)}</span>
              <span className="sm dim num">{describeTimes(group, today)}</span>
            </span>
            <span className="flex flex-wrap gap-2">
              <Button size="tiny" disabled={isBusy} onClick={() => setMoving(group[0])}>
                {group.length === 1 ? "Move" : "Move First"}
              </Button>
              {group.length > 1 ? (
                <CancelAll visits={group} disabled={isBusy} label="Cancel and Text" />
              ) : (
                <Button
                  size="tiny"
                  disabled={isBusy}
                  onClick={() =>
                    cancel.run({
                      params: { id: group[0].id },
                      body: { status: "canceled", notify: true },
                    })
                  }
                >
                  Cancel and Text
                </Button>
              )}
              {mayLeave && (
                <Button
                  size="tiny"
                  variant="quiet"
                  disabled={isBusy}
                  onClick={() =>
                    leave.run({
                      params: { id: group[0].id },
                      query: { series: group.length > 1 ? "true" : undefined },
                    })
                  }
                >
                  Keep as Booked
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
      {visits.length > 1 && (
        <div className="mt-3 flex flex-wrap justify-end gap-2">
          {shown.length < groups.length && (
            <Button size="tiny" variant="quiet" className="mr-auto" onClick={() => setAll(true)}>
              {`Show All ${visits.length}`}
            </Button>
          )}
          <CancelAll
            visits={visits}
            disabled={isBusy}
            label="Cancel All and Text"
            variant="quiet-bad"
          />
        </div>
      )}
      {moving && <Moving visit={moving} {...{ changes }} onClose={() => setMoving(undefined)} />}
      <ChangeQuestions changes={changes} />
    </>
  );
}

type Group = readonly [AffectedVisit, ...AffectedVisit[]];

/** The visits of a series together, where its first is. */
function groupBySeries(visits: readonly AffectedVisit[]): Group[] {
  const groups = Map.groupBy(visits, ({ id, seriesId }) => seriesId ?? `visit ${id}`);
  return [...groups.values()].flatMap(([first, ...others]) => (first ? [[first, ...others]] : []));
}

function titleOf([{ clientName }, ...others]: Group): string {
  return others.length === 0 ? clientName : `${others.length + 1} visits of ${clientName}`;
}

/** "Mon, Nov 30 at 9:00 AM with Elena", or "Mon, Nov 30 at 9:00 AM to Apr 12 with Elena". */
function describeTimes(group: Group, today: WallTime): string {
  const [{ appointmentDate, employeeName }] = group;
  const last = group.at(-1)?.appointmentDate ?? appointmentDate;
  const until = group.length > 1 ? ` to ${formatShortDay(wallTimeOf(last), today)}` : "";
  return `${formatWallTime(appointmentDate, today)}${until} with ${employeeName}`;
}

interface MovingProps {
  visit: AffectedVisit;
  changes: Changes;
  onClose: () => void;
}

/** The visit's dialog, in which it gets another time. */
function Moving({ visit, changes, onClose }: MovingProps) {
  const api = useApi();
  const day = dayOf(visit.appointmentDate);
  const { data: listed } = useQuery(appointmentsQuery(api, { from: day, to: day }));
  const { data: employees } = useQuery(employeesQuery(api));
  const [opened, setOpened] = useState(visit.id);
  const appointment = listed?.appointments.find(({ id }) => id === opened);
  if (!appointment || !employees) return null;
  return (
    <AppointmentDialog
      isMoving
      onMove={changes.move}
      appointment={appointment}
      employees={employees}
      onStatus={changes.setStatus}
      onWithdrawText={changes.withdrawText}
      onOpenPart={setOpened}
      onClose={onClose}
    />
  );
}

/** Where the hours' page lists them. */
export const TO_DECIDE = "visits-to-decide";

/** The toast of saved hours, which leads to the visits to decide. */
export function savedMessage(
  title: string,
  { affected: { length } }: { readonly affected: readonly AffectedVisit[] },
): ToastMessage {
  if (length === 0) return { title };
  return {
    title,
    description: `${formatCount(length, "visit")} to decide.`,
    action: {
      label: "Show Visits",
      run() {
        location.hash = TO_DECIDE;
      },
    },
  };
}
