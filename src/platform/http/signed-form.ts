import type { Context } from "hono";
import type { App } from "#src/app.ts";
import { countWebhook } from "#src/platform/metrics/metrics.ts";
import { isSignedByTwilio } from "#src/platform/providers/twilio/signature.ts";
import { twilioCredentials, webhookBaseUrl } from "#src/platform/settings/settings.ts";
import { Problem } from "#src/shared/problem.ts";
import { readBytes } from "./body.ts";
import { requestId } from "./requests.ts";

const LIMIT = 64 * 1024;

/**
 * Reads a form that Twilio signed for exactly this address: the configured base, the path and the raw
 * query, never the Host header. @throws Problem 403 for a wrong signature, 413, 415
 */
export async function signedForm(c: Context, app: App): Promise<Record<string, string>> {
  if (!/^application\/x-www-form-urlencoded\b/i.test(c.req.header("content-type") ?? ""))
    throw new Problem(415, "Expected a form post from Twilio.");
  const form = Object.fromEntries(
    new URLSearchParams(new TextDecoder().decode(await readBytes(c, LIMIT))),
  );
  const credentials = twilioCredentials(app);
  const base = webhookBaseUrl(app);
  const { pathname, search } = new URL(c.req.url);
  const signed =
    credentials !== undefined &&
    base !== undefined &&
    (await isSignedByTwilio(
      credentials.authToken,
      c.req.header("x-twilio-signature"),
      `${base}${pathname}${search}`,
      form,
    ));
  if (!signed || form["AccountSid"] !== credentials.accountSid) {
    countWebhook(app, "refused");
    app.log("warn", "a webhook was refused", { request: requestId(c.req.raw), path: pathname });
    throw new Problem(403, "The signature isn't Twilio's.");
  }
  return form;
}
