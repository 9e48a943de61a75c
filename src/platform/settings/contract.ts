import * as z from "zod/mini";
import { get, post } from "#src/shared/endpoint.ts";
import { CampaignTemplate, SettingsChange } from "./change-contract.ts";

/** How a saved secret reads back. */
const Secret = z.object({ set: z.boolean(), last4: z.nullable(z.string()) });

/** What every signed-in person may read: it is needed to write a campaign or to show a date. */
const shared = {
  costPerSegment: z.string(),
  campaignTemplate: z.nullable(CampaignTemplate),
  systemWorkStartTime: z.string(),
  systemWorkEndTime: z.string(),
  timeZone: z.string(),
  currency: z.string(),
  country: z.string(),
  businessName: z.string(),
  businessAddress: z.string(),
  businessPhone: z.string(),
  businessEmail: z.string(),
  /** Texts stay on this computer: demo mode, or PARLOR_CARRIER=simulated. */
  simulatedCarrier: z.boolean(),
  demo: z.boolean(),
  /** Messages every seconds, for the whole installation: how long a campaign will take. */
  messageCount: z.number(),
  delaySeconds: z.number(),
};

/** The rest is for admins; it is absent from what other staff get. */
const Settings = z.object({
  ...shared,
  twilioAccountSid: z.optional(z.string()),
  twilioAuthToken: z.optional(Secret),
  twilioPhoneNumber: z.optional(z.string()),
  twilioMessagingServiceSid: z.optional(z.string()),
  smtpHost: z.optional(z.string()),
  smtpPort: z.optional(z.number()),
  smtpUser: z.optional(z.string()),
  smtpPassword: z.optional(Secret),
  smtpSecure: z.optional(z.boolean()),
  smtpFromName: z.optional(z.string()),
  smtpFromAddress: z.optional(z.string()),
  /** Everything that is needed to send mail is there. */
  canMail: z.optional(z.boolean()),
  webhookBaseUrl: z.optional(z.string()),
  /** What is used where webhookBaseUrl is empty. */
  publicUrl: z.optional(z.nullable(z.string())),
  autoDeliverabilityCheck: z.optional(z.boolean()),
  lineTypeLookups: z.optional(z.boolean()),
  optOutNoticeAlways: z.optional(z.boolean()),
  maxSegmentsPerSecond: z.optional(z.nullable(z.number())),
  dailyCap: z.optional(z.nullable(z.number())),
  frequencyCapMessages: z.optional(z.nullable(z.number())),
  frequencyCapDays: z.optional(z.number()),
  quietHoursEnabled: z.optional(z.boolean()),
  quietHoursStart: z.optional(z.string()),
  quietHoursEnd: z.optional(z.string()),
  mediaRetentionDays: z.optional(z.number()),
  callTranscriptRetentionDays: z.optional(z.number()),
  /** Empty fields fall back to the general mail server. */
  membershipSmtpHost: z.optional(z.string()),
  membershipSmtpPort: z.optional(z.number()),
  membershipSmtpUser: z.optional(z.string()),
  membershipSmtpPassword: z.optional(Secret),
  membershipSmtpFromName: z.optional(z.string()),
  membershipSmtpSecure: z.optional(z.boolean()),
  openaiApiKey: z.optional(Secret),
  elevenlabsApiKey: z.optional(Secret),
  aiBusinessDescription: z.optional(z.string()),
  aiGreeting: z.optional(z.string()),
  aiHandoverNumber: z.optional(z.string()),
  aiCallMode: z.optional(z.enum(["relay", "gather"])),
  missedCallTextEnabled: z.optional(z.boolean()),
  missedCallText: z.optional(z.string()),
  stripePublishableKey: z.optional(z.string()),
  stripeSecretKey: z.optional(Secret),
  stripeWebhookSecret: z.optional(Secret),
  stripePortalConfigId: z.optional(z.string()),
  statementName: z.optional(z.string()),
  membershipDomainEnabled: z.optional(z.boolean()),
  membershipDomain: z.optional(z.string()),
  /** Codes are texted to numbers of these alone: two letters each. */
  verificationCountries: z.optional(z.array(z.string())),
  googleApiKey: z.optional(Secret),
  googlePlaceId: z.optional(z.string()),
  googleOAuthClientId: z.optional(z.string()),
  googleOAuthClientSecret: z.optional(Secret),
  googleOAuthRefreshToken: z.optional(z.object({ set: z.boolean() })),
  googleAccountId: z.optional(z.string()),
  googleLocationId: z.optional(z.string()),
  googleBusinessName: z.optional(z.string()),
  googleReviewsLastFetchedAt: z.optional(z.nullable(z.string())),
  googleReviewsCacheDurationMinutes: z.optional(z.number()),
  appointmentThankYouEnabled: z.optional(z.boolean()),
  appointmentThankYouMessage: z.optional(z.string()),
  appointmentThankYouDelayMinutes: z.optional(z.number()),
  /** Appointments that ended before are not thanked for. */
  appointmentThankYouEnabledAt: z.optional(z.nullable(z.string())),
  appointmentReminderEnabled: z.optional(z.boolean()),
  appointmentReminderMessage: z.optional(z.string()),
  appointmentReminderTime: z.optional(z.string()),
  /** The sender stopped itself, in words; null while it works. */
  sendingPaused: z.optional(z.nullable(z.string())),
  updatedAt: z.optional(z.nullable(z.string())),
});
export type Settings = z.infer<typeof Settings>;

const Check = z.object({ ok: z.boolean(), words: z.string() });

export const settings = {
  read: get("/api/settings", { reply: Settings, reads: ["settings"] }),
  save: post("/api/settings", { body: SettingsChange, reply: Settings }),
  /** Asks Twilio whether the saved credentials and number are good. */
  testTwilio: post("/api/settings/test-twilio", { reply: Check }),
  /** Sends a mail to the acting admin and answers the address; a refusal says why in words. */
  testSmtp: post("/api/settings/test-smtp", { reply: z.object({ email: z.string() }) }),
  /** The same by the server that memberships use. */
  testMembershipSmtp: post("/api/settings/test-membership-smtp", {
    reply: z.object({ email: z.string() }),
  }),
  testStripe: post("/api/settings/test-stripe", { reply: Check }),
  testOpenai: post("/api/settings/test-openai", { reply: Check }),
  testElevenlabs: post("/api/settings/test-elevenlabs", { reply: Check }),
  testGoogle: post("/api/settings/test-google", { reply: Check }),
  /** Calls our own webhook through its public address, signed, and says what came back. */
  testWebhook: post("/api/settings/test-webhook", { reply: Check }),
  /** Points the number's webhooks at this installation. */
  connectWebhook: post("/api/settings/connect-webhook", { reply: Check }),
  resumeSending: post("/api/settings/resume-sending", { reply: Settings }),
};
