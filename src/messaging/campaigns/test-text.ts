import { inTransaction } from "#db/connection.ts";
import type { App, Staff } from "#src/app.ts";
import { optedOutSince } from "#src/clients/consent.ts";
import { canSend, sendText } from "#src/messaging/outbox/outbox.ts";
import { record } from "#src/platform/audit/audit.ts";
import { limit } from "#src/platform/http/rate-limit.ts";
import { requirePhone } from "#src/platform/phone-numbers.ts";
import { settingsOf } from "#src/platform/settings/settings.ts";
import { fillFields } from "#src/shared/merge-fields.ts";
import { seesPhones } from "#src/shared/permissions.ts";
import { Problem } from "#src/shared/problem.ts";
import { worded } from "./wording.ts";

const AN_HOUR = 20;
const SAMPLE_NAME = "Alex Morgan";

/** The message to the writer's own phone, as a client would get it. */
export function sendTest(
  app: App,
  actor: Staff,
  wanted: { message: string; phoneNumber: string },
): { phoneNumber: string } {
  const phoneNumber = requirePhone(wanted.phoneNumber, settingsOf(app).country);
  if (!canSend(app))
    throw new Problem(409, "Texting is not set up. Add your Twilio account in Settings.");
  limit(app, `test text ${actor.id}`, AN_HOUR, 3600);
  if (optedOutSince(app, phoneNumber) !== undefined) {
    // Who may not see numbers does not find out whose opted out either.
    if (!seesPhones(actor)) return { phoneNumber };
    const words = "This number has opted out and cannot receive messages";
    throw new Problem(403, words, { errors: { phoneNumber: words } });
  }

  const { message } = worded(app, wanted.message);
  return inTransaction(app.db, () => {
    sendText(app, {
      purpose: "test",
      phone: phoneNumber,
      contactId: null,
      body: fillFields(message, { name: SAMPLE_NAME, phoneNumber }),
    });
    record(app, actor, { action: "campaign.test" });
    return { phoneNumber };
  });
}
