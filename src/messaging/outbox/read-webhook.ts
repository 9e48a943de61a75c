import type { Context } from "hono";
import type { App } from "#src/app.ts";
import { signedForm } from "#src/platform/http/signed-form.ts";
import type { CarrierEvent } from "#src/platform/providers/carrier.ts";
import { twilioCredentials } from "#src/platform/settings/settings.ts";
import { Problem } from "#src/shared/problem.ts";

/**
 * Reads a webhook of the carrier that is connected, even while PARLOR_CARRIER=simulated replaces it for
 * sending. @throws Problem 403 for a wrong signature, 400 for a form that is not of this kind
 */
export async function readWebhook<Kind extends CarrierEvent["kind"]>(
  c: Context,
  app: App,
  kind: Kind,
): Promise<CarrierEvent & { kind: Kind }> {
  const form = await signedForm(c, app);
  const credentials = twilioCredentials(app);
  const carrier = credentials && (await app.providers.twilio(credentials));
  const event = carrier?.readWebhook(form);
  if (event?.kind !== kind) throw new Problem(400, `This request isn't about a ${kind}.`);
  return event as CarrierEvent & { kind: Kind };
}
