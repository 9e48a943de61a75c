import type { Settings } from "#src/platform/settings/contract.ts";
import { formatPhone } from "#src/shared/format-phone.ts";
import type { Dirty, FieldName } from "./form-values.ts";
import type { SectionId } from "./sections.ts";
import type { CheckName } from "./use-check.ts";

/** A row of the checklist: an external service, whether it is set up, and how to test it. */
export interface Connection {
  readonly name: string;
  readonly section: SectionId;
  readonly test: CheckName;
  readonly purpose: string;
  /** Details at the end of the row: the number, the server. */
  readonly detail: (settings: Settings) => string;
  /** All required settings are saved; only a test shows whether they are correct. */
  readonly isSetUp: (settings: Settings) => boolean;
  /** A test uses saved values, so it is disabled while one of these is being edited. */
  readonly fields: readonly FieldName[];
}

export const TWILIO: Connection = {
  name: "Twilio",
  section: "twilio",
  test: "testTwilio",
  purpose: "Sends and receives every text",
  detail: ({ twilioPhoneNumber }) => (twilioPhoneNumber ? formatPhone(twilioPhoneNumber) : ""),
  isSetUp: ({ twilioAccountSid, twilioAuthToken, twilioPhoneNumber }) =>
    Boolean(twilioAccountSid && twilioAuthToken?.set && twilioPhoneNumber),
  fields: ["twilioAccountSid", "twilioAuthToken", "twilioPhoneNumber", "twilioMessagingServiceSid"],
};

export const WEBHOOKS: Connection = {
  name: "Incoming texts",
  section: "webhooks",
  test: "testWebhook",
  purpose: "Replies from clients, and whether your texts arrived",
  detail: ({ webhookBaseUrl, publicUrl }) =>
    (webhookBaseUrl || publicUrl || "").replace(/^https?:\/\//, ""),
  isSetUp: (settings) =>
    TWILIO.isSetUp(settings) && Boolean(settings.webhookBaseUrl || settings.publicUrl),
  fields: ["webhookBaseUrl", ...TWILIO.fields],
};

export const MAIL: Connection = {
  name: "Mail server",
  section: "smtp",
  test: "testSmtp",
  purpose: "Sign-in codes, notices and receipts",
  detail: ({ smtpHost }) => smtpHost ?? "",
  isSetUp: ({ canMail }) => canMail === true,
  fields: [
    "smtpHost",
    "smtpPort",
    "smtpUser",
    "smtpPassword",
    "smtpSecure",
    "smtpFromName",
    "smtpFromAddress",
  ],
};

export const MEMBERSHIP_MAIL: Connection = {
  name: "Membership email",
  section: "membership-smtp",
  test: "testMembershipSmtp",
  purpose: "Signed agreements, renewals and failed payments",
  detail: (settings) =>
    settings.membershipSmtpHost || (MAIL.isSetUp(settings) ? "by the mail server" : ""),
  isSetUp: (settings) =>
    settings.membershipSmtpHost
      ? !settings.membershipSmtpUser || settings.membershipSmtpPassword?.set === true
      : MAIL.isSetUp(settings),
  fields: [
    ...MAIL.fields,
    "membershipSmtpHost",
    "membershipSmtpPort",
    "membershipSmtpUser",
    "membershipSmtpPassword",
    "membershipSmtpFromName",
    "membershipSmtpSecure",
  ],
};

export const STRIPE: Connection = {
  name: "Stripe",
  section: "stripe",
  test: "testStripe",
  purpose: "Card payments, memberships and payment plans",
  detail: ({ stripePublishableKey: key }) => {
    if (!key) return "";
    return key.startsWith("pk_test_") ? "Test mode" : "Live mode";
  },
  isSetUp: ({ stripeSecretKey }) => stripeSecretKey?.set === true,
  fields: ["stripePublishableKey", "stripeSecretKey", "stripeWebhookSecret"],
};

export const GOOGLE: Connection = {
  name: "Google Business Profile",
  section: "google",
  test: "testGoogle",
  purpose: "Reviews and matching",
  detail: ({ googleBusinessName }) => googleBusinessName ?? "",
  isSetUp: ({ googleApiKey, googlePlaceId, googleOAuthRefreshToken }) =>
    googleOAuthRefreshToken?.set === true || (googleApiKey?.set === true && Boolean(googlePlaceId)),
  fields: ["googleApiKey", "googlePlaceId", "googleOAuthClientId", "googleOAuthClientSecret"],
};

export const ASSISTANT: Connection = {
  name: "AI Voice Assistant",
  section: "voice",
  test: "testOpenai",
  purpose: "Answers calls to your number",
  detail: ({ openaiApiKey }) => (openaiApiKey?.set ? "OpenAI" : "Needs an OpenAI key"),
  isSetUp: ({ openaiApiKey }) => openaiApiKey?.set === true,
  fields: ["openaiApiKey"],
};

const VOICE: Connection = {
  name: "Natural voice",
  section: "voice",
  test: "testElevenlabs",
  purpose: "Reads answers aloud with ElevenLabs (optional)",
  detail: () => "",
  isSetUp: ({ elevenlabsApiKey }) => elevenlabsApiKey?.set === true,
  fields: ["elevenlabsApiKey"],
};

export const CONNECTIONS = [
  TWILIO,
  WEBHOOKS,
  STRIPE,
  MAIL,
  MEMBERSHIP_MAIL,
  GOOGLE,
  ASSISTANT,
  VOICE,
] as const;

export function isChanged({ fields }: Connection, dirty: Dirty): boolean {
  return fields.some((name) => dirty[name]);
}

/** Whether the demo simulates this service instead of asking the provider. */
export function isSimulated(connection: Connection, settings: Settings): boolean {
  return connection === TWILIO
    ? settings.simulatedCarrier
    : settings.demo && (connection === STRIPE || connection === GOOGLE);
}
