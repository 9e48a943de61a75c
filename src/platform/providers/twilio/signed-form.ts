import type { Context } from "hono";
import type { App } from "#src/app.ts";
import { readBytes } from "#src/platform/http/body.ts";
import { requestId } from "#src/platform/http/requests.ts";
import { countWebhook } from "#src/platform/metrics/metrics.ts";
import { webhookBaseUrl } from "#src/platform/settings/settings.ts";
import { Problem } from "#src/shared/problem.ts";
import { twilioCredentials } from "./credentials.ts";

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

/**
 * Returns true when the form was signed with our token for this address. The whole form is checked
 * before any field is read: Twilio adds fields without notice and signs them too.
 */
export async function isSignedByTwilio(
  authToken: string,
  signature: string | undefined,
  address: string,
  form: Readonly<Record<string, string>>,
): Promise<boolean> {
  if (!signature) return false;
  const { validateRequest } = await import("twilio/lib/webhooks/webhooks.js");
  return validateRequest(authToken, signature, address, form);
}

/** Returns the signature that Twilio would send with this form, for the webhook test. */
export async function twilioSignature(
  authToken: string,
  address: string,
  form: Readonly<Record<string, string>>,
): Promise<string> {
  const { getExpectedTwilioSignature } = await import("twilio/lib/webhooks/webhooks.js");
  return getExpectedTwilioSignature(authToken, address, form);
}
