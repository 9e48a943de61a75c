import type { Settings } from "#src/settings/contract.ts";
import type { SettingsValues } from "./form-values.ts";

/** Everything that is needed is saved; whether it is right, only a test tells. */
export function isTwilioSetUp(settings: Settings): boolean {
  const { twilioAccountSid, twilioAuthToken, twilioPhoneNumber } = settings;
  return Boolean(twilioAccountSid && twilioAuthToken?.set && twilioPhoneNumber);
}

type Dirty = Readonly<Partial<Record<keyof SettingsValues, boolean>>>;

export function isTwilioDirty(dirty: Dirty): boolean {
  return Boolean(
    dirty.twilioAccountSid ||
      dirty.twilioAuthToken ||
      dirty.twilioPhoneNumber ||
      dirty.twilioMessagingServiceSid,
  );
}
