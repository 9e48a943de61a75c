import type { Context } from "hono";
import type { App } from "#src/app.ts";
import type { CarrierEvent } from "#src/platform/providers/carrier.ts";
import { Problem } from "#src/shared/problem.ts";

/** Reads a webhook of the carrier. @throws Problem 403 for a wrong signature, 400 for one that is not of this kind */
export async function readWebhook<Kind extends CarrierEvent["kind"]>(
  c: Context,
  app: App,
  kind: Kind,
): Promise<CarrierEvent & { kind: Kind }> {
  const event = await app.providers.carrier.readWebhook(app, c);
  if (event?.kind !== kind) throw new Problem(400, `This request isn't about a ${kind}.`);
  return event as CarrierEvent & { kind: Kind };
}
