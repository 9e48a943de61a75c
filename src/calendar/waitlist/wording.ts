import type { OfferRow } from "#db/calendar/waitlist-offers.ts";
import type { App } from "#src/app.ts";
import { getEmployee } from "#src/calendar/employees/employees.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { toWallTime } from "#src/platform/time.ts";
import { fillBusinessName } from "#src/shared/business-name.ts";
import { formatClock } from "#src/shared/clock-time.ts";
import { formatLongTime } from "#src/shared/long-date.ts";
import { firstNameOf } from "#src/shared/names.ts";

type Time = Pick<OfferRow, "startsAt" | "employeeId">;

export function renderOffer(
  app: App,
  { startsAt, employeeId }: Time,
  { service, expiresAt }: { service: string; expiresAt: number },
): string {
  const who = firstNameOf(getEmployee(app, employeeId).name);
  const until = formatClock(toWallTime(app, expiresAt));
  return withName(
    app,
    `a time opened up. ${service} with ${who} on ${formatLongTime(startsAt)}. Reply YES by ${until} to book it, or NO to pass.`,
  );
}

export function renderGone(app: App, { startsAt }: Time, isStillWaiting: boolean): string {
  const rest = isStillWaiting
    ? "You're still on our waitlist, and we'll text you when another time opens up."
    : `To find another time, reply here${phoneOf(app)}.`;
  return withName(app, `sorry, ${formatLongTime(startsAt)} is no longer available. ${rest}`);
}

export function renderDeclined(): string {
  return "Thanks for letting us know. You're still on our waitlist, and we'll text you when another time opens up.";
}

function withName(app: App, text: string): string {
  return fillBusinessName(`{businessName}: ${text}`, getSettings(app).businessName);
}

function phoneOf(app: App): string {
  const { businessPhone } = getSettings(app);
  return businessPhone ? ` or call ${businessPhone}` : "";
}
