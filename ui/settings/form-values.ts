import type { Resolver } from "react-hook-form";
import { type Settings, SettingsChange } from "#src/settings/contract.ts";
import {
  DEFAULT_FREQUENCY_CAP_DAYS,
  DEFAULT_MEDIA_RETENTION_DAYS,
  DEFAULT_SMTP_PORT,
} from "#src/shared/constants.ts";

/** The form as it is typed: numbers are text, and a template that is not set has empty fields. */
export interface SettingsValues {
  businessName: string;
  businessAddress: string;
  businessPhone: string;
  businessEmail: string;
  timeZone: string;
  country: string;
  currency: string;
  twilioAccountSid: string;
  /** Null leaves the stored one alone. */
  twilioAuthToken: string | null;
  twilioPhoneNumber: string;
  twilioMessagingServiceSid: string;
  smtpHost: string;
  smtpPort: string;
  smtpUser: string;
  /** Null leaves the stored one alone. */
  smtpPassword: string | null;
  smtpSecure: boolean;
  smtpFromName: string;
  smtpFromAddress: string;
  messageCount: string;
  delaySeconds: string;
  /** Empty: no cap, as of the two below. */
  maxSegmentsPerSecond: string;
  dailyCap: string;
  frequencyCapMessages: string;
  frequencyCapDays: string;
  optOutNoticeAlways: boolean;
  autoDeliverabilityCheck: boolean;
  lineTypeLookups: boolean;
  quietHoursEnabled: boolean;
  quietHoursStart: string;
  quietHoursEnd: string;
  mediaRetentionDays: string;
  costPerSegment: string;
  templateMessageCount: string;
  templateDelaySeconds: string;
  templateMessage: string;
  webhookBaseUrl: string;
}

type Name = keyof SettingsValues;

export function valuesOf(settings: Settings): SettingsValues {
  const { campaignTemplate: template } = settings;
  return {
    businessName: settings.businessName,
    businessAddress: settings.businessAddress,
    businessPhone: settings.businessPhone,
    businessEmail: settings.businessEmail,
    timeZone: settings.timeZone,
    country: settings.country,
    currency: settings.currency,
    twilioAccountSid: settings.twilioAccountSid ?? "",
    twilioAuthToken: null,
    twilioPhoneNumber: settings.twilioPhoneNumber ?? "",
    twilioMessagingServiceSid: settings.twilioMessagingServiceSid ?? "",
    smtpHost: settings.smtpHost ?? "",
    smtpPort: String(settings.smtpPort ?? DEFAULT_SMTP_PORT),
    smtpUser: settings.smtpUser ?? "",
    smtpPassword: null,
    smtpSecure: settings.smtpSecure ?? true,
    smtpFromName: settings.smtpFromName ?? "",
    smtpFromAddress: settings.smtpFromAddress ?? "",
    messageCount: String(settings.messageCount),
    delaySeconds: String(settings.delaySeconds),
    maxSegmentsPerSecond: textOf(settings.maxSegmentsPerSecond),
    dailyCap: textOf(settings.dailyCap),
    frequencyCapMessages: textOf(settings.frequencyCapMessages),
    frequencyCapDays: String(settings.frequencyCapDays ?? DEFAULT_FREQUENCY_CAP_DAYS),
    optOutNoticeAlways: settings.optOutNoticeAlways ?? false,
    autoDeliverabilityCheck: settings.autoDeliverabilityCheck ?? false,
    lineTypeLookups: settings.lineTypeLookups ?? false,
    quietHoursEnabled: settings.quietHoursEnabled ?? true,
    quietHoursStart: settings.quietHoursStart ?? "",
    quietHoursEnd: settings.quietHoursEnd ?? "",
    mediaRetentionDays: String(settings.mediaRetentionDays ?? DEFAULT_MEDIA_RETENTION_DAYS),
    costPerSegment: settings.costPerSegment,
    templateMessageCount: template ? String(template.messageCount) : "",
    templateDelaySeconds: template ? String(template.delaySeconds) : "",
    templateMessage: template?.message ?? "",
    webhookBaseUrl: settings.webhookBaseUrl ?? "",
  };
}

/** What is to be sent: only what differs from what is saved. */
function changeOf(values: SettingsValues, saved: SettingsValues): Record<string, unknown> {
  const change: Record<string, unknown> = {};
  for (const name of Object.keys(values) as Name[]) {
    if (values[name] === saved[name] || values[name] === null) continue;
    if (isTemplateField(name)) change["campaignTemplate"] = templateOf(values);
    else if (CAPS.includes(name) && values[name] === "") change[name] = null;
    else change[name] = NUMBERS.includes(name) ? Number(values[name]) : values[name];
  }
  return change;
}

function isTemplateField(name: Name): boolean {
  return name.startsWith("template");
}

/** Left empty they cap nothing. */
const CAPS: readonly Name[] = ["maxSegmentsPerSecond", "dailyCap", "frequencyCapMessages"];
const NUMBERS: readonly Name[] = [
  ...CAPS,
  "frequencyCapDays",
  "messageCount",
  "delaySeconds",
  "smtpPort",
  "mediaRetentionDays",
];

function textOf(cap: number | null | undefined): string {
  return cap === null || cap === undefined ? "" : String(cap);
}

function templateOf(values: SettingsValues) {
  const { templateMessageCount: count, templateDelaySeconds: delay, templateMessage } = values;
  if (`${count}${delay}${templateMessage}`.trim() === "") return null;
  return { messageCount: Number(count), delaySeconds: Number(delay), message: templateMessage };
}

const FIELDS: Readonly<Record<string, Name>> = {
  "campaignTemplate.messageCount": "templateMessageCount",
  "campaignTemplate.delaySeconds": "templateDelaySeconds",
  "campaignTemplate.message": "templateMessage",
  campaignTemplate: "templateMessage",
};

/** Where the contract's name of a field stands in the form. */
export function fieldOf(path: string): Name {
  return FIELDS[path] ?? (path as Name);
}

/** The contract's own shape and words; hands on the change alone. Its context is what is saved. */
export const resolver: Resolver<SettingsValues, SettingsValues, SettingsChange> = (
  values,
  saved,
) => {
  const parsed = SettingsChange.safeParse(saved ? changeOf(values, saved) : {});
  if (parsed.success) return { values: parsed.data, errors: {} };

  const errors: Partial<Record<Name, { type: string; message: string }>> = {};
  for (const { path, code, message } of parsed.error.issues)
    errors[fieldOf(path.join("."))] ??= { type: code, message };
  return { values: {}, errors };
};
