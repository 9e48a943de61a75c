import type { App, Staff } from "#src/app.ts";
import type { Settings } from "./contract.ts";
import type { Secret, SettingsValues } from "./defaults.ts";

interface Around {
  /** Undefined when it is not set, or cannot be opened. */
  readonly secretOf: (name: Secret) => string | undefined;
  readonly canMail: boolean;
  readonly sendingPaused: string | null;
}

/** Admins see all of it, others only what their screens need; a secret shows its last four. */
export function shownSettings(
  app: App,
  actor: Staff,
  values: SettingsValues,
  { secretOf, canMail, sendingPaused }: Around,
): Settings {
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
    twilioAuthToken: masked(secretOf("twilioAuthToken")),
    twilioPhoneNumber: values.twilioPhoneNumber,
    twilioMessagingServiceSid: values.twilioMessagingServiceSid,
    smtpHost: values.smtpHost,
    smtpPort: values.smtpPort,
    smtpUser: values.smtpUser,
    // Of a password that a person made up, not even four letters.
    smtpPassword: { set: secretOf("smtpPassword") !== undefined, last4: null },
    smtpSecure: values.smtpSecure,
    smtpFromName: values.smtpFromName,
    smtpFromAddress: values.smtpFromAddress,
    canMail,
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
    callTranscriptRetentionDays: values.callTranscriptRetentionDays,
    membershipSmtpHost: values.membershipSmtpHost,
    membershipSmtpPort: values.membershipSmtpPort,
    membershipSmtpUser: values.membershipSmtpUser,
    membershipSmtpPassword: {
      set: secretOf("membershipSmtpPassword") !== undefined,
      last4: null,
    },
    membershipSmtpFromName: values.membershipSmtpFromName,
    membershipSmtpSecure: values.membershipSmtpSecure,
    openaiApiKey: masked(secretOf("openaiApiKey")),
    elevenlabsApiKey: masked(secretOf("elevenlabsApiKey")),
    aiBusinessDescription: values.aiBusinessDescription,
    aiGreeting: values.aiGreeting,
    aiHandoverNumber: values.aiHandoverNumber,
    aiCallMode: values.aiCallMode,
    missedCallTextEnabled: values.missedCallTextEnabled,
    missedCallText: values.missedCallText,
    stripePublishableKey: values.stripePublishableKey,
    stripeSecretKey: masked(secretOf("stripeSecretKey")),
    stripeWebhookSecret: masked(secretOf("stripeWebhookSecret")),
    stripePortalConfigId: values.stripePortalConfigId,
    statementName: values.statementName,
    membershipDomainEnabled: values.membershipDomainEnabled,
    membershipDomain: values.membershipDomain,
    verificationCountries: [...values.verificationCountries],
    googleApiKey: masked(secretOf("googleApiKey")),
    googlePlaceId: values.googlePlaceId,
    googleOAuthClientId: values.googleOAuthClientId,
    googleOAuthClientSecret: masked(secretOf("googleOAuthClientSecret")),
    // Nobody typed it, so nothing of it helps anybody.
    googleOAuthRefreshToken: { set: secretOf("googleOAuthRefreshToken") !== undefined },
    googleAccountId: values.googleAccountId,
    googleLocationId: values.googleLocationId,
    googleBusinessName: values.googleBusinessName,
    googleReviewsLastFetchedAt: isoOrNull(values.googleReviewsLastFetchedAt),
    googleReviewsCacheDurationMinutes: values.googleReviewsCacheDurationMinutes,
    appointmentThankYouEnabled: values.appointmentThankYouEnabled,
    appointmentThankYouMessage: values.appointmentThankYouMessage,
    appointmentThankYouDelayMinutes: values.appointmentThankYouDelayMinutes,
    appointmentThankYouEnabledAt: isoOrNull(values.appointmentThankYouEnabledAt),
    appointmentReminderEnabled: values.appointmentReminderEnabled,
    appointmentReminderMessage: values.appointmentReminderMessage,
    appointmentReminderTime: values.appointmentReminderTime,
    sendingPaused,
    updatedAt: isoOrNull(values.updatedAt),
  };
}

function isoOrNull(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}

function masked(secret: string | undefined): { set: boolean; last4: string | null } {
  return { set: secret !== undefined, last4: secret?.slice(-4) ?? null };
}
