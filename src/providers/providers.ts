import type { Providers } from "#src/app.ts";
import type { Config } from "#src/config.ts";
import { connectElevenlabs } from "./elevenlabs.ts";
import { connectGoogle } from "./google.ts";
import type { MailProvider, MailServer } from "./mail.ts";
import { connectOpenai } from "./openai.ts";
import { sampleOrGoogle } from "./sample-reviews.ts";
import { connectScriptedAi } from "./scripted-ai.ts";
import { createSimulatedCarrier, type SimulatedCarrier } from "./simulated-carrier.ts";
import type { SmsProvider, TwilioCredentials } from "./sms.ts";
import { connectSmtp } from "./smtp.ts";
import { connectStripe } from "./stripe.ts";
import { connectTwilio } from "./twilio.ts";

/** The demo says on every screen that nothing leaves the computer. */
const NO_MAIL: MailProvider = {
  send: async () => ({
    kind: "refused",
    words: "This is a demo: no mail leaves this computer.",
  }),
};

/** The real ones. A connection is kept until its credentials change. */
export function createProviders(
  config: Config,
): Providers & { readonly simulated: SimulatedCarrier | undefined } {
  let kept: { readonly key: string; readonly provider: Promise<SmsProvider> } | undefined;
  return {
    twilio(credentials: TwilioCredentials) {
      const key = JSON.stringify(credentials);
      if (kept?.key !== key) kept = { key, provider: connectTwilio(config, credentials) };
      return kept.provider;
    },
    mail: (server: MailServer) => (config.demo ? NO_MAIL : connectSmtp(config, server)),
    payments: (secretKey) => connectStripe(config, secretKey),
    ai: async (apiKey) => (config.demo ? connectScriptedAi() : connectOpenai(config, apiKey)),
    speech: (apiKey) => connectElevenlabs(config, apiKey),
    reviews: (access) =>
      config.demo ? sampleOrGoogle(config, access) : connectGoogle(config, access),
    simulated: config.carrier === "simulated" ? createSimulatedCarrier() : undefined,
  };
}
