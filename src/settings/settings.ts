import { inTransaction } from "#db/connection.ts";
import { allSettings, setSetting } from "#db/settings.ts";
import type { App, Staff } from "#src/app.ts";
import { record } from "#src/audit/audit.ts";
import { pausedReason } from "#src/engine/engine.ts";
import { readPhone } from "#src/phone-numbers/phone-numbers.ts";
import type { MailServer } from "#src/providers/mail.ts";
import type { TwilioCredentials } from "#src/providers/sms.ts";
import {
  DEFAULT_COST_PER_SEGMENT,
  DEFAULT_DELAY_SECONDS,
  DEFAULT_FREQUENCY_CAP_DAYS,
  DEFAULT_MEDIA_RETENTION_DAYS,
  DEFAULT_MESSAGE_COUNT,
  DEFAULT_REMINDER,
  DEFAULT_SMTP_PORT,
  DEFAULT_THANK_YOU,
  DEFAULT_THANK_YOU_DELAY_MINUTES,
} from "#src/shared/constants.ts";
import { Problem } from "#src/shared/problem.ts";
import type { CampaignTemplate, Settings, SettingsChange } from "./contract.ts";
import { refuseBadZone } from "./time-zone.ts";

/** Everything that can be set, with what holds until somebody does. Secrets are sealed records. */
const DEFAULTS = {
  twilioAccountSid: "",
  twilioAuthToken: "",
  twilioPhoneNumber: "",
  twilioMessagingServiceSid: "",
  smtpHost: "",
  smtpPort: DEFAULT_SMTP_PORT,
  smtpUser: "",
  smtpPassword: "",
  smtpSecure: true,
  smtpFromName: "",
  smtpFromAddress: "",
  messageCount: DEFAULT_MESSAGE_COUNT,
  delaySeconds: DEFAULT_DELAY_SECONDS,
  costPerSegment: DEFAULT_COST_PER_SEGMENT,
  campaignTemplate: null as CampaignTemplate | null,
  webhookBaseUrl: "",
  systemWorkStartTime: "09:00",
  systemWorkEndTime: "17:00",
  autoDeliverabilityCheck: false,
  lineTypeLookups: false,
  optOutNoticeAlways: false,
  maxSegmentsPerSecond: null as number | null,
  dailyCap: null as number | null,
  frequencyCapMessages: null as number | null,
  frequencyCapDays: DEFAULT_FREQUENCY_CAP_DAYS,
  quietHoursEnabled: true,
  quietHoursStart: "20:00",
  quietHoursEnd: "09:00",
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC",
  currency: "USD",
  country: "US",
  businessName: "",
  businessAddress: "",
  businessPhone: "",
  businessEmail: "",
  mediaRetentionDays: DEFAULT_MEDIA_RETENTION_DAYS,
  appointmentThankYouEnabled: false,
  appointmentThankYouMessage: DEFAULT_THANK_YOU,
  appointmentThankYouDelayMinutes: DEFAULT_THANK_YOU_DELAY_MINUTES,
  appointmentThankYouEnabledAt: null as number | null,
  appointmentReminderEnabled: false,
  appointmentReminderMessage: DEFAULT_REMINDER,
  appointmentReminderTime: "10:00",
  appointmentReminderEnabledAt: null as number | null,
  updatedAt: null as number | null,
};

export type SettingsValues = Readonly<typeof DEFAULTS>;

const SECRETS = ["twilioAuthToken", "smtpPassword"] as const;
type Secret = (typeof SECRETS)[number];

const cache = new WeakMap<App, { version: number; values: SettingsValues }>();

/** As they are now: a change by any process applies at once, without a restart. */
export function settingsOf(app: App): SettingsValues {
  const version = app.events.version("settings");
  const kept = cache.get(app);
  if (kept?.version === version) return kept.values;
  const values = { ...DEFAULTS, ...Object.fromEntries(allSettings(app.db)) };
  cache.set(app, { version, values });
  return values;
}

/** Undefined when it is not set, or was sealed with another key: that connection is not set up. */
function secretOf(app: App, name: Secret): string | undefined {
  const sealed = settingsOf(app)[name];
  return sealed === "" ? undefined : app.secrets.open(name, sealed);
}

/** Undefined until account, token and a number (or Messaging Service) are there. */
export function twilioCredentials(app: App): TwilioCredentials | undefined {
  const values = settingsOf(app);
  const authToken = secretOf(app, "twilioAuthToken");
  if (!values.twilioAccountSid || !authToken || !values.twilioPhoneNumber) return undefined;
  return {
    accountSid: values.twilioAccountSid,
    authToken,
    phoneNumber: values.twilioPhoneNumber,
    messagingServiceSid: values.twilioMessagingServiceSid || undefined,
  };
}

/** Undefined until there is a host and an address to send from. */
export function mailServer(app: App): MailServer | undefined {
  const values = settingsOf(app);
  const fromAddress = values.smtpFromAddress || addressIn(values.smtpUser) || values.businessEmail;
  const password = secretOf(app, "smtpPassword");
  if (!values.smtpHost || !fromAddress || (values.smtpUser && password === undefined))
    return undefined;
  return {
    host: values.smtpHost,
    port: values.smtpPort,
    secure: values.smtpSecure,
    user: values.smtpUser,
    password: password ?? "",
    fromName: values.smtpFromName || values.businessName,
    fromAddress,
  };
}

function addressIn(user: string): string {
  return user.includes("@") ? user : "";
}

/** Today where the business is, such as "2026-11-20". */
export function businessDay(app: App): string {
  return Temporal.Instant.fromEpochMilliseconds(app.now())
    .toZonedDateTimeISO(settingsOf(app).timeZone)
    .toPlainDate()
    .toString();
}

/** The hour there, 0 to 23. */
export function businessHour(app: App): number {
  return Temporal.Instant.fromEpochMilliseconds(app.now()).toZonedDateTimeISO(
    settingsOf(app).timeZone,
  ).hour;
}

/** When the business's next day begins, in epoch milliseconds. */
export function nextBusinessDay(app: App): number {
  return Temporal.Instant.fromEpochMilliseconds(app.now())
    .toZonedDateTimeISO(settingsOf(app).timeZone)
    .add({ days: 1 })
    .startOfDay().epochMilliseconds;
}

/** What providers call and what their signatures are checked against. */
export function webhookBaseUrl(app: App): string | undefined {
  return settingsOf(app).webhookBaseUrl.replace(/\/+$/, "") || app.config.publicUrl;
}

export function saveSettings(app: App, actor: Staff, change: SettingsChange): Settings {
  const values = normalised(app, change);
  inTransaction(app.db, () => {
    if (values.appointmentThankYouEnabled && !settingsOf(app).appointmentThankYouEnabled)
      setSetting(app.db, "appointmentThankYouEnabledAt", app.now());
    if (values.appointmentReminderEnabled && !settingsOf(app).appointmentReminderEnabled)
      setSetting(app.db, "appointmentReminderEnabledAt", app.now());
    for (const [name, value] of Object.entries(values))
      setSetting(app.db, name, isSecret(name) ? sealed(app, name, String(value)) : value);
    setSetting(app.db, "updatedAt", app.now());
    record(app, actor, { action: "settings.update", metadata: { fields: Object.keys(values) } });
    app.events.changed("settings");
  });
  return readSettings(app, actor);
}

/** Admins see all of it, others only what their screens need; a secret shows its last four. */
export function readSettings(app: App, actor: Staff): Settings {
  const values = settingsOf(app);
  const shared: Settings = {
    costPerSegment: values.costPerSegment,
    campaignTemplate: values.campaignTemplate,
    systemWorkStartTime: values.systemWorkStartTime,
    systemWorkEndTime: values.systemWorkEndTime,
    timeZone: values.timeZone,
    currency: values.currency,
    country: values.country,
    businessName: values.businessName,
    businessAddress: values.businessAddress,
    businessPhone: values.businessPhone,
    businessEmail: values.businessEmail,
    messageCount: values.messageCount,
    delaySeconds: values.delaySeconds,
    simulatedCarrier: app.config.carrier === "simulated",
    demo: app.config.demo,
  };
  if (actor.role !== "admin") return shared;

  return {
    ...shared,
    twilioAccountSid: values.twilioAccountSid,
    twilioAuthToken: shownSecret(app, "twilioAuthToken"),
    twilioPhoneNumber: values.twilioPhoneNumber,
    twilioMessagingServiceSid: values.twilioMessagingServiceSid,
    smtpHost: values.smtpHost,
    smtpPort: values.smtpPort,
    smtpUser: values.smtpUser,
    // Of a password that a person made up, not even four letters.
    smtpPassword: { ...shownSecret(app, "smtpPassword"), last4: null },
    smtpSecure: values.smtpSecure,
    smtpFromName: values.smtpFromName,
    smtpFromAddress: values.smtpFromAddress,
    canMail: mailServer(app) !== undefined,
    webhookBaseUrl: values.webhookBaseUrl,
    publicUrl: app.config.publicUrl ?? null,
    autoDeliverabilityCheck: values.autoDeliverabilityCheck,
    lineTypeLookups: values.lineTypeLookups,
    optOutNoticeAlways: values.optOutNoticeAlways,
    maxSegmentsPerSecond: values.maxSegmentsPerSecond,
    dailyCap: values.dailyCap,
    frequencyCapMessages: values.frequencyCapMessages,
    frequencyCapDays: values.frequencyCapDays,
    quietHoursEnabled: values.quietHoursEnabled,
    quietHoursStart: values.quietHoursStart,
    quietHoursEnd: values.quietHoursEnd,
    mediaRetentionDays: values.mediaRetentionDays,
    appointmentThankYouEnabled: values.appointmentThankYouEnabled,
    appointmentThankYouMessage: values.appointmentThankYouMessage,
    appointmentThankYouDelayMinutes: values.appointmentThankYouDelayMinutes,
    appointmentThankYouEnabledAt: isoOrNull(values.appointmentThankYouEnabledAt),
    appointmentReminderEnabled: values.appointmentReminderEnabled,
    appointmentReminderMessage: values.appointmentReminderMessage,
    appointmentReminderTime: values.appointmentReminderTime,
    sendingPaused: pausedReason(app),
    updatedAt: isoOrNull(values.updatedAt),
  };
}

function isoOrNull(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}

function shownSecret(app: App, name: Secret): { set: boolean; last4: string | null } {
  const secret = secretOf(app, name);
  return { set: secret !== undefined, last4: secret?.slice(-4) ?? null };
}

function normalised(app: App, change: SettingsChange): SettingsChange {
  if (change.timeZone !== undefined) refuseBadZone(change.timeZone);
  if (!change.twilioPhoneNumber) return change;

  const country = change.country ?? settingsOf(app).country;
  const twilioPhoneNumber = readPhone(change.twilioPhoneNumber, country);
  if (!twilioPhoneNumber)
    throw new Problem(400, "Invalid phone number format", {
      errors: { twilioPhoneNumber: "Invalid phone number format" },
    });
  return { ...change, twilioPhoneNumber };
}

function isSecret(name: string): name is Secret {
  return (SECRETS as readonly string[]).includes(name);
}

function sealed(app: App, name: Secret, value: string): string {
  return value === "" ? "" : app.secrets.seal(name, value);
}
