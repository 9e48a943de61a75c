/**
 * Was this form signed with our token for this address? The whole form is checked before anything
 * reads it: Twilio adds fields without notice, and they are signed too.
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

/** For the self-test: what Twilio would send with this form. */
export async function twilioSignature(
  authToken: string,
  address: string,
  form: Readonly<Record<string, string>>,
): Promise<string> {
  const { getExpectedTwilioSignature } = await import("twilio/lib/webhooks/webhooks.js");
  return getExpectedTwilioSignature(authToken, address, form);
}
