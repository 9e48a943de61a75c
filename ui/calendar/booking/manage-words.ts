import Check from "lucide-react/icons/check";
import Clock from "lucide-react/icons/clock";
import X from "lucide-react/icons/x";
import type { Managed } from "#src/calendar/online-booking/contract.ts";
import { formatClock } from "#src/shared/clock-time.ts";
import { dayOf } from "#src/shared/wall-time.ts";
import type { StatusLook } from "#ui/kit/badge.tsx";
import { formatStart, keepTogether } from "./format.ts";

export const TITLES: Readonly<Record<Managed["status"], string>> = {
  booked: "Your appointment",
  requested: "Your request",
  declined: "We couldn't confirm this time",
  held: "Almost booked",
  released: "This time is no longer held",
  canceled: "Appointment canceled",
  past: "Thank you for coming",
  missed: "We missed you",
};

/** Directly after booking. */
export const NEW_TITLES: Readonly<Partial<typeof TITLES>> = {
  booked: "You're booked",
  requested: "Thank you",
};

export const LOOKS: Readonly<Record<Managed["status"], StatusLook>> = {
  booked: ["good", Check, "Booked"],
  requested: ["wait", Clock, "Requested"],
  held: ["wait", Clock, "Held for you"],
  declined: ["off", X, "Declined"],
  released: ["off", X, "Released"],
  canceled: ["off", X, "Canceled"],
  past: ["good", Check, "Completed"],
  missed: ["off", X, "Missed"],
};

/** The button, the question, and its other button. */
type CancelWords = readonly [action: string, title: string, keep: string];

const CANCEL: Readonly<Partial<Record<Managed["status"], CancelWords>>> = {
  requested: ["Cancel Request", "Cancel This Request?", "Keep Request"],
  held: ["Release This Time", "Release This Time?", "Keep This Time"],
};
const CANCEL_BOOKED: CancelWords = [
  "Cancel Appointment",
  "Cancel This Appointment?",
  "Keep Appointment",
];

/** Nothing is booked while a time is only requested or held. */
export function cancelWords(status: Managed["status"]): CancelWords {
  return CANCEL[status] ?? CANCEL_BOOKED;
}

export const OVER: ReadonlySet<Managed["status"]> = new Set([
  "declined",
  "released",
  "canceled",
  "past",
  "missed",
]);

/** `now` is a wall time, and `money` formats a decimal. */
export function describeDeposit(
  booking: Managed,
  now: string,
  formatted: string,
  money: (decimal: string) => string,
): string {
  const { status, paid, refunded, rest } = booking;
  if (refunded) return `The refund of your ${formatted} deposit is on its way.`;
  if (!paid && OVER.has(status)) return "";
  if (!paid && status === "held") return `${formatted} deposit due.${renderRefund(booking, now)}`;
  if (!paid) return `${formatted} deposit due${status === "requested" ? " once we confirm" : ""}.`;
  if (status === "canceled" || status === "missed")
    return `Your ${formatted} deposit isn't refunded.`;
  const isAhead = !OVER.has(status) && rest !== null;
  return `${formatted} deposit paid.${isAhead ? ` ${money(rest)} is due at the salon.` : ""}`;
}

/** What a cancellation costs. `deposit` is formatted. */
export function describeCancel({ paid, refunded, canReschedule }: Managed, deposit = ""): string {
  // A canceled visit that staff put back may have had its deposit refunded.
  if (!paid || refunded) return "Your time will open up for others.";
  return canReschedule
    ? `You get your ${deposit} deposit back.`
    : `We keep your ${deposit} deposit.`;
}

/** Says until when a cancellation refunds the deposit, as the last sentences; empty without one. */
function renderRefund({ deposit, deadline }: Managed, now: string, by = formatStart(deadline)) {
  if (deposit === null) return "";
  return now < deadline
    ? ` Cancel by ${by} to get your deposit back. After that, we keep it.`
    : " We can't refund your deposit if you cancel.";
}

/** Says directly after booking where the details are. */
export function renderNews({ canText, status }: Managed): string {
  if (status !== "booked" && status !== "requested") return "";
  if (!canText) return "We can't text your number, so keep the link to this page. ";
  return status === "booked" ? "We texted you the details. " : "";
}

/** `now` is a wall time. */
export function renderIntro(booking: Managed, now: string, phone: string): string {
  const { canReschedule, deadline, status, payBy, heldUntil } = booking;
  if (status === "requested")
    return booking.canText
      ? "We'll text you when we confirm. Your time is held until then."
      : "You'll see it here when we confirm. Your time is held until then.";
  if (status === "declined")
    return `Book again to find another time${phone && `, or call us at ${phone}`}.`;
  if (payBy !== null && status === "held")
    return `Pay by ${formatUntil(payBy, now)} to keep this time.`;
  if (status === "released")
    return booking.refunded
      ? "Your payment came too late to keep this time. Book again to pick another one."
      : "The deposit wasn't paid in time. Book again to pick a time.";
  if (heldUntil !== null)
    return `${booking.cardUrl === null ? "Pay" : "Add a card"} by ${formatUntil(heldUntil, now)} to keep this time.`;
  if (canReschedule)
    return booking.paid
      ? `You can change the time until ${formatStart(deadline)}.${renderRefund(booking, now, "then")}`
      : `You can change the time until ${formatStart(deadline)}. You can cancel anytime before your visit.`;
  return status === "booked" && phone ? `Questions? Call us at ${phone}.` : "";
}

/** The day is left out on the same day. */
function formatUntil(moment: string, now: string): string {
  return dayOf(moment) === dayOf(now) ? keepTogether(formatClock(moment)) : formatStart(moment);
}
