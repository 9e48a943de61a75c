import type { Hono } from "hono";
import type { App } from "#src/app.ts";
import { secretOf } from "#src/platform/settings/settings.ts";
import { Problem } from "#src/shared/problem.ts";
import { paymentsOf, StripeUnreachable } from "./provider.ts";
import { hearEvent } from "./reconcile.ts";

const PATH = "/api/stripe/webhook";
const MOST_BYTES = 1024 * 1024;

/** POST /api/stripe/webhook: 2xx only once it is written down; anything else makes Stripe tell it again. */
export function mountStripeWebhook(hono: Hono, app: App): void {
  hono.post(PATH, async (c) => {
    const length = Number(c.req.header("content-length") ?? 0);
    if (length > MOST_BYTES) throw new Problem(413, "That is too large for an event.");
    const body = await c.req.text();
    if (body.length > MOST_BYTES) throw new Problem(413, "That is too large for an event.");
    const payments = await paymentsOf(app);
    const secret = secretOf(app, "stripeWebhookSecret");
    if (!payments || !secret) throw new Problem(400, "Stripe is not set up here.");

    const event = await payments.readEvent(body, c.req.header("stripe-signature") ?? "", secret);
    if (!event) throw new Problem(400, "The signature is wrong or old.");
    // What it tells of may be charged, canceled or paid back for. Stripe goes on telling for three days.
    if (app.config.passive) throw new Problem(503, "This server is passive. Tell it again.");
    try {
      await hearEvent(app, event);
    } catch (error) {
      if (!(error instanceof StripeUnreachable)) throw error;
      throw new Problem(503, "Stripe could not be asked about it. Tell it again.");
    }
    return c.body(null, 204);
  });
}
