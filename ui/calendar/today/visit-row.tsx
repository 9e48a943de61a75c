import Check from "lucide-react/icons/check";
import CircleCheck from "lucide-react/icons/circle-check";
import CircleDollarSign from "lucide-react/icons/circle-dollar-sign";
import CircleDot from "lucide-react/icons/circle-dot";
import Clock from "lucide-react/icons/clock";
import { useRef } from "react";
import { Link } from "wouter";
import type { Appointment } from "#src/calendar/appointments/contract.ts";
import { formatClock } from "#src/shared/clock-time.ts";
import { formatPhone } from "#src/shared/format-phone.ts";
import { dayOf } from "#src/shared/wall-time.ts";
import { DEPOSIT_LOOKS } from "#ui/calendar/appointments/money-looks.ts";
import { MarkArrived } from "#ui/calendar/parts/mark-arrived.tsx";
import { Badge, LookBadge } from "#ui/kit/badge.tsx";
import { classes } from "#ui/kit/classes.ts";
import type { VisitOfToday, VisitState } from "./visit-states.ts";

interface VisitRowProps {
  visit: Appointment;
  employeeName: string;
  color: string | undefined;
  /** Undefined for a visit that is over. */
  today?: VisitOfToday | undefined;
}

export function VisitRow({ visit, employeeName, color, today }: VisitRowProps) {
  const { id, appointmentDate, service } = visit;
  const name = formatPhone(visit.clientName);
  const link = useRef<HTMLAnchorElement>(null);

  /** The button has gone, and with it the focus, unless that has moved on. */
  function onMarked() {
    const { activeElement, body } = document;
    const row = link.current?.closest("li");
    if (activeElement === body || row?.contains(activeElement)) link.current?.focus();
  }

  return (
    <li
      className={classes(
        "line-row visit-row relative hover:bg-hover",
        today?.state === "in-progress" && "bg-accent-soft/40",
        !today && "faint",
      )}
    >
      <time className="num dim w-18 flex-none @min-[560px]/page:self-start @min-[560px]/page:text-right phone:w-17">
        {formatClock(appointmentDate)}
      </time>
      <div className="flex-1 min-w-0">
        <div className="flex items-center gap-x-2 min-w-0 @max-[560px]/page:contents">
          <p className="h3 clip">
            <Link
              ref={link}
              href={`/appointments?date=${dayOf(appointmentDate)}&visit=${id}`}
              // The whole row is the link.
              className="outline-none after:absolute after:inset-0 focus-visible:after:outline-2 after:-outline-offset-2"
            >
              {name}
            </Link>
          </p>
          {today?.remark && (
            <span
              className={classes(
                "remark xs num flex-none",
                today.state === "due" ? "wait" : "faint",
              )}
            >
              {today.remark}
            </span>
          )}
        </div>
        <p className="dim flex min-w-0">
          {color && (
            <span
              className="hue mt-1.5 mr-1.5 flex-none"
              style={{ background: color }}
              aria-hidden="true"
            />
          )}
          <span className="min-w-0 text-pretty">
            {service} <span className="whitespace-nowrap">with {employeeName}</span>
          </span>
        </p>
      </div>
      <span className="flex-none">
        {today ? (
          <State state={today.state} {...{ visit, name, onMarked }} />
        ) : (
          <Over visit={visit} />
        )}
      </span>
    </li>
  );
}

interface StateProps {
  state: VisitState;
  visit: Appointment;
  name: string;
  onMarked: () => void;
}

const LOOKS = {
  "in-progress": ["accent", CircleDot, "In progress"],
  arrived: ["good", Check, "Arrived"],
  paid: ["good", CircleDollarSign, "Paid"],
  confirmed: ["good", CircleCheck, "Confirmed"],
  requested: ["wait", Clock, "Requested"],
} as const;

function State({ state, ...of }: StateProps) {
  switch (state) {
    case "next":
      return <Badge>Next</Badge>;
    case "due":
    case "unmarked":
      return <MarkArrived {...of} />;
    case "booked":
      if (of.visit.deposit?.state === "paid") return <LookBadge look={DEPOSIT_LOOKS.paid} />;
      return <span className="xs faint flex-none">Not confirmed</span>;
    default:
      return <LookBadge look={LOOKS[state]} />;
  }
}

function Over({ visit }: { visit: Appointment }) {
  if (visit.payment?.status === "paid") return <LookBadge look={LOOKS.paid} />;
  if (visit.status !== "no_show") return null;
  return <span className="xs bad flex-none">No-show</span>;
}
