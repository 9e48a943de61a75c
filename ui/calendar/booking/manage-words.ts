import type { Managed } from "#src/calendar/online-booking/contract.ts";
import { formatStart } from "./format.ts";

export const OVER: ReadonlySet<Managed["status"]> = new Set([
  "declined",
  "released",
  "canceled",
  "past",
  "missed",
]);

export function describeDeposit({ status, paid, refunded }: Managed, deposit: string): string {
  if (refunded) return `The refund of your ${deposit} deposit is on its way.`;
  if (!paid && OVER.has(status)) return "";
  if (!paid) return `${deposit} deposit due${status === "requested" ? " once we confirm" : ""}.`;
  return status === "canceled" || status === "missed"
    ? `Your ${deposit} deposit isn't refunded.`
    : `${deposit} deposit paid.`;
}

export function renderIntro(booking: Managed, phone = ""): string {
  const { canReschedule, canCancel, deadline, status, payBy } = booking;
  if (status === "requested")
    return booking.canText
      ? "We'll text you when we confirm. Your time is held until then."
      : "You'll see it here when we confirm. Your time is held until then.";
  if (status === "declined")
    return `Book again to find another time${phone && `, or call us at ${phone}`}.`;
  if (payBy !== null && status === "held")
    return `We approved your time. Pay the deposit by ${formatStart(payBy)} to keep it.`;
  if (status === "released")
    return booking.refunded
      ? "Your payment came too late to keep this time. Book again to pick another one."
      : "The deposit wasn't paid in time. Book again to pick a time.";
  if (booking.cardUrl !== null) return "Add a card to book it. We hold your time for half an hour.";
  if (canReschedule) return `You can change or cancel it until ${formatStart(deadline)}.`;
  if (canCancel && status === "booked")
    return `It's too late to change the time online.${phone && ` Call us at ${phone}.`}`;
  return "";
}
