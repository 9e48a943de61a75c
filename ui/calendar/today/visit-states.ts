import type { Appointment } from "#src/calendar/appointments/contract.ts";
import { minutesBetween, type WallTime } from "#src/shared/wall-time.ts";
import { formatMinutes } from "#ui/calendar/booking/format.ts";
import {
  daysWithArrivals,
  endOf,
  formatLateness,
  isUnmarked,
} from "#ui/calendar/parts/visit-times.ts";

export type VisitState =
  | "in-progress"
  | "due"
  | "unmarked"
  | "arrived"
  | "paid"
  | "next"
  | "requested"
  | "confirmed"
  | "booked";

export interface VisitOfToday {
  readonly visit: Appointment;
  readonly state: VisitState;
  /** "12 min late", "in 2 h 5 min". */
  readonly remark: string | undefined;
}

interface Today {
  readonly earlier: readonly Appointment[];
  /** Begun, and not over, or over without a word on whether the client came. */
  readonly begun: readonly VisitOfToday[];
  readonly ahead: readonly VisitOfToday[];
}

/** The day's visits as the desk sees them at a moment, without canceled ones. */
export function visitsOfToday(all: readonly Appointment[], now: WallTime): Today {
  const visits = all
    .filter(({ status }) => status !== "canceled")
    .toSorted((one, other) => (one.appointmentDate < other.appointmentDate ? -1 : 1));
  const marksArrivals = daysWithArrivals(all).size > 0;
  const isEarlier = (visit: Appointment) =>
    visit.status === "no_show" ||
    (endOf(visit) <= now && !(marksArrivals && isUnmarked(visit, now)));
  const left = visits.filter((visit) => !isEarlier(visit));
  const next = left.find(
    ({ appointmentDate, status }) => appointmentDate > now && /booked|confirmed/.test(status),
  );
  const states = left.map((visit) => {
    const state = stateOf(visit, visit.appointmentDate === next?.appointmentDate, now);
    return { visit, state, remark: remarkOn(visit, state, now) };
  });
  return {
    earlier: visits.filter(isEarlier),
    begun: states.filter(({ visit }) => visit.appointmentDate <= now),
    ahead: states.filter(({ visit }) => visit.appointmentDate > now),
  };
}

function stateOf(visit: Appointment, isNext: boolean, now: WallTime): VisitState {
  const { status, appointmentDate, payment } = visit;
  if (payment?.status === "paid" && (appointmentDate <= now || status === "arrived")) return "paid";
  if (status === "requested") return status;
  if (isUnmarked(visit, now)) return "unmarked";
  if (appointmentDate <= now) return status === "arrived" ? "in-progress" : "due";
  if (status === "arrived") return status;
  if (isNext) return "next";
  return status === "confirmed" ? "confirmed" : "booked";
}

function remarkOn(visit: Appointment, state: VisitState, now: WallTime): string | undefined {
  if (state === "due") return formatLateness(visit, now);
  if (state !== "next") return undefined;
  const ahead = Math.floor(minutesBetween(now, visit.appointmentDate));
  return `in ${formatMinutes(Math.max(1, ahead))}`;
}
