import type { Config } from "#src/config.ts";
import { bad, CHECK_TIMEOUT_MS, good } from "./check.ts";
import type { PaymentsProvider } from "./payments.ts";

type Sdk = typeof import("stripe");

/** The official SDK. Loaded on first use: it costs 60 ms and some 15 MB. */
export async function connectStripe(
  { stripeApiBase }: Pick<Config, "stripeApiBase">,
  secretKey: string,
): Promise<PaymentsProvider> {
  const sdk = await import("stripe");
  const { protocol, hostname, port } = new URL(stripeApiBase);
  const isPlain = protocol === "http:";
  const client = new sdk.default(secretKey, {
    host: hostname,
    port: port || (isPlain ? 80 : 443),
    protocol: isPlain ? "http" : "https",
    timeout: CHECK_TIMEOUT_MS,
    maxNetworkRetries: 1,
    telemetry: false,
  });
  return {
    async check() {
      try {
        const { livemode } = await client.balance.retrieve();
        return good(
          livemode
            ? "Connected in live mode: cards are really charged."
            : "Connected in test mode: no real money moves.",
        );
      } catch (error) {
        return bad(stripeWords(error, sdk));
      }
    },
  };
}

function stripeWords(error: unknown, { default: Stripe }: Sdk): string {
  const { errors } = Stripe;
  if (error instanceof errors.StripeAuthenticationError)
    return error.code === "api_key_expired"
      ? "This secret key has expired. Make a new one in Stripe, under Developers, API keys."
      : "Stripe refused the secret key: copy it again from Stripe, under Developers, API keys.";
  if (error instanceof errors.StripePermissionError)
    return "Stripe knows this restricted key, but it may not read the balance. Give it that permission, or use the secret key.";
  if (error instanceof errors.StripeRateLimitError)
    return "Stripe is busy with this account. Try again in a minute.";
  if (error instanceof errors.StripeConnectionError) return "Stripe cannot be reached right now.";
  if (error instanceof errors.StripeAPIError)
    return "Stripe has trouble of its own right now. Try again later.";
  if (error instanceof errors.StripeError) return `Stripe said no: ${error.message}`;
  throw error;
}
