import type { Context, Hono } from "hono";
import type { App } from "#src/app.ts";
import { countAsLong } from "#src/platform/http/requests.ts";
import { countWebhook } from "#src/platform/metrics/metrics.ts";
import type { CarrierEvent } from "#src/platform/providers/carrier.ts";
import { queueWrite } from "#src/platform/write-batch.ts";
import { Problem } from "#src/shared/problem.ts";
import { recordReceipt } from "./receipts.ts";

export function mountReceipts(hono: Hono, app: App): void {
  hono.post("/api/twilio/status-callback", async (c) => {
    const { kind: _, ...receipt } = await readWebhook(c, app, "receipt");
    const rid = Number(c.req.query("rid"));
    const rowId = Number.isSafeInteger(rid) && rid > 0 ? rid : undefined;
    countAsLong(app, c.req.raw);
    await queueWrite(app, () => recordReceipt(app, { ...receipt, rowId }));
    countWebhook(app, "accepted");
    return c.body(null, 204);
  });
}

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
