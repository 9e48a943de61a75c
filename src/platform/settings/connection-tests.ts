import { writeWhenFree } from "#db/connection.ts";
import type { App, Staff } from "#src/app.ts";
import { record } from "#src/platform/audit/audit.ts";
import {
  CHECK_TIMEOUT_MS,
  type Check,
  checkFailed,
  checkPassed,
} from "#src/platform/providers/check.ts";
import { twilioSignature } from "#src/platform/providers/twilio/signature.ts";
import { twilioCredentials, webhookBaseUrl } from "./settings.ts";

const NOT_SET_UP = checkFailed("Save the Account SID, the auth token and the phone number first.");
const NO_ADDRESS = checkFailed(
  "Save a webhook base URL first. It's this server's address on the internet.",
);

/** Checks the saved credentials and number at Twilio. */
export async function testTwilio(app: App): Promise<Check> {
  const credentials = twilioCredentials(app);
  if (!credentials) return NOT_SET_UP;
  return (await app.providers.twilio(credentials)).check();
}

/** Points the number's texts and calls at this installation. */
export async function connectWebhook(app: App, actor: Staff): Promise<Check> {
  const credentials = twilioCredentials(app);
  const base = webhookBaseUrl(app);
  if (!credentials) return NOT_SET_UP;
  if (!base) return NO_ADDRESS;
  const check = await (await app.providers.twilio(credentials)).setInboundAddresses({
    text: `${base}/api/twilio/webhook`,
    call: `${base}/api/voice/incoming`,
    callStatus: `${base}/api/voice/status`,
  });
  await writeWhenFree(app.db, () =>
    record(app, actor, { action: "settings.connect_webhook", metadata: { ok: check.ok } }),
  );
  return check;
}

/**
 * Calls our own status webhook by its public address, signed as Twilio would, for a text that does
 * not exist: a 2xx shows that the address leads here and that signatures agree.
 */
export async function testWebhook(app: App): Promise<Check> {
  const credentials = twilioCredentials(app);
  const base = webhookBaseUrl(app);
  if (!credentials) return NOT_SET_UP;
  if (!base) return NO_ADDRESS;

  const address = `${base}/api/twilio/status-callback`;
  const form = {
    MessageSid: `SM${"0".repeat(32)}`,
    AccountSid: credentials.accountSid,
    To: credentials.phoneNumber,
    MessageStatus: "sent",
  };
  try {
    const answer = await fetch(address, {
      method: "POST",
      headers: {
        "x-twilio-signature": await twilioSignature(credentials.authToken, address, form),
      },
      body: new URLSearchParams(form),
      redirect: "manual",
      signal: AbortSignal.timeout(CHECK_TIMEOUT_MS),
    });
    return toCheck(answer.status, base);
  } catch {
    return checkFailed(`${base} can't be reached from here. Check the address and your proxy.`);
  }
}

function toCheck(status: number, base: string): Check {
  if (status >= 200 && status < 300)
    return checkPassed("Webhooks arrive here, and their signature is right.");
  if (status >= 300 && status < 400)
    return checkFailed(`${base} sends callers elsewhere (${status}). Use the final address.`);
  if (status === 403)
    return checkFailed(
      `${base} reaches a Parlor, but the signature is refused: is it another installation?`,
    );
  return checkFailed(`${base} answered ${status} instead of this server.`);
}
