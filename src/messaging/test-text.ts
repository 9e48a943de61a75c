import { inTransaction } from "#db/connection.ts";
import type { App, Staff } from "#src/app.ts";
import { optedOutSince } from "#src/clients/consent.ts";
import { requireCarrier, sendText } from "#src/messaging/outbox/outbox.ts";
import { record } from "#src/platform/audit/audit.ts";
import { type Limit, limitRate } from "#src/platform/http/rate-limit.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { seesPhones } from "#src/shared/permissions.ts";
import { fieldProblem, Problem } from "#src/shared/problem.ts";

const TESTS: Limit = { name: "test texts", most: 20, seconds: 3600 };

/**
 * Sends a text to the test number in Settings. No other number is allowed, because a test text needs no approval.
 * @throws Problem 403, 409, 429
 */
export function sendTestText(
  app: App,
  actor: Staff,
  { action, render }: { readonly action: string; readonly render: (phone: string) => string },
): { phoneNumber: string } {
  const phoneNumber = getTestNumber(app);
  requireCarrier(app);
  limitRate(app, TESTS, actor.id);
  if (optedOutSince(app, phoneNumber) !== undefined) {
    // A user who may not see numbers must not learn which ones have opted out.
    if (!seesPhones(actor)) return { phoneNumber };
    const refusal = "This number has opted out and cannot receive messages";
    throw fieldProblem(403, "phoneNumber", refusal);
  }

  return inTransaction(app.db, () => {
    const body = render(phoneNumber);
    sendText(app, { purpose: "test", phone: phoneNumber, contactId: null, body });
    record(app, actor, { action });
    return { phoneNumber };
  });
}

/** The test number in E.164; undefined until an admin adds it. */
export function findTestNumber(app: App): string | undefined {
  return getSettings(app).testPhoneNumber || undefined;
}

/** @throws Problem 409 */
export function getTestNumber(app: App): string {
  const phoneNumber = findTestNumber(app);
  if (phoneNumber === undefined)
    throw new Problem(409, "No test number is set. An administrator can add one in Settings.");
  return phoneNumber;
}
