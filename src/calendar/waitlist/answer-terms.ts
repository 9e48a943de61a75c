import { findServices } from "#db/calendar/services.ts";
import type { WaitlistRow } from "#db/calendar/waitlist.ts";
import type { App } from "#src/app.ts";
import { HOLD_MS } from "#src/calendar/online-booking/deposits.ts";
import { MIN_REQUEST_NOTICE_MS } from "#src/calendar/online-booking/rules.ts";
import { bookingStatus, depositCentsOf } from "#src/calendar/online-booking/services.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { toInstant } from "#src/platform/time.ts";
import { formatMoney } from "#src/shared/money.ts";

interface AnswerTerms {
  /** What becomes of the time with a YES. */
  readonly status: ReturnType<typeof bookingStatus>;
  /** "$30.00", of a deposit that the YES leads to. */
  readonly deposit?: string;
  /** How long before the visit the YES must come, in milliseconds: a decision and a deposit take time. */
  readonly leadMs: number;
}

/**
 * Returns what a YES to an offer does. A client who joined the list themselves, or in a call, follows the owner's rules
 * of online booking. Clients added by staff are booked immediately, like any booking by staff.
 */
export function answerTerms(
  app: App,
  { source, serviceIds }: Pick<WaitlistRow, "source" | "serviceIds">,
): AnswerTerms {
  const services = source === "staff" ? undefined : findServices(app.db, serviceIds);
  if (!services) return { status: "booked", leadMs: 0 };
  const status = bookingStatus(app, services);
  const depositCents = depositCentsOf(app, services);
  return {
    status,
    ...(depositCents !== null && {
      deposit: formatMoney(depositCents, getSettings(app).currency),
    }),
    leadMs: { booked: 0, requested: MIN_REQUEST_NOTICE_MS, deposit: HOLD_MS }[status],
  };
}

/** Whether a YES that comes by then, in epoch milliseconds, is in time for a visit that starts at this wall time. */
export function isInTime(
  app: App,
  entry: Pick<WaitlistRow, "source" | "serviceIds">,
  startsAt: string,
  answeredAt: number,
): boolean {
  return toInstant(app, startsAt) > answeredAt + answerTerms(app, entry).leadMs;
}
