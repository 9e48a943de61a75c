import type { App } from "#src/app.ts";
import { type Check, checkFailed } from "#src/platform/providers/check.ts";
import { findSecret, getSettings, reviewsAccess } from "./settings.ts";

/** Asks Stripe whether the saved secret key is good, and which mode it is. */
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

/** Asks OpenAI whether the saved key may use the assistant's model. */
export async function testOpenai(app: App): Promise<Check> {
  const apiKey = findSecret(app, "openaiApiKey");
  if (!apiKey) return checkFailed("Save the OpenAI API key first.");
  return (await app.providers.ai(apiKey)).check();
}

/** Asks ElevenLabs whether the saved key is good and has anything left. */
export async function testElevenlabs(app: App): Promise<Check> {
  const apiKey = findSecret(app, "elevenlabsApiKey");
  if (!apiKey) return checkFailed("Save the ElevenLabs API key first.");
  return app.providers.speech(apiKey).check();
}

/** Asks Google by the account that is connected, else by the key and the place. */
export async function testGoogle(app: App): Promise<Check> {
  const access = reviewsAccess(app);
  if (!access.refreshToken && !(access.apiKey && access.placeId))
    return checkFailed("Save an API key and the place ID first.");
  return app.providers.reviews(access).check();
}

function modeOf(key: string): string {
  return key.includes("_test_") ? "tests" : "real payments";
}
