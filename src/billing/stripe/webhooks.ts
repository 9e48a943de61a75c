import type { Hono } from "hono";
import type { App } from "#src/app.ts";
import { PageMissing } from "#src/billing/stripe-pages.ts";
import { findPaymentsProvider, StripeUnreachable } from "#src/billing/stripe-provider.ts";
import { readBytes } from "#src/platform/http/body.ts";
import { findSecret } from "#src/platform/settings/settings.ts";
import { Problem } from "#src/shared/problem.ts";
import { handleStripeEvent } from "./reconcile.ts";

const PATH = "/api/stripe/webhook";
const MAX_BYTES = 1024 * 1024;

/** Mounts POST /api/stripe/webhook. It replies 2xx only after storing the event; otherwise Stripe resends it. */
export function mountStripeWebhook(hono: Hono, app: App): void {
  hono.post(PATH, async (c) => {
    const body = new TextDecoder().decode(await readBytes(c, MAX_BYTES));
    const payments = await findPaymentsProvider(app);
    const secret = findSecret(app, "stripeWebhookSecret");
    if (!payments || !secret) throw new Problem(400, "Stripe isn't set up.");

    const event = await payments.readEvent(body, c.req.header("stripe-signature") ?? "", secret);
    if (!event) throw new Problem(400, "The signature is wrong or too old.");
    // Handling an event may charge, cancel or refund. Stripe resends events for three days.
    if (app.config.passive)
      throw new Problem(503, "This server is passive. Please resend this event.");
    try {
      await handleStripeEvent(app, event);
    } catch (error) {
      if (error instanceof PageMissing)
        throw new Problem(503, "Another Stripe account is connected. Please resend this event.");
      if (!(error instanceof StripeUnreachable)) throw error;
      throw new Problem(503, "Stripe is unreachable. Please resend this event.");
    }
    return c.body(null, 204);
  });
}
