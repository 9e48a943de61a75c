import type { Providers } from "#src/app.ts";
import type { Config } from "#src/platform/config.ts";
import { connectGoogle } from "#src/platform/providers/google/google.ts";
import { createSimulatedCarrier } from "#src/platform/providers/simulated/carrier.ts";
import { createSimulatedPayments } from "#src/platform/providers/simulated/payments.ts";
import { connectSampleReviews } from "#src/platform/providers/simulated/reviews.ts";
import { connectSmtp } from "#src/platform/providers/smtp/smtp.ts";
import type { TwilioCredentials } from "#src/platform/providers/twilio/credentials.ts";
import { twilioSetup } from "#src/platform/providers/twilio/setup.ts";
import type { TwilioConnection } from "#src/platform/providers/twilio/twilio.ts";
import { connectElevenlabs } from "./elevenlabs.ts";
import type { MailProvider, MailServer } from "./mail.ts";
import { connectPush, type PushProvider } from "./push.ts";

/** The demo promises on every screen that nothing leaves the computer. */
const NO_MAIL: MailProvider = {
  send: async () => ({
    kind: "refused",
    message: "This is a demo: no email leaves this computer.",
  }),
};

const NO_PUSH: PushProvider = {
  send: async () => ({ kind: "failed", reason: "This is a demo: nothing leaves this computer." }),
};

/** Creates the real providers. A Twilio connection is reused until its credentials change. */
export function createProviders(config: Config): Providers {
  const simulatedPayments = config.demo ? createSimulatedPayments(config) : undefined;
  const simulated = config.carrier === "simulated" ? createSimulatedCarrier() : undefined;
  const twilio = twilioSetup(reuseConnection(config));
  return {
    // Webhooks of a Twilio account that is connected are read even while texts are simulated.
    carrier: simulated
      ? { ...twilio, reachesPhones: false, isReady: () => true, connect: async () => simulated }
      : twilio,
    mail: (server: MailServer) => (config.demo ? NO_MAIL : connectSmtp(config, server)),
    payments: async (secretKey) => {
      if (simulatedPayments) return simulatedPayments;
      const { connectStripe } = await import("#src/platform/providers/stripe/stripe.ts");
      return connectStripe(config, secretKey);
    },
    ai: async (apiKey) => {
      if (config.demo) return (await import("./simulated/ai.ts")).connectScriptedAi();
      const { connectOpenai } = await import("#src/platform/providers/openai/openai.ts");
      return connectOpenai(config, apiKey);
    },
    speech: (apiKey) => connectElevenlabs(config, apiKey),
    reviews: (access) =>
      config.demo ? connectSampleReviews(config, access) : connectGoogle(config, access),
    simulatedPayments,
    push: (keys) => (config.demo ? NO_PUSH : connectPush(config, keys)),
    simulated,
  };
}

function reuseConnection(
  config: Config,
): (credentials: TwilioCredentials) => Promise<TwilioConnection> {
  let kept: { readonly key: string; readonly connection: Promise<TwilioConnection> } | undefined;
  return (credentials) => {
    const key = JSON.stringify(credentials);
    if (kept?.key !== key) kept = { key, connection: connect(config, credentials) };
    return kept.connection;
  };
}

async function connect(config: Config, credentials: TwilioCredentials): Promise<TwilioConnection> {
  const { connectTwilio } = await import("#src/platform/providers/twilio/twilio.ts");
  return connectTwilio(config, credentials);
}
