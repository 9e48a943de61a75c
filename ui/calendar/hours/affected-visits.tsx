import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { appointments } from "#src/calendar/appointments/contract.ts";
import { type AffectedVisit, hours } from "#src/calendar/hours/contract.ts";
import { formatCount } from "#src/shared/format-count.ts";
import { dayOf } from "#src/shared/wall-time.ts";
import { useApi } from "#ui/api.ts";
import { ChangeQuestions } from "#ui/calendar/appointments/change-questions.tsx";
import { describeText } from "#ui/calendar/appointments/event-marks.ts";
import { appointmentsQuery } from "#ui/calendar/appointments/queries.ts";
import { type Changes, useChanges } from "#ui/calendar/appointments/use-changes.ts";
import { employeesQuery } from "#ui/calendar/employees/employee-queries.ts";
import { Button } from "#ui/kit/button.tsx";
import { ConfirmDialog } from "#ui/kit/confirm-dialog.tsx";
import { lazyDialog } from "#ui/kit/lazy-dialog.tsx";
import type { ToastMessage } from "#ui/kit/toasts.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import { wallTime } from "#ui/shell/format/dates.ts";
import { formatWallTime } from "#ui/shell/format/wall-time.ts";

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
  const leave = useAct(hours.leave, { done: "Left as it is" });
  const isBusy = cancel.isPending || leave.isPending;

  return (
    <>
      <ul aria-label="Affected visits">
        {visits.map((visit) => (
          <li
            key={visit.id}
            className="flex min-w-0 flex-wrap items-center gap-2 border-line border-b py-2 last:border-b-0"
          >
            <span className="min-w-40 flex-1">
              <span className="h3 clip block">{visit.clientName}</span>
              <span className="sm dim num">
                {formatWallTime(visit.appointmentDate, today)} with {visit.employeeName}
              </span>
            </span>
            <span className="flex flex-wrap gap-2">
              <Button size="tiny" disabled={isBusy} onClick={() => setMoving(visit)}>
                Move
              </Button>
              <Button
                size="tiny"
                disabled={isBusy}
                onClick={() =>
                  cancel.run({
                    params: { id: visit.id },
                    body: { status: "canceled", notify: true },
                  })
                }
              >
                Cancel and Text
              </Button>
              {mayLeave && (
                <Button
                  size="tiny"
                  variant="quiet"
                  disabled={isBusy}
                  onClick={() => leave.run({ params: { id: visit.id } })}
                >
                  Leave
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
      {visits.length > 1 && <CancelAll visits={visits} disabled={isBusy} />}
      {moving && <Moving visit={moving} {...{ changes }} onClose={() => setMoving(undefined)} />}
      <ChangeQuestions changes={changes} />
    </>
  );
}

/** Cancels every visit of the list after one question. */
function CancelAll({ visits, disabled }: { visits: readonly AffectedVisit[]; disabled: boolean }) {
  const [isAsking, setAsking] = useState(false);
  const cancel = useAct(appointments.cancelAll, {
    done: ({ canceled, texted }) => ({
      title: `${formatCount(canceled, "visit")} canceled`,
      description:
        texted === 0 ? "No client will be texted." : `${formatCount(texted, "text")} will go out.`,
    }),
    onDone: () => setAsking(false),
    errors: "inline",
  });
  const texted = visits.filter(({ canText }) => canText);
  const clients = new Set(texted.map(({ id, contactId }) => contactId ?? `visit ${id}`)).size;
  const count = formatCount(visits.length, "visit");

  return (
    <div className="mt-3 flex justify-end">
      <Button size="tiny" variant="quiet-bad" disabled={disabled} onClick={() => setAsking(true)}>
        Cancel All and Text
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={`Cancel ${count}?`}
        description={`${describeClients(clients, visits.length - texted.length)} Paid deposits are refunded.`}
        action="Cancel All and Text"
        cancel="Keep Them"
        busy={cancel.isPending && "Canceling..."}
        error={cancel.errorMessage}
        onConfirm={() =>
          cancel.run({
            body: {
              visits: visits.map(({ id, appointmentDate }) => ({ id, appointmentDate })),
              notify: true,
            },
          })
        }
        onClose={() => setAsking(false)}
      />
    </div>
  );
}

/** "12 clients will get a text. For 1 visit, the client can't be texted." */
function describeClients(clients: number, untexted: number): string {
  const told =
    clients === 0
      ? "No client can be texted."
      : `${formatCount(clients, "client")} will get a text.`;
  return untexted === 0 || clients === 0
    ? told
    : `${told} For ${formatCount(untexted, "visit")}, the client can't be texted.`;
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
