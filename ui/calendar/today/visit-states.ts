import type { Appointment } from "#src/calendar/appointments/contract.ts";
import { minutesBetween, type WallTime } from "#src/shared/wall-time.ts";
import { endOf, presenceOf } from "#ui/calendar/parts/visit-times.ts";

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
  /** Until it begins; negative once it has begun. */
  readonly minutes: number;
}

interface Today {
  readonly earlier: readonly Appointment[];
  /** Begun, and not over. */
  readonly begun: readonly VisitOfToday[];
  readonly ahead: readonly VisitOfToday[];
}

/** The day's visits as the desk sees them at a moment, without canceled ones. */
export function visitsOfToday(all: readonly Appointment[], now: WallTime): Today {
  const visits = all
    .filter(({ status }) => status !== "canceled")
    .toSorted((one, other) => (one.appointmentDate < other.appointmentDate ? -1 : 1));
  const isEarlier = (visit: Appointment) => endOf(visit) <= now || visit.status === "no_show";
  const left = visits.filter((visit) => !isEarlier(visit));
  const next = left.find(
    ({ appointmentDate, status }) => appointmentDate > now && /booked|confirmed/.test(status),
  );
  const states = left.map((visit) => ({
    visit,
    state: stateOf(visit, visit.appointmentDate === next?.appointmentDate, now),
    minutes: minutesBetween(now, visit.appointmentDate),
  }));
  return {
    earlier: visits.filter(isEarlier),
    begun: states.filter(({ visit }) => visit.appointmentDate <= now),
    ahead: states.filter(({ visit }) => visit.appointmentDate > now),
  };
}

function stateOf(visit: Appointment, isNext: boolean, now: WallTime): VisitState {
  const { status, appointmentDate, payment } = visit;
  if (payment?.status === "paid" && (appointmentDate <= now || status === "arrived")) return "paid";
  if (appointmentDate <= now) return presenceOf(visit, now);
  if (status === "arrived" || status === "requested") return status;
  if (isNext) return "next";
  return status === "confirmed" ? "confirmed" : "booked";
}

/** "12 min late", "in 48 min", "in 2 h 5 min". */
export function timeRemark({ state, minutes }: VisitOfToday): string | undefined {
  const whole = Math.floor(Math.abs(minutes));
  if (state === "due") return whole > 0 ? `${whole} min late` : undefined;
  if (state !== "next") return;
  if (whole < 60) return `in ${Math.max(1, whole)} min`;
  return whole % 60 === 0
    ? `in ${whole / 60} h`
    : `in ${Math.floor(whole / 60)} h ${whole % 60} min`;
}
