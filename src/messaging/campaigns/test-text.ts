import { inTransaction } from "#db/connection.ts";
import type { App, Staff } from "#src/app.ts";
import { optedOutSince } from "#src/clients/consent.ts";
import { canSend, sendText } from "#src/messaging/outbox/outbox.ts";
import { record } from "#src/platform/audit/audit.ts";
import { limitRate } from "#src/platform/http/rate-limit.ts";
import { requirePhone } from "#src/platform/phone-numbers.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { fillFields, SAMPLE_CLIENT } from "#src/shared/merge-fields.ts";
import { seesPhones } from "#src/shared/permissions.ts";
import { Problem } from "#src/shared/problem.ts";
import { renderMessage } from "./render-message.ts";

const TESTS_PER_HOUR = 20;

/** Sends the message to the writer's own phone, as a client would get it. */
export function sendTest(
  app: App,
  actor: Staff,
  input: { message: string; phoneNumber: string },
): { phoneNumber: string } {
  const phoneNumber = requirePhone(input.phoneNumber, getSettings(app).country);
  if (!canSend(app))
    throw new Problem(409, "Texting is not set up. Add your Twilio account in Settings.");
  limitRate(app, `test text ${actor.id}`, TESTS_PER_HOUR, 3600);
  if (optedOutSince(app, phoneNumber) !== undefined) {
    // A user who may not see numbers must not learn which ones have opted out.
    if (!seesPhones(actor)) return { phoneNumber };
    const refusal = "This number has opted out and cannot receive messages";
    throw new Problem(403, refusal, { errors: { phoneNumber: refusal } });
  }

  const { message } = renderMessage(app, input.message);
  return inTransaction(app.db, () => {
    sendText(app, {
      purpose: "test",
      phone: phoneNumber,
      contactId: null,
      body: fillFields(message, { ...SAMPLE_CLIENT, phoneNumber }),
    });
    record(app, actor, { action: "campaign.test" });
    return { phoneNumber };
  });
}
