import type { App } from "#src/app.ts";
import { findPaymentsProvider } from "#src/billing/stripe-provider.ts";
import { carrierOf } from "#src/messaging/outbox/outbox.ts";
import { isSilent, recordReach } from "#src/platform/reachability.ts";

/** Without a text or a charge that waits, nothing else would notice that a service answers again. */
export async function probeSilentServices(app: App): Promise<void> {
  if (isSilent(app, "twilio")) {
    const carrier = await carrierOf(app);
    if (!carrier || !(await carrier.check()).unanswered) recordReach(app, "twilio", true);
  }
  if (isSilent(app, "stripe")) {
    const payments = await findPaymentsProvider(app);
    if (!payments || !(await payments.check()).unanswered) recordReach(app, "stripe", true);
  }
}
