import { findEmployee } from "#db/calendar/employees.ts";
import type { OfferRow } from "#db/calendar/waitlist-offers.ts";
import type { App } from "#src/app.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { toWallTime } from "#src/platform/time.ts";
import { fillBusinessName } from "#src/shared/business-name.ts";
import { formatClock } from "#src/shared/clock-time.ts";
import { fillTemplate } from "#src/shared/fill-template.ts";
import { joinWords } from "#src/shared/join-words.ts";
import { formatLongTime } from "#src/shared/long-date.ts";
import { firstNameOf } from "#src/shared/names.ts";

type Time = Pick<OfferRow, "startsAt" | "employeeId" | "performers">;

export function renderOffer(
  app: App,
  time: Time,
  {
    clientName,
    service,
    expiresAt,
    terms,
  }: {
    clientName: string;
    service: string;
    expiresAt: number;
    /** What a YES does: see answer-terms.ts. */
    terms: { status: "booked" | "requested" | "deposit"; deposit?: string };
  },
): string {
  const until = formatClock(toWallTime(app, expiresAt));
  const { status, deposit } = terms;
  const cost = deposit === undefined ? "" : `. It takes a ${deposit} deposit`;
  const result = {
    booked: "book it",
    requested: "request it",
    deposit: "get the link to pay",
  }[status];
  const { businessName, waitlistOfferMessage } = getSettings(app);
  return fillTemplate(fillBusinessName(waitlistOfferMessage, businessName), {
    firstName: firstNameOf(clientName),
    openTime: `${formatVisit(app, service, time)}${cost}`,
    howToReply: `Reply YES by ${until} to ${result}, or NO to pass.`,
  }).trim();
}

/** Answers a YES to an offer that needs a deposit. */
export function renderDepositDue(
  app: App,
  time: Time,
  { service, deposit, url }: { service: string; deposit: string; url: string },
): string {
  return withName(
    app,
    `almost there. To book ${formatVisit(app, service, time)}, pay the ${deposit} deposit within 30 minutes: ${url}`,
  );
}

/** Answers a YES where the owner approves bookings. */
export function renderRequested(
  app: App,
  { startsAt }: Pick<Time, "startsAt">,
  url: string,
): string {
  return withName(
    app,
    `thanks, we have your request for ${formatLongTime(startsAt)}. We'll text you once it's confirmed. Change or cancel: ${url}`,
  );
}

function formatVisit(
  app: App,
  service: string,
  { startsAt, employeeId, performers }: Time,
): string {
  const ids = new Set(performers ?? [employeeId]);
  const who = joinWords([...ids].map((id) => firstNameOf(findEmployee(app.db, id)?.name ?? "")));
  return `${service} with ${who} on ${formatLongTime(startsAt)}`;
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

/** For a client who left offers unanswered on several days. */
export function renderLeft(app: App, service: string): string {
  return withName(
    app,
    `we haven't heard back about our offers, so you're off our waitlist for ${service}. Reply WAIT to stay on it.`,
  );
}

export function renderRejoined(services: readonly string[]): string {
  const list = joinWords(services);
  return `You're still on our waitlist for ${list}. We'll text you when a time opens up.`;
}

function withName(app: App, text: string): string {
  return fillBusinessName(`{businessName}: ${text}`, getSettings(app).businessName);
}

function phoneOf(app: App): string {
  const { businessPhone } = getSettings(app);
  return businessPhone ? ` or call ${businessPhone}` : "";
}
