import { findHoldEnd, type OnlineBookingRow } from "#db/calendar/online-bookings.ts";
import type { App } from "#src/app.ts";
import { toInstant } from "#src/platform/time.ts";
import type { Managed } from "./contract.ts";
import { awaitsDeposit } from "./deposit-requests.ts";

const CANCELED = { declined: "declined", unpaid: "released", other: "canceled" } as const;

/** `status` is the visit's, undefined without one. */
export function statusOf(
  app: App,
  booking: OnlineBookingRow,
  status: string | undefined,
  startsAt: string,
): Managed["status"] {
  if (status === "canceled") return CANCELED[booking.cancelReason ?? "other"];
  if (status === undefined) {
    if (booking.canceledAt !== null) return "canceled";
    const holdEnd = findHoldEnd(app.db, booking.holdId) ?? 0;
    return holdEnd > app.now() ? "held" : "released";
  }
  if (toInstant(app, startsAt) <= app.now())
    // No one decided, and the server is about to decline it.
    return status === "requested" ? "declined" : status === "no_show" ? "missed" : "past";
  if (status === "requested") return "requested";
  return awaitsDeposit(app, booking) ? "held" : "booked";
}
