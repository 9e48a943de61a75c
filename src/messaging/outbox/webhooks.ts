import type { Hono } from "hono";
import { whenFree } from "#db/connection.ts";
import type { App } from "#src/app.ts";
import { countWebhook } from "#src/platform/metrics/metrics.ts";
import { readWebhook } from "./read-webhook.ts";
import { recordReceipt } from "./receipts.ts";

export function mountReceipts(hono: Hono, app: App): void {
  hono.post("/api/twilio/status-callback", async (c) => {
    const { kind: _, ...receipt } = await readWebhook(c, app, "receipt");
    const rid = Number(c.req.query("rid"));
    const rowId = Number.isSafeInteger(rid) && rid > 0 ? rid : undefined;
    await whenFree(() => recordReceipt(app, { ...receipt, rowId }));
    countWebhook(app, "accepted");
    return c.body(null, 204);
  });
}
