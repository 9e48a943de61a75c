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
