import { useState } from "react";
import { appointments } from "#src/calendar/appointments/contract.ts";
import { type AffectedVisit, hours } from "#src/calendar/hours/contract.ts";
import { formatCount } from "#src/shared/format-count.ts";
import { formatPhone } from "#src/shared/format-phone.ts";
import { describeText } from "#ui/calendar/appointments/describe-text.ts";
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

const ChangeVisit = lazyDialog(
  async () => (await import("#ui/calendar/appointments/change-visit.tsx")).ChangeVisit,
);

interface AffectedVisitsProps {
  visits: readonly AffectedVisit[];
  /** False where the next step of the screen leaves them. */
  mayLeave?: boolean;
}

/** Visits that new hours, time off or a new employee are in the way of. Each is moved, canceled or left. */
export function AffectedVisits({ visits, mayLeave = true }: AffectedVisitsProps) {
  const [move, setMove] = useState<{ readonly visit: AffectedVisit | undefined }>();
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
              <Button size="tiny" disabled={isBusy} onClick={() => setMove({ visit: group[0] })}>
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
      {move && (
        <ChangeVisit
          visit={move.visit}
          begin="move"
          onClose={() => setMove({ visit: undefined })}
        />
      )}
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
  const name = formatPhone(clientName);
  return others.length === 0 ? name : `${others.length + 1} visits of ${name}`;
}

/** "Mon, Nov 30 at 9:00 AM with Elena", or "Mon, Nov 30 at 9:00 AM to Apr 12 with Elena". */
function describeTimes(group: Group, today: WallTime): string {
  const [{ appointmentDate, employeeName }] = group;
  const last = group.at(-1)?.appointmentDate ?? appointmentDate;
  const until = group.length > 1 ? ` to ${formatShortDay(wallTimeOf(last), today)}` : "";
  return `${formatWallTime(appointmentDate, today)}${until} with ${employeeName}`;
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
    description: `${formatCount(length, "visit")} left to decide.`,
    action: {
      label: "Show Visits",
      run() {
        location.hash = TO_DECIDE;
      },
    },
  };
}
