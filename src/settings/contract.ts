import * as z from "zod/mini";
import { THANK_YOU_DELAY_MOST_MINUTES } from "#src/shared/constants.ts";
import { get, post } from "#src/shared/endpoint.ts";
import {
  AnyKey,
  Clock,
  Countries,
  DelaySeconds,
  Domain,
  Email,
  Host,
  Key,
  Line,
  MessageCount,
  numeric,
  Port,
  Sid,
  StatementName,
  Text,
  WebAddress,
  Words,
  whole,
} from "#src/shared/field-shapes.ts";

/** How a saved secret reads back. */
const Secret = z.object({ set: z.boolean(), last4: z.nullable(z.string()) });

const CampaignTemplate = z.object({
  messageCount: MessageCount,
  delaySeconds: DelaySeconds,
  message: z.string().check(z.maxLength(1600)),
});
export type CampaignTemplate = z.infer<typeof CampaignTemplate>;

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

/** Only the fields present change. An empty secret clears it; leave it out to keep it. */
export const SettingsChange = z.partial(
  z.object({
    twilioAccountSid: Sid("AC", "An Account SID"),
    twilioAuthToken: Text(200),
    twilioPhoneNumber: Text(40),
    twilioMessagingServiceSid: Sid("MG", "A Messaging Service SID"),
    messageCount: MessageCount,
    delaySeconds: DelaySeconds,
    costPerSegment: z
      .string()
      .check(
        z.trim(),
        z.regex(/^\d{1,3}(\.\d{1,6})?$/, "Cost per segment must be a number such as 0.0079"),
      ),
    campaignTemplate: z.nullable(CampaignTemplate),
    smtpHost: Host,
    smtpPort: Port,
    smtpUser: Text(200),
    smtpPassword: z.string().check(z.maxLength(200)),
    smtpSecure: z.boolean(),
    smtpFromName: Line(100),
    smtpFromAddress: Email,
    webhookBaseUrl: WebAddress,
    systemWorkStartTime: Clock,
    systemWorkEndTime: Clock,
    /** The scan of what became of texts runs each night. */
    autoDeliverabilityCheck: z.boolean(),
    /** Before a campaign, ask for the type of each unknown line; every lookup costs. */
    lineTypeLookups: z.boolean(),
    /** Every campaign gets the business's name and "Reply STOP to opt out" where they are missing. */
    optOutNoticeAlways: z.boolean(),
    /** What the carriers grant the number; null: only the pace above. */
    maxSegmentsPerSecond: z.nullable(
      z.number().check(z.gte(0.1, "At least 0.1 segments a second"), z.lte(10_000)),
    ),
    /** Campaign texts wait for the next day once so many texts have left; null: no cap. */
    dailyCap: z.nullable(whole("Daily cap", 1, 10_000_000)),
    /** A client gets at most so many campaign texts in so many days; null: no cap. */
    frequencyCapMessages: z.nullable(whole("Frequency cap", 1, 100)),
    frequencyCapDays: whole("Days", 1, 90),
    quietHoursEnabled: z.boolean(),
    quietHoursStart: Clock,
    quietHoursEnd: Clock,
    /** Pictures and files of texts are deleted once they are so old. */
    mediaRetentionDays: whole("Days", 1, 3650),
    /** What callers said is deleted once it is so old. */
    callTranscriptRetentionDays: whole("Days", 1, 3650),
    membershipSmtpHost: Host,
    membershipSmtpPort: Port,
    membershipSmtpUser: Text(200),
    membershipSmtpPassword: z.string().check(z.maxLength(200)),
    membershipSmtpFromName: Line(100),
    membershipSmtpSecure: z.boolean(),
    openaiApiKey: AnyKey,
    elevenlabsApiKey: AnyKey,
    /** What the assistant may tell of the business. */
    aiBusinessDescription: Text(4_000),
    aiGreeting: Text(500),
    /** Whom the assistant connects callers to; empty: the business's own number. */
    aiHandoverNumber: Text(40),
    /** How Twilio listens: word by word over a socket, or sentence by sentence by form. */
    aiCallMode: z.enum(["relay", "gather"]),
    /** Who called and could not be talked to gets one text. */
    missedCallTextEnabled: z.boolean(),
    /** With {businessName}. */
    missedCallText: Words("The text"),
    stripePublishableKey: Key(/^pk_/, "A publishable key starts with pk_"),
    stripeSecretKey: Key(/^(sk|rk)_/, "A secret key starts with sk_ (a restricted one with rk_)"),
    stripeWebhookSecret: Key(/^whsec_/, "A webhook signing secret starts with whsec_"),
    stripePortalConfigId: Key(/^bpc_/, "A portal configuration starts with bpc_"),
    statementName: StatementName,
    membershipDomainEnabled: z.boolean(),
    membershipDomain: Domain,
    verificationCountries: Countries,
    googleApiKey: AnyKey,
    googlePlaceId: Key(/^[\w-]+$/, "A place ID has only letters, digits, - and _"),
    googleOAuthClientId: Key(/./, ""),
    googleOAuthClientSecret: AnyKey,
    googleReviewsCacheDurationMinutes: numeric(whole("Minutes", 1, 10_080)),
    appointmentThankYouEnabled: z.boolean(),
    /** With {clientName} and {service}. */
    appointmentThankYouMessage: Words("The thank-you"),
    /** What is no number becomes 0. */
    appointmentThankYouDelayMinutes: z.pipe(
      z.transform((given: unknown) => Number(given) || 0),
      whole("Delay", 0, THANK_YOU_DELAY_MOST_MINUTES),
    ),
    /** The day before an appointment, at that time. */
    appointmentReminderEnabled: z.boolean(),
    /** With {clientName}, {service}, {date}, {time}, {employee} and {businessName}. */
    appointmentReminderMessage: Words("The reminder"),
    appointmentReminderTime: Clock,
    timeZone: Text(60),
    currency: z.string().check(z.regex(/^[A-Z]{3}$/, "Use a currency code such as USD")),
    country: z.string().check(z.regex(/^[A-Z]{2}$/, "Use a country code such as US")),
    businessName: Text(100),
    businessAddress: Text(300),
    businessPhone: Text(40),
    businessEmail: Text(200),
  }),
);
export type SettingsChange = z.infer<typeof SettingsChange>;

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
