import type { OfferRow } from "#db/calendar/waitlist-offers.ts";
import type { App } from "#src/app.ts";
import { getEmployee } from "#src/calendar/employees/employees.ts";
import { formatDate } from "#src/calendar/reminders/wording.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { toWallTime } from "#src/platform/time.ts";
import { formatClock } from "#src/shared/clock-time.ts";
import { firstNameOf } from "#src/shared/names.ts";

type Time = Pick<OfferRow, "startsAt" | "employeeId">;

export function renderOffer(
  app: App,
  time: Time,
  { service, expiresAt }: { service: string; expiresAt: number },
): string {
  const who = firstNameOf(getEmployee(app, time.employeeId).name);
  const until = formatClock(toWallTime(app, expiresAt));
  return `${nameOf(app)}a time opened up. ${service} with ${who} on ${when(time)}. Reply YES by ${until} to book it, or NO to pass.`;
}

export function renderGone(app: App, time: Time, isStillWaiting: boolean): string {
  const rest = isStillWaiting
    ? "You're still on our waitlist, and we'll text you when another time opens up."
    : `To find another time, reply here${phoneOf(app)}.`;
  return `${nameOf(app)}sorry, ${when(time)} is no longer available. ${rest}`;
}

export function renderDeclined(): string {
  return "Thanks for letting us know. You're still on our waitlist, and we'll text you when another time opens up.";
}

function when({ startsAt }: Time): string {
  return `${formatDate(startsAt)} at ${formatClock(startsAt)}`;
}

function nameOf(app: App): string {
  const { businessName } = getSettings(app);
  return businessName ? `${businessName}: ` : "Waitlist: ";
}

function phoneOf(app: App): string {
  const { businessPhone } = getSettings(app);
  return businessPhone ? ` or call ${businessPhone}` : "";
}
