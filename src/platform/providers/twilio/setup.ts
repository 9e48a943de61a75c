import type { App, CarrierSetup } from "#src/app.ts";
import {
  CHECK_TIMEOUT_MS,
  type Check,
  checkFailed,
  checkPassed,
} from "#src/platform/providers/check.ts";
import { getSettings, webhookBaseUrl } from "#src/platform/settings/settings.ts";
import { type TwilioCredentials, twilioCredentials } from "./credentials.ts";
import { explainCode } from "./error-codes.ts";
import { signedForm, twilioSignature } from "./signed-form.ts";
import { readTextWebhook } from "./text-webhook.ts";
import type { TwilioConnection } from "./twilio.ts";
import { EMPTY_TWIML } from "./twiml.ts";

const NOT_SET_UP = checkFailed("Save the Account SID, the auth token and the phone number first.");
const NO_ADDRESS = checkFailed(
  "Save a webhook base URL first. It's this server's address on the internet.",
);

export function twilioSetup(
  connectWith: (credentials: TwilioCredentials) => Promise<TwilioConnection>,
): CarrierSetup {
  async function connect(app: App): Promise<TwilioConnection | undefined> {
    const credentials = twilioCredentials(app);
    return credentials && connectWith(credentials);
  }

  return {
    name: "Twilio",
    reachesPhones: true,
    isReady: (app) => twilioCredentials(app) !== undefined,
    hasAccount: (app) => getSettings(app).twilioAccountSid !== "",
    connect,
    explain: explainCode,
    readWebhook: async (app, c) => readTextWebhook(await signedForm(c, app)),
    replyToText: () => new Response(EMPTY_TWIML, { headers: { "content-type": "text/xml" } }),
    check: async (app) => (await connect(app))?.check() ?? NOT_SET_UP,
    findMissing,
    connectWebhooks: async (app) => {
      const base = webhookBaseUrl(app);
      const addresses = {
        text: `${base}/api/twilio/webhook`,
        call: `${base}/api/voice/incoming`,
        callStatus: `${base}/api/voice/status`,
      };
      return (await connect(app))?.setInboundAddresses(addresses) ?? NOT_SET_UP;
    },
    checkWebhooks,
  };
}

function findMissing(app: App): Check | undefined {
  if (!twilioCredentials(app)) return NOT_SET_UP;
  return webhookBaseUrl(app) ? undefined : NO_ADDRESS;
}

/**
 * Calls our own status webhook by its public address, signed as Twilio would, for a text that does
 * not exist: a 2xx shows that the address leads here and that signatures agree.
 */
async function checkWebhooks(app: App): Promise<Check> {
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
