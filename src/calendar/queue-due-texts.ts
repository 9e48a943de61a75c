import type { App } from "#src/app.ts";
import { isRestored } from "#src/platform/sending-state.ts";
import { sendOffers } from "./automatic-texts/send-offers.ts";
import { sendReminders } from "./reminders/send-reminders.ts";
import { sendThankYous } from "./reminders/send-thank-yous.ts";

/**
 * Queues reminders and thank-yous that are due, and after a restore all offers too, so that those that were sent since the
 * backup are recognized by their bodies.
 */
export async function queueDueTexts(app: App): Promise<void> {
  await sendThankYous(app);
  await sendReminders(app);
  if (isRestored(app)) await sendOffers(app);
}
