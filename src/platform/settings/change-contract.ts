import * as z from "zod/mini";
import { THANK_YOU_DELAY_MOST_MINUTES } from "#src/shared/constants.ts";
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

export const CampaignTemplate = z.object({
  messageCount: MessageCount,
  delaySeconds: DelaySeconds,
  message: z.string().check(z.maxLength(1600)),
});
export type CampaignTemplate = z.infer<typeof CampaignTemplate>;

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
