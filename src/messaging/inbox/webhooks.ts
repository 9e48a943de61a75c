import type { Hono } from "hono";
import * as z from "zod/mini";
import { isBusy, isDiskFull, whenFree } from "#db/connection.ts";
import type { App } from "#src/app.ts";
import { parseInput } from "#src/platform/http/problems.ts";
import { signedForm } from "#src/platform/http/signed-form.ts";
import { countWebhook } from "#src/platform/metrics/metrics.ts";
import { recordMissedText } from "#src/platform/sending-state.ts";
import { receiveText } from "./inbound.ts";

/** Twilio adds fields without notice; the others are ignored. */
const InboundForm = z.object({
  MessageSid: z.string().check(z.minLength(1)),
  From: z.string().check(z.minLength(1)),
  Body: z._default(z.string(), ""),
  OptOutType: z.optional(z.string()),
  NumMedia: z._default(z.coerce.number().check(z.int(), z.gte(0)), 0),
});

const MAX_MEDIA = 10;

/** Reads MediaUrl0, MediaUrl1 and so on: `count` of them, but no more than a text can have. */
function mediaSources(form: Record<string, string>, count: number): (string | null)[] {
  return Array.from(
    { length: Math.min(count, MAX_MEDIA) },
    (_, at) => form[`MediaUrl${at}`] || null,
  );
}

const EMPTY_TWIML = `<?xml version="1.0" encoding="UTF-8"?><Response/>`;

export function mountInboundTexts(hono: Hono, app: App): void {
  hono.post("/api/twilio/webhook", async (c) => {
    const signed = await signedForm(c, app);
    const form = parseInput(InboundForm, signed);
    try {
      await whenFree(() =>
        receiveText(app, {
          providerId: form.MessageSid,
          from: form.From,
          body: form.Body,
          at: app.now(),
          carrierAnswered: form.OptOutType !== undefined,
          media: mediaSources(signed, form.NumMedia),
        }),
      );
    } catch (error) {
      countWebhook(app, "failed");
      // Twilio may not retry after a 5xx, so the text is fetched before anything else is sent.
      if (isDiskFull(error) || isBusy(error)) recordMissedText(app);
      throw error;
    }
    countWebhook(app, "accepted");
    return c.body(EMPTY_TWIML, 200, { "content-type": "text/xml" });
  });
}
