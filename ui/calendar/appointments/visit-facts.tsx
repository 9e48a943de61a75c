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
import { Icon } from "#ui/kit/icon.tsx";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import { formatShortMonthDay, momentAt, wallTime } from "#ui/shell/format/dates.ts";
import { formatWallTime } from "#ui/shell/format/wall-time.ts";
import { formatRepeat } from "./format-repeat.ts";
import { STATUS_LABELS } from "./status-labels.ts";

interface VisitFactsProps {
  appointment: Appointment;
  history: VisitHistory | undefined;
}

/** What else is known of a visit. The history arrives later, so it is folded and moves nothing. */
export function VisitFacts({ appointment, history }: VisitFactsProps) {
  const { now, timeZone } = useBusinessTime();
  const { notes, createdAt, reminderSent } = appointment;
  const repeat = formatRepeat(appointment);
  const describe = ({ what, at }: VisitHistory["entries"][number]) =>
    `${what}, ${formatWallTime(momentAt(at, timeZone), wallTime(now, timeZone))}`;
  const [booked = { what: "Booked", at: createdAt }, ...changes] = history?.entries ?? [];
  return (
    <ul className="grid min-w-0 flex-1 gap-2 sm num">
      {notes && <Fact icon={PenLine}>{notes}</Fact>}
      {repeat && <Fact icon={Repeat}>{repeat}</Fact>}
      {reminderSent && <Fact icon={BellRing}>Reminded by text</Fact>}
      <Fact icon={History}>
        {changes.length === 0 ? (
          describe(booked)
        ) : (
          <details className="group">
            <summary className="flex cursor-pointer list-none items-center gap-2 [&::-webkit-details-marker]:hidden">
              {describe(booked)}
              <span className="chip">{formatCount(changes.length, "change")}</span>
              <Icon of={ChevronDown} className="faint group-open:rotate-180" />
            </summary>
            <ol className="mt-1 grid gap-1">
              {changes.map((change) => (
                <li key={`${change.at} ${change.what}`}>{describe(change)}</li>
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
  return (
    <div className="flex items-center gap-3 min-w-0">
      <span className="date-tile" aria-hidden="true">
        <span className="xs dim">{formatShortMonthDay(day).slice(0, 3)}</span>
        <b className="text-title">{Number(day.slice(8))}</b>
      </span>
      <div className="min-w-0">
        <p className="h3">
          {formatLongDate(day)}
          {(status === "canceled" || status === "requested") && `, ${STATUS_LABELS[status]}`}
        </p>
        <p className="sm dim num">
          {formatTimeRange(appointmentDate, endOf(appointment))}, {formatMinutes(durationMinutes)}
          {doubts.length > 0 && <span className="wait font-label">, {doubts.join(", ")}</span>}
        </p>
      </div>
    </div>
  );
}
