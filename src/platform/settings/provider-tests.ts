import type { App } from "#src/app.ts";
import { type Check, checkFailed } from "#src/platform/providers/check.ts";
import { findSecret, getSettings, reviewsAccess } from "./settings.ts";

/** Checks the saved secret key at Stripe, and that both keys have the same mode. */
export async function testStripe(app: App): Promise<Check> {
  const secretKey = findSecret(app, "stripeSecretKey");
  if (!secretKey) return checkFailed("Save the secret key first.");
  const check = await (await app.providers.payments(secretKey)).check();
  const { stripePublishableKey: publishable } = getSettings(app);
  if (check.ok && publishable && modeOf(publishable) !== modeOf(secretKey))
    return checkFailed(
      `The secret key is for ${modeOf(secretKey)}, the publishable key for ${modeOf(publishable)}: take both from the same page at Stripe.`,
    );
  return check;
}

/** Checks at OpenAI that the saved key may use the assistant's model. */
export async function testOpenai(app: App): Promise<Check> {
  const apiKey = findSecret(app, "openaiApiKey");
  if (!apiKey) return checkFailed("Save the OpenAI API key first.");
  return (await app.providers.ai(apiKey)).check();
}

/** Checks at ElevenLabs that the saved key is valid and has characters left. */
export async function testElevenlabs(app: App): Promise<Check> {
  const apiKey = findSecret(app, "elevenlabsApiKey");
  if (!apiKey) return checkFailed("Save the ElevenLabs API key first.");
  return app.providers.speech(apiKey).check();
}

/** Checks the connected Google account, or the API key and the place ID. */
export async function testGoogle(app: App): Promise<Check> {
  const access = reviewsAccess(app);
  if (!access.refreshToken && !(access.apiKey && access.placeId))
    return checkFailed("Save an API key and the place ID first.");
  return app.providers.reviews(access).check();
}

function modeOf(key: string): string {
  return key.includes("_test_") ? "tests" : "real payments";
}
