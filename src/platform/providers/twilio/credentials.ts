import type { App } from "#src/app.ts";
import { findSecret, getSettings } from "#src/platform/settings/settings.ts";

export interface TwilioCredentials {
  readonly accountSid: string;
  readonly authToken: string;
  /** E.164; texts are sent from it. */
  readonly phoneNumber: string;
  /** MG…; when set, texts are sent through this Messaging Service instead. */
  readonly messagingServiceSid: string | undefined;
}

/** Returns undefined until account, token and phone number are saved. */
export function twilioCredentials(app: App): TwilioCredentials | undefined {
  const values = getSettings(app);
  const authToken = findSecret(app, "twilioAuthToken");
  if (!values.twilioAccountSid || !authToken || !values.twilioPhoneNumber) return undefined;
  return {
    accountSid: values.twilioAccountSid,
    authToken,
    phoneNumber: values.twilioPhoneNumber,
    messagingServiceSid: values.twilioMessagingServiceSid || undefined,
  };
}
