import { rfc2822 } from "./twilio-dates.ts";
import type { Json } from "./twilio-reply.ts";

export interface OwnedNumber {
  readonly sid: string;
  readonly phoneNumber: string;
  readonly createdAt: number;
  /** Values set by updates, by their name in replies: `sms_url`. */
  readonly settings: NumberSettings;
}

interface NumberSettings {
  sms_url?: string;
  sms_method?: string;
  [name: string]: string | undefined;
}

export function createNumber(sid: string, phoneNumber: string, createdAt: number): OwnedNumber {
  return { sid, phoneNumber, createdAt, settings: {} };
}

/** `SmsUrl` → `sms_url`. */
export function updateNumber(number: OwnedNumber, form: URLSearchParams): void {
  for (const [field, value] of form) {
    const name = field.replace(/(?<!^)[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
    number.settings[name] = value;
  }
}

/** A new number from Twilio, which has the demo address until it is set up. */
export function numberJson(accountSid: string, number: OwnedNumber): Json {
  const created = rfc2822(number.createdAt);
  return {
    account_sid: accountSid,
    address_sid: null,
    address_requirements: "none",
    api_version: "2010-04-01",
    beta: false,
    capabilities: { voice: true, sms: true, mms: true, fax: false },
    date_created: created,
    date_updated: created,
    friendly_name: number.phoneNumber,
    identity_sid: null,
    phone_number: number.phoneNumber,
    origin: "twilio",
    sid: number.sid,
    sms_application_sid: null,
    sms_fallback_method: "POST",
    sms_fallback_url: "",
    sms_method: "POST",
    sms_url: "https://demo.twilio.com/welcome/sms/reply/",
    status_callback: "",
    status_callback_method: "POST",
    trunk_sid: null,
    uri: `/2010-04-01/Accounts/${accountSid}/IncomingPhoneNumbers/${number.sid}.json`,
    voice_receive_mode: "voice",
    voice_application_sid: null,
    voice_caller_id_lookup: false,
    voice_fallback_method: "POST",
    voice_fallback_url: null,
    voice_method: "POST",
    voice_url: "https://demo.twilio.com/welcome/voice/",
    emergency_status: "Inactive",
    emergency_address_sid: null,
    emergency_address_status: "unregistered",
    bundle_sid: null,
    status: "in-use",
    type: "local",
    ...number.settings,
  };
}
