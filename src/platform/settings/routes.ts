import { inTransaction, writeWhenFree } from "#db/connection.ts";
import { findUser } from "#db/platform/users.ts";
import type { App, Staff } from "#src/app.ts";
import { record } from "#src/platform/audit/audit.ts";
import { requireDiskReserve } from "#src/platform/disk/disk.ts";
import { type Limit, limitRate } from "#src/platform/http/rate-limit.ts";
import { admin, defineModule, staff } from "#src/platform/http/routes.ts";
import { sendMail, sendMembershipMail } from "#src/platform/mail.ts";
import { type Check, checkFailed } from "#src/platform/providers/check.ts";
import { resumeSending } from "#src/platform/sending-state.ts";
import { Problem } from "#src/shared/problem.ts";
import { settings } from "./contract.ts";
import { modeOf } from "./normalize-change.ts";
import { findSecret, getSettings, readSettings, reviewsAccess, saveSettings } from "./settings.ts";
import type { SettingsChange } from "./shapes-contract.ts";

export const settingsModule = defineModule(settings, {
  read: staff("any", ({ app, actor }) => readSettings(app, actor)),
  save: admin(({ app, actor, body, host }) => {
    refuseOwnHost(app, body, host);
    return saveSettings(app, actor, body);
  }),
  testTwilio: admin(({ app }) => app.providers.carrier.check(app)),
  testSmtp: admin(({ app, actor }) => testSmtp(app, actor)),
  testMembershipSmtp: admin(({ app, actor }) => testMembershipSmtp(app, actor)),
  testStripe: admin(({ app }) => testStripe(app)),
  testOpenai: admin(({ app }) => testOpenai(app)),
  testElevenlabs: admin(({ app }) => testElevenlabs(app)),
  testGoogle: admin(({ app }) => testGoogle(app)),
  testWebhook: admin(({ app }) => app.providers.carrier.checkWebhooks(app)),
  connectWebhook: admin(({ app, actor }) => connectWebhook(app, actor)),
  resumeSending: admin(({ app, actor }) => {
    requireDiskReserve(app.config);
    return inTransaction(app.db, () => {
      resumeSending(app);
      record(app, actor, { action: "sending.resumed" });
      return readSettings(app, actor);
    });
  }),
});

/** Without a public URL only the request tells the staff's address, which has to keep working. */
function refuseOwnHost(app: App, { membershipDomain }: SettingsChange, host = ""): void {
  if (app.config.publicUrl || !membershipDomain) return;
  if (host.replace(/:\d+$/, "").toLowerCase() === membershipDomain)
    throw new Problem(400, "You're using this address now. Use another domain for client pages.", {
      errors: { membershipDomain: "You're using this address now." },
    });
}

const TEST_MAILS: Limit = { name: "test mails", most: 10, seconds: 15 * 60 };

/** Points the number's texts and calls at this installation. */
export async function connectWebhook(app: App, actor: Staff): Promise<Check> {
  const { findMissing, connectWebhooks } = app.providers.carrier;
  const missing = findMissing(app);
  if (missing) return missing;
  const check = await connectWebhooks(app);
  await writeWhenFree(app.db, () =>
    record(app, actor, { action: "settings.connect_webhook", metadata: { ok: check.ok } }),
  );
  return check;
}

/** Sends a mail to the acting admin through the saved server. @throws Problem 400 with the server's answer */
function testSmtp(app: App, actor: Staff): Promise<{ email: string }> {
  return sendTestMail(app, actor, sendMail, "settings.test_smtp");
}

/** Sends it through the mail server for memberships, or the general one. @throws Problem 400 */
function testMembershipSmtp(app: App, actor: Staff): Promise<{ email: string }> {
  return sendTestMail(app, actor, sendMembershipMail, "settings.test_membership_smtp");
}

async function sendTestMail(
  app: App,
  actor: Staff,
  send: typeof sendMail,
  action: string,
): Promise<{ email: string }> {
  limitRate(app, TEST_MAILS, actor.id);
  const email = findUser(app.db, actor.id)?.email ?? "";
  const from = getSettings(app).businessName || "Parlor";
  const outcome = await send(app, {
    to: email,
    subject: `Test email from ${from}`,
    text: `Your mail server works: ${from} can send mail.\n\nYou asked for this email in Settings.`,
  });
  await writeWhenFree(app.db, () =>
    record(app, actor, { action, metadata: { ok: outcome.kind === "accepted" } }),
  );
  if (outcome.kind === "refused") throw new Problem(400, outcome.message);
  return { email };
}

/** Checks the saved secret key at Stripe, and that both keys have the same mode. */
async function testStripe(app: App): Promise<Check> {
  const secretKey = findSecret(app, "stripeSecretKey");
  if (!secretKey) return checkFailed("Save the secret key first.");
  const payments = await app.providers.payments(secretKey);
  const check = await payments.check();
  const { stripePublishableKey: publishable } = getSettings(app);
  if (check.ok && publishable && modeOf(publishable) !== modeOf(secretKey))
    return checkFailed(
      `The secret key is for ${modeOf(secretKey)}, the publishable key for ${modeOf(publishable)}. Copy both from the same page at Stripe.`,
    );
  const isRestricted = secretKey.startsWith("rk_");
  if (check.ok && isRestricted && (await payments.reversalsSince(app.now())).kind === "refused")
    return checkFailed(
      "This key can't read refunds and disputes. Allow both for the key at Stripe, then test again.",
    );
  return check;
}

/** Checks at OpenAI that the saved key may use the assistant's model. */
async function testOpenai(app: App): Promise<Check> {
  const apiKey = findSecret(app, "openaiApiKey");
  if (!apiKey) return checkFailed("Save the OpenAI API key first.");
  return (await app.providers.ai(apiKey)).check();
}

/** Checks at ElevenLabs that the saved key is valid and has characters left. */
async function testElevenlabs(app: App): Promise<Check> {
  const apiKey = findSecret(app, "elevenlabsApiKey");
  if (!apiKey) return checkFailed("Save the ElevenLabs API key first.");
  return app.providers.speech(apiKey).check();
}

/** Checks the connected Google account, or the API key and the place ID. */
async function testGoogle(app: App): Promise<Check> {
  const access = reviewsAccess(app);
  if (!access.refreshToken && !(access.apiKey && access.placeId))
    return checkFailed("Save an API key and the place ID first.");
  return app.providers.reviews(access).check();
}
