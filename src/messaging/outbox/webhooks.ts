import type { Hono } from "hono";
import * as z from "zod/mini";
import { whenFree } from "#db/connection.ts";
import type { App } from "#src/app.ts";
import { parseInput } from "#src/platform/http/problems.ts";
import { signedForm } from "#src/platform/http/signed-form.ts";
import { countWebhook } from "#src/platform/metrics/metrics.ts";
import { toProviderStatus } from "#src/platform/providers/twilio/status.ts";
import { recordReceipt } from "./receipts.ts";

/** Twilio adds fields without notice; the others are ignored. */
const StatusCallback = z.object({
  MessageSid: z.string().check(z.minLength(1)),
  To: z.string(),
  MessageStatus: z.string(),
  ErrorCode: z.optional(z.string()),
});

export function mountReceipts(hono: Hono, app: App): void {
  hono.post("/api/twilio/status-callback", async (c) => {
    const form = parseInput(StatusCallback, await signedForm(c, app));
    const rid = Number(c.req.query("rid"));
    await whenFree(() =>
      recordReceipt(app, {
        providerId: form.MessageSid,
        to: form.To,
        status: toProviderStatus(form.MessageStatus),
        errorCode: Number(form.ErrorCode) || null,
        rowId: Number.isSafeInteger(rid) && rid > 0 ? rid : undefined,
      }),
    );
    countWebhook(app, "accepted");
    return c.body(null, 204);
  });
}
