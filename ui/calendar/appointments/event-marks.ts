import BellRing from "lucide-react/icons/bell-ring";
import CircleDot from "lucide-react/icons/circle-dot";
import Clock3 from "lucide-react/icons/clock-3";
import Heart from "lucide-react/icons/heart";
import Repeat from "lucide-react/icons/repeat";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import Users from "lucide-react/icons/users";
import type { Appointment } from "#src/calendar/appointments/contract.ts";
import { dayOf } from "#src/shared/wall-time.ts";
import {
  daysWithArrivals,
  endOf,
  formatLateness,
  isUnmarked,
} from "#ui/calendar/parts/visit-times.ts";
import { formatRepeat } from "./format-repeat.ts";
import type { Lane } from "./layout.ts";
import { DEPOSIT_LOOKS, paymentLook } from "./money-looks.ts";
import { type Mark, STATUS_MARKS } from "./status-marks.ts";

/** The status as text and icons; the usual status shows nothing. `now` is a wall time. */
export function marksOf(appointment: Appointment, tense?: Tense, now = ""): Mark[] {
  const expected = expectedMark(appointment, tense, now);
  // A client who paid is here, or was.
  const isPaid = appointment.payment?.status === "paid" && appointment.status === "arrived";
  const status = isPaid ? undefined : (expected ?? STATUS_MARKS[appointment.status]);
  return [
    ...(status ? [status] : []),
    ...moneyMarks(appointment),
    ...partMarks(appointment),
    ...(appointment.clash
      ? [{ label: "Overlaps", icon: TriangleAlert, tone: "wait" } as const]
      : []),
    ...(appointment.outsideHours
      ? [{ label: "Outside hours", icon: Clock3, tone: "wait" } as const]
      : []),
  ];
}

const IN_PROGRESS: Mark = { label: "In progress", icon: CircleDot, tone: "accent" };

/** Instead of the status, of a client who is here, or whose arrival isn't marked. */
function expectedMark(
  appointment: Appointment,
  tense: Tense | undefined,
  now: string,
): Mark | undefined {
  if (tense === "in-progress") return IN_PROGRESS;
  const late = tense === "late" && formatLateness(appointment, now);
  if (late) return { label: late, icon: Clock3, tone: "wait", isWorded: true };
  return tense === "unmarked"
    ? { label: "Arrival not marked", icon: Clock3, isWorded: true }
    : undefined;
}

/** A payment says more than the deposit that it deducts. */
function moneyMarks({ deposit, payment }: Appointment): Mark[] {
  const isShown = payment?.status === "paid" || payment?.status === "open";
  const look = isShown ? paymentLook(payment) : deposit && DEPOSIT_LOOKS[deposit.state];
  if (!look) return [];
  const [tone, icon, label] = look;
  return [{ tone, icon, label }];
}

/** "2 of 3, after Ana", for a part of a visit with several employees. */
function partMarks({ id, parts }: Appointment): Mark[] {
  const all = parts.filter((part) => !part.canceled);
  const at = all.findIndex((part) => part.id === id);
  if (at < 0 || all.length < 2) return [];
  const [before, after] = [all[at - 1], all[at + 1]];
  const others = [
    before && `after ${before.employeeName}`,
    after && `before ${after.employeeName}`,
  ];
  const label = [`${at + 1} of ${all.length}`, ...others.filter(Boolean)].join(", ");
  return [{ label, icon: Users }];
}

/** That it repeats, as an icon next to the name. */
export function repeatMarks(appointment: Appointment): Mark[] {
  const label = formatRepeat(appointment);
  return label ? [{ label, icon: Repeat }] : [];
}

/** Texts that were sent, next to the name. */
export function sentMarks({ thankYouSent, reminderSent }: Appointment): Mark[] {
  return [
    ...(reminderSent ? [{ label: "Reminded", icon: BellRing }] : []),
    ...(thankYouSent ? [{ label: "Thanked", icon: Heart }] : []),
  ];
}

/** `past` is dimmed, because appointments of the same day follow; `over` has ended too, and is not dimmed. One whose client may not have come is `unmarked` instead. */
export type Tense = "gone" | "past" | "over" | "unmarked" | "in-progress" | "late" | "ahead";

/** `now` is a wall time. */
function tenseOf(appointment: Appointment, now: string, marked: ReadonlySet<string>): Tense {
  if (appointment.status === "canceled") return "gone";
  const isOver = endOf(appointment) <= now;
  const isExpected = !isOver || marked.has(dayOf(appointment.appointmentDate));
  if (isExpected && isUnmarked(appointment, now)) return "unmarked";
  if (isOver) return "past";
  if (formatLateness(appointment, now)) return "late";
  const isHere = appointment.status === "arrived" && appointment.appointmentDate <= now;
  return isHere ? "in-progress" : "ahead";
}

/** As tenseOf, with "over" instead of "past" on other days, and once the last appointment of today has ended. */
export function tensesIn(lanes: readonly Lane[], now: string): (one: Appointment) => Tense {
  const today = now.slice(0, 10);
  const marked = daysWithArrivals(lanes.flatMap(({ appointments }) => appointments));
  const isUnderWay = lanes.some(
    ({ day, appointments }) =>
      day === today &&
      appointments.some((one) => !/gone|past|unmarked/.test(tenseOf(one, now, marked))),
  );
  return (appointment) => {
    const tense = tenseOf(appointment, now, marked);
    const recedes = isUnderWay && appointment.appointmentDate.startsWith(today);
    return tense === "past" && !recedes ? "over" : tense;
  };
}

/** The parts of a visit with several employees that aren't canceled; empty for any other visit. */
export function keptParts({ parts }: Appointment): Appointment["parts"] {
  return parts.filter(({ canceled }) => !canceled);
}
