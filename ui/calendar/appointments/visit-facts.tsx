import type { LucideIcon } from "lucide-react";
import BellRing from "lucide-react/icons/bell-ring";
import ChevronDown from "lucide-react/icons/chevron-down";
import History from "lucide-react/icons/history";
import PenLine from "lucide-react/icons/pen-line";
import Repeat from "lucide-react/icons/repeat";
import type { ReactNode } from "react";
import type { Appointment } from "#src/calendar/appointments/contract.ts";
import type { VisitHistory } from "#src/calendar/visit-history/contract.ts";
import { formatTimeRange } from "#src/shared/clock-time.ts";
import { formatCount } from "#src/shared/format-count.ts";
import { formatLongDate } from "#src/shared/long-date.ts";
import { dayOf } from "#src/shared/wall-time.ts";
import { formatMinutes } from "#ui/calendar/booking/format.ts";
import { endOf, formatLateness } from "#ui/calendar/parts/visit-times.ts";
import { LookBadge } from "#ui/kit/badge.tsx";
import { Icon } from "#ui/kit/icon.tsx";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import { formatShortMonthDay, momentAt, wallTime } from "#ui/shell/format/dates.ts";
import { formatWallTime } from "#ui/shell/format/wall-time.ts";
import { formatRepeat } from "./format-repeat.ts";
import { STATUS_MARKS } from "./status-marks.ts";

interface VisitFactsProps {
  appointment: Appointment;
  history: VisitHistory | undefined;
}

/** What else is known of a visit. The history arrives later, so it is folded and moves nothing. */
export function VisitFacts({ appointment, history }: VisitFactsProps) {
  const { now, timeZone } = useBusinessTime();
  const { notes, createdAt, reminderSent, status } = appointment;
  const repeat = formatRepeat(appointment);
  const describe = ({ what, at }: VisitHistory["entries"][number]) =>
    `${what}, ${formatWallTime(momentAt(at, timeZone), wallTime(now, timeZone))}`;
  const entries = history?.entries ?? [{ what: "Booked", at: createdAt }];
  const isCanceled = status === "canceled";
  const first = entries.at(isCanceled ? -1 : 0);
  const others = entries.filter((entry) => entry !== first);
  return (
    <ul className="grid min-w-0 flex-1 gap-2 sm num">
      {notes && <Fact icon={PenLine}>{notes}</Fact>}
      {repeat && <Fact icon={Repeat}>{repeat}</Fact>}
      {reminderSent && <Fact icon={BellRing}>Reminded by text</Fact>}
      <Fact icon={History}>
        {others.length === 0 ? (
          first && describe(first)
        ) : (
          <details className="group">
            <summary className="flex cursor-pointer list-none items-center gap-2 [&::-webkit-details-marker]:hidden">
              {first && describe(first)}
              <span className="chip">
                {isCanceled ? `${others.length} earlier` : formatCount(others.length, "change")}
              </span>
              <Icon of={ChevronDown} className="faint group-open:rotate-180" />
            </summary>
            <ol className="mt-1 grid gap-1">
              {others.map((other) => (
                <li key={`${other.at} ${other.what}`}>{describe(other)}</li>
              ))}
            </ol>
          </details>
        )}
      </Fact>
    </ul>
  );
}

function Fact({ icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <li className="flex items-start gap-2 min-w-0">
      <Icon of={icon} className="mt-0.5 faint" />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </li>
  );
}

/** The day and the times of a visit, how late its client is, and what speaks against the time. */
export function When({ appointment }: { appointment: Appointment }) {
  const { appointmentDate, durationMinutes, status } = appointment;
  const { now, timeZone } = useBusinessTime();
  const doubts = [
    formatLateness(appointment, momentAt(now, timeZone)),
    appointment.clash && "overlaps another visit",
    appointment.outsideHours && "outside hours",
  ].filter(Boolean);
  const day = dayOf(appointmentDate);
  const mark = (status === "canceled" || status === "requested") && STATUS_MARKS[status];
  return (
    <div className="flex items-center gap-3 min-w-0">
      <span className="date-tile" aria-hidden="true">
        <span className="xs dim">{formatShortMonthDay(day).slice(0, 3)}</span>
        <b className="text-title">{Number(day.slice(8))}</b>
      </span>
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 h3">
          {formatLongDate(day)}
          {mark && <LookBadge look={[mark.tone ?? "off", mark.icon, mark.label]} />}
        </p>
        <p className="sm dim num">
          {formatTimeRange(appointmentDate, endOf(appointment))}, {formatMinutes(durationMinutes)}
          {doubts.length > 0 && <span className="wait font-label">, {doubts.join(", ")}</span>}
        </p>
      </div>
    </div>
  );
}
