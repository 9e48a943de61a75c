import * as z from "zod/mini";
import {
  Clock,
  Email,
  EndClock,
  Line,
  numeric,
  Text,
  WebAddress,
  Words,
  whole,
} from "#src/shared/field-shapes.ts";
import { AUTOMATIC_TEXT_SETTINGS } from "./automatic-texts-contract.ts";
import { FEE_SETTINGS } from "./fees-contract.ts";
import {
  AnyKey,
  CampaignTemplate,
  Countries,
  DEFAULT_CALL_RETENTION_DAYS,
  DEFAULT_COST_PER_SEGMENT,
  DEFAULT_DELAY_SECONDS,
  DEFAULT_FREQUENCY_CAP_DAYS,
  DEFAULT_MEDIA_RETENTION_DAYS,
  DEFAULT_MESSAGE_COUNT,
  DEFAULT_MISSED_CALL_TEXT,
  DEFAULT_REMINDER,
  DEFAULT_REVIEWS_CACHE_MINUTES,
  DEFAULT_SMTP_PORT,
  DEFAULT_THANK_YOU,
  DEFAULT_THANK_YOU_DELAY_MINUTES,
  DelaySeconds,
  Domain,
  Host,
  Key,
  MAX_SECOND_REMINDER_HOURS,
  MAX_THANK_YOU_DELAY_MINUTES,
  MessageCount,
  Port,
  Sid,
  StatementName,
} from "./fields-contract.ts";
import {
  cap,
  flag,
  moment,
  number,
  secret,
  setting,
  stored,
  storedSecret,
  text,
} from "./kinds-contract.ts";

/** Every setting of the installation. */
export const SETTINGS = {
  twilioAccountSid: text("", Sid("AC", "An Account SID")),
  twilioAuthToken: secret(Text(200)),
  twilioPhoneNumber: text("", Text(40)),
  /** Where test texts of campaigns go. */
  testPhoneNumber: text("", Text(40)),
  twilioMessagingServiceSid: text("", Sid("MG", "A Messaging Service SID")),
  smtpHost: text("", Host),
  smtpPort: number(DEFAULT_SMTP_PORT, Port),
  smtpUser: text("", Text(200)),
  smtpPassword: secret(z.string().check(z.maxLength(200)), { showsLast4: false }),
  smtpSecure: flag(true),
  smtpFromName: text("", Line(100)),
  smtpFromAddress: text("", Email),
  messageCount: number(DEFAULT_MESSAGE_COUNT, MessageCount, "staff"),
  delaySeconds: number(DEFAULT_DELAY_SECONDS, DelaySeconds, "staff"),
  costPerSegment: text(
    DEFAULT_COST_PER_SEGMENT,
    z
      .string()
      .check(
        z.trim(),
        z.regex(/^\d{1,3}(\.\d{1,6})?$/, "Cost per segment must be a number such as 0.0079"),
      ),
    "staff",
  ),
  campaignTemplate: setting({
    default: null as CampaignTemplate | null,
    shape: z.nullable(CampaignTemplate),
    reply: z.nullable(CampaignTemplate),
    audience: "staff",
  }),
  webhookBaseUrl: text("", WebAddress),
  systemWorkStartTime: text("09:00", Clock, "staff"),
  systemWorkEndTime: text("17:00", EndClock, "staff"),
  /** Scans the outcomes of past texts every night. */
  autoDeliverabilityCheck: flag(false),
  /** Looks up the line type of unknown numbers before a campaign. Each lookup costs. */
  lineTypeLookups: flag(false),
  /** Adds the business's name and "Reply STOP to opt out" to campaigns that lack them. */
  optOutNoticeAlways: flag(false),
  /** What the carriers grant the number; null: only the pace above. */
  maxSegmentsPerSecond: cap(
    z.number().check(z.gte(0.1, "At least 0.1 segments a second"), z.lte(10_000)),
  ),
  /** Campaign texts wait for the next day after this many texts; null: no cap. */
  dailyCap: cap(whole("Daily cap", 1, 10_000_000)),
  /** Most campaign texts per client in `frequencyCapDays`; null: no cap. */
  frequencyCapMessages: cap(whole("Frequency cap", 1, 100)),
  frequencyCapDays: number(DEFAULT_FREQUENCY_CAP_DAYS, whole("Days", 1, 90)),
  quietHoursEnabled: flag(true),
  quietHoursStart: text("20:00", Clock),
  quietHoursEnd: text("09:00", Clock),
  /** Otherwise campaigns wait on Sundays and US holidays, as long as quiet hours are on. */
  campaignsOnSundaysAndHolidays: flag(false),
  /** Before it is saved, the server's own applies (settings.ts). */
  timeZone: text("UTC", Text(60), "staff"),
  currency: text(
    "USD",
    z.string().check(z.regex(/^[A-Z]{3}$/, "Use a currency code such as USD")),
    "staff",
  ),
  country: text(
    "US",
    z.string().check(z.regex(/^[A-Z]{2}$/, "Use a country code such as US")),
    "staff",
  ),
  businessName: text("", Text(100), "staff"),
  businessAddress: text("", Text(300), "staff"),
  businessPhone: text("", Text(40), "staff"),
  businessEmail: text("", Email, "staff"),
  /** Pictures and files older than this are deleted. */
  mediaRetentionDays: number(DEFAULT_MEDIA_RETENTION_DAYS, whole("Days", 1, 3650)),
  /** Call transcripts older than this are deleted. */
  callTranscriptRetentionDays: number(DEFAULT_CALL_RETENTION_DAYS, whole("Days", 1, 3650)),
  /** Empty fields fall back to the general mail server. */
  membershipSmtpHost: text("", Host),
  membershipSmtpPort: number(DEFAULT_SMTP_PORT, Port),
  membershipSmtpUser: text("", Text(200)),
  membershipSmtpPassword: secret(z.string().check(z.maxLength(200)), { showsLast4: false }),
  membershipSmtpFromName: text("", Line(100)),
  membershipSmtpSecure: flag(true),
  openaiApiKey: secret(AnyKey),
  elevenlabsApiKey: secret(AnyKey),
  /** What the AI receptionist may say about the business. */
  aiBusinessDescription: text("", Text(4_000)),
  aiGreeting: text("", Text(500)),
  /** The number that callers are transferred to; empty: the business's number. */
  aiHandoverNumber: text("", Text(40)),
  /** How Twilio listens: word by word over a socket, or sentence by sentence by form. */
  aiCallMode: setting({
    default: "relay" as "relay" | "gather",
    shape: z.enum(["relay", "gather"]),
    reply: z.enum(["relay", "gather"]),
    audience: "admin",
  }),
  /** Sends one text to a caller who reached no one. */
  missedCallTextEnabled: flag(false),
  missedCallText: text(DEFAULT_MISSED_CALL_TEXT, Words("The text")),
  stripePublishableKey: text("", Key(/^pk_/, "A publishable key starts with pk_")),
  stripeSecretKey: secret(
    Key(/^(sk|rk)_/, "A secret key starts with sk_ (a restricted one with rk_)"),
  ),
  stripeWebhookSecret: secret(Key(/^whsec_/, "A webhook signing secret starts with whsec_")),
  stripePortalConfigId: text("", Key(/^bpc_/, "A portal configuration starts with bpc_")),
  statementName: text("", StatementName),
  /** Codes are texted only to numbers of these countries. */
  verificationCountries: setting({
    default: ["US", "CA"] as readonly string[],
    shape: Countries,
    reply: z.array(z.string()),
    audience: "admin",
  }),
  membershipDomainEnabled: flag(false),
  membershipDomain: text("", Domain),
  googleApiKey: secret(AnyKey),
  googlePlaceId: text("", Key(/^[\w-]+$/, "A place ID has only letters, digits, - and _")),
  googleOAuthClientId: text("", Key(/./, "")),
  googleOAuthClientSecret: secret(AnyKey),
  googleOAuthRefreshToken: storedSecret(),
  googleAccountId: stored(""),
  googleLocationId: stored(""),
  googleBusinessName: stored(""),
  googleReviewsLastFetchedAt: moment(),
  googleReviewsCacheDurationMinutes: number(
    DEFAULT_REVIEWS_CACHE_MINUTES,
    numeric(whole("Minutes", 1, 10_080)),
  ),
  appointmentThankYouEnabled: flag(false),
  /** With {clientName} and {service}. */
  appointmentThankYouMessage: text(DEFAULT_THANK_YOU, Words("The thank-you")),
  /** Input that is not a number becomes 0. */
  appointmentThankYouDelayMinutes: number(
    DEFAULT_THANK_YOU_DELAY_MINUTES,
    z.pipe(
      z.transform((given: unknown) => Number(given) || 0),
      whole("Delay", 0, MAX_THANK_YOU_DELAY_MINUTES),
    ),
  ),
  /** Appointments that ended earlier get no thank-you text. */
  appointmentThankYouEnabledAt: moment(),
  /** Reminds clients the day before, at `appointmentReminderTime`. */
  appointmentReminderEnabled: flag(false),
  /** With {clientName}, {service}, {date}, {time}, {employee} and {businessName}. */
  appointmentReminderMessage: text(DEFAULT_REMINDER, Words("The reminder")),
  appointmentReminderTime: text("10:00", Clock),
  appointmentReminderEnabledAt: { ...moment(), reply: undefined },
  /** Reminds clients again on the day, this long before the visit. */
  appointmentSecondReminderEnabled: flag(false),
  appointmentSecondReminderHours: number(2, whole("Hours", 1, MAX_SECOND_REMINDER_HOURS)),
  /** Online booking: how soon a client can come, and how far ahead. */
  bookingNoticeHours: number(2, whole("Notice", 0, 720)),
  bookingHorizonDays: number(60, whole("Days", 1, 365)),
  /** Until so long before, a client can reschedule, or cancel with a refund of the deposit. */
  bookingCancellationHours: number(24, whole("Hours", 0, 720)),
  /** Online bookings wait until someone approves them. */
  bookingApproval: flag(false),
  ...FEE_SETTINGS,
  ...AUTOMATIC_TEXT_SETTINGS,
  /** How long a client on the waitlist has to answer an offer. */
  waitlistOfferMinutes: number(15, whole("Minutes", 5, 240)),
  /** Without registration, new users need an invitation. */
  registrationOpen: flag(true),
  /** The owner's guide can be read without a sign-in. */
  guidePublic: flag(false),
  secondFactorRequired: setting({
    default: "off" as "off" | "admins" | "everyone",
    shape: z.enum(["off", "admins", "everyone"]),
    reply: z.enum(["off", "admins", "everyone"]),
    audience: "admin",
  }),
  /** This server's keys for push services, generated at first use. */
  vapidPublicKey: stored(""),
  vapidPrivateKey: storedSecret(),
  updatedAt: moment(),
};

export type Table = typeof SETTINGS;
export type SettingName = keyof Table;
export type NameWhere<Condition> = {
  [Name in SettingName]: Table[Name] extends Condition ? Name : never;
}[SettingName];

export type SecretName = NameWhere<{ readonly secret: true }>;

/** The values as stored: a secret is its sealed record. */
export type SettingsValues = { readonly [Name in SettingName]: Table[Name]["default"] };

export function isSecret(name: string): name is SecretName {
  return Object.hasOwn(SETTINGS, name) && SETTINGS[name as SettingName].secret;
}
