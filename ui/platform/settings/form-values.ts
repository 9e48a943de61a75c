import type { Settings } from "#src/platform/settings/contract.ts";

/** The fields of the form, as they are typed. */
const TEXTS = [
  "businessName",
  "businessAddress",
  "businessPhone",
  "businessEmail",
  "timeZone",
  "country",
  "currency",
  "twilioAccountSid",
  "twilioPhoneNumber",
  "twilioMessagingServiceSid",
  "smtpHost",
  "smtpUser",
  "smtpFromName",
  "smtpFromAddress",
  "membershipSmtpHost",
  "membershipSmtpUser",
  "membershipSmtpFromName",
  "quietHoursStart",
  "quietHoursEnd",
  "costPerSegment",
  "webhookBaseUrl",
  "systemWorkStartTime",
  "systemWorkEndTime",
  "aiBusinessDescription",
  "aiGreeting",
  "aiHandoverNumber",
  "aiCallMode",
  "missedCallText",
  "stripePublishableKey",
  "stripePortalConfigId",
  "statementName",
  "membershipDomain",
  "googlePlaceId",
  "googleOAuthClientId",
  "appointmentThankYouMessage",
  "appointmentReminderMessage",
  "appointmentReminderTime",
] as const;

/** Left empty they cap nothing. */
export const CAPS = ["maxSegmentsPerSecond", "dailyCap", "frequencyCapMessages"] as const;

export const NUMBERS = [
  ...CAPS,
  "frequencyCapDays",
  "messageCount",
  "delaySeconds",
  "smtpPort",
  "membershipSmtpPort",
  "mediaRetentionDays",
  "callTranscriptRetentionDays",
  "googleReviewsCacheDurationMinutes",
  "appointmentThankYouDelayMinutes",
] as const;

const SWITCHES = [
  "smtpSecure",
  "membershipSmtpSecure",
  "optOutNoticeAlways",
  "autoDeliverabilityCheck",
  "lineTypeLookups",
  "quietHoursEnabled",
  "membershipDomainEnabled",
  "missedCallTextEnabled",
  "appointmentThankYouEnabled",
  "appointmentReminderEnabled",
] as const;

/** Null leaves the stored one alone; empty text removes it. */
const SECRETS = [
  "twilioAuthToken",
  "smtpPassword",
  "membershipSmtpPassword",
  "openaiApiKey",
  "elevenlabsApiKey",
  "stripeSecretKey",
  "stripeWebhookSecret",
  "googleApiKey",
  "googleOAuthClientSecret",
] as const;

type TextName = (typeof TEXTS)[number] | (typeof NUMBERS)[number] | "verificationCountries";
export type SwitchName = (typeof SWITCHES)[number];
export type SecretName = (typeof SECRETS)[number];

/** A template that is not set has empty fields. */
const TEMPLATE = ["templateMessageCount", "templateDelaySeconds", "templateMessage"] as const;

export type SettingsValues = Record<TextName | (typeof TEMPLATE)[number], string> &
  Record<SwitchName, boolean> &
  Record<SecretName, string | null>;
export type FieldName = keyof SettingsValues;
export type Dirty = Readonly<Partial<Record<FieldName, boolean>>>;

export function valuesOf(settings: Settings): SettingsValues {
  const { campaignTemplate: template } = settings;
  return {
    ...each([...TEXTS, ...NUMBERS], (name) => textOf(settings[name])),
    ...each(SWITCHES, (name) => settings[name] ?? false),
    ...each(SECRETS, () => null),
    verificationCountries: (settings.verificationCountries ?? []).join(", "),
    templateMessageCount: template ? String(template.messageCount) : "",
    templateDelaySeconds: template ? String(template.delaySeconds) : "",
    templateMessage: template?.message ?? "",
  };
}

function each<Name extends string, Value>(
  names: readonly Name[],
  read: (name: Name) => Value,
): Record<Name, Value> {
  return Object.fromEntries(names.map((name) => [name, read(name)])) as Record<Name, Value>;
}

function textOf(value: string | number | null | undefined): string {
  return value === null || value === undefined ? "" : String(value);
}
