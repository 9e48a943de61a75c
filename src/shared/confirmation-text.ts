import { DEFAULT_SERVICE } from "./constants.ts";
import { formatLongTime } from "./long-date.ts";
import { firstNameOf } from "./names.ts";
import type { WallTime } from "./wall-time.ts";

interface Business {
  readonly businessName: string;
  readonly businessPhone: string;
}

interface Booking {
  readonly service: string;
  /** The full name, of which only the first name is used. */
  readonly employee: string;
  readonly startsAt: WallTime;
  /** The rhythm of a series, after the time of its first visit. */
  readonly series?: string;
  /** Where the client reschedules or cancels; without one they reply or call. */
  readonly manageUrl?: string | undefined;
}

/** The text that confirms a caller's booked appointment; the screen shows it as a preview. */
export function confirmationText(
  { businessName, businessPhone }: Business,
  { service, employee, startsAt, series = "", manageUrl }: Booking,
): string {
  const what = service === "" || service === DEFAULT_SERVICE ? "" : ` for ${service}`;
  return [
    businessName ? `${businessName}: you` : "You",
    ` are booked${what} with ${firstNameOf(employee)} on ${formatLongTime(startsAt)}${series}.`,
    manageUrl
      ? ` Change or cancel: ${manageUrl}`
      : ` To change it, reply here${businessPhone ? ` or call ${businessPhone}` : ""}.`,
  ].join("");
}
