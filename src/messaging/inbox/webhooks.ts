import type { Context, Hono } from "hono";
import { isBusy, isDiskFull, whenFree } from "#db/connection.ts";
import type { App } from "#src/app.ts";
import { readWebhook } from "#src/messaging/outbox/webhooks.ts";
import { countWebhook } from "#src/platform/metrics/metrics.ts";
import { recordMissedText } from "#src/platform/sending-state.ts";
import { Problem } from "#src/shared/problem.ts";
import { recordRefusedText } from "./catch-up.ts";
import { receiveText } from "./inbound.ts";

export function mountInboundTexts(hono: Hono, app: App): void {
  hono.post("/api/twilio/webhook", async (c) => {
    const { kind: _, from, ...text } = await readText(c, app);
    // A sender without a number cannot be a client, and nothing could be sent back.
    if (from === undefined)
      app.log("warn", "ignored a text without a sender's number", { providerId: text.providerId });
    else
      try {
        await whenFree(() => receiveText(app, { ...text, from, at: app.now() }));
      } catch (error) {
        countWebhook(app, "failed");
        // A carrier may not retry after a 5xx, so the text is fetched before anything else is sent.
        if (isDiskFull(error) || isBusy(error)) recordMissedText(app);
        throw error;
      }
    countWebhook(app, "accepted");
    return app.providers.carrier.replyToText();
  });
}

async function readText(c: Context, app: App) {
  try {
    return await readWebhook(c, app, "text");
  } catch (error) {
    if (error instanceof Problem && error.status === 403) recordRefusedText(app);
    throw error;
  }
}
