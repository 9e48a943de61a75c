import type { App } from "#src/app.ts";
import { isOpenNow } from "#src/calendar/hours/hours.ts";
import { listServices } from "#src/calendar/services/services.ts";
import type { SpeechAllowlist } from "#src/calls/conversation/redaction.ts";
import { parsePhone } from "#src/platform/phone-numbers.ts";
import type { CallEvent } from "#src/platform/providers/twilio/voice-webhook.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { parseCents } from "#src/shared/money.ts";

/** Twilio's values of From for a withheld number: these words, typed on a keypad. */
const WITHHELD_NUMBERS = new Set(
  ["ANONYMOUS", "BLOCKED", "RESTRICTED", "UNAVAILABLE", "UNKNOWN"].map(onKeypad),
);

/**
 * Returns the caller's number in E.164, or null if it is withheld. Some phone companies forward a call with the number that
 * forwards it: all callers would be one client with a few calls a day, who is the salon.
 */
export function callerNumber(
  app: App,
  { from, forwardedFrom }: Pick<CallEvent, "from" | "forwardedFrom">,
): string | null {
  const { businessPhone, country } = getSettings(app);
  const number = parseCaller(app, from);
  const own = [parseCaller(app, forwardedFrom), parsePhone(businessPhone, country)];
  return own.some((one) => one === number) ? null : number;
}

/** Returns E.164, or null if the number is withheld or is not a phone number. */
export function parseCaller(app: App, from: string): string | null {
  const digits = from.replace(/\D/g, "");
  if (!from.startsWith("+") || WITHHELD_NUMBERS.has(digits)) return null;
  return parsePhone(from, getSettings(app).country) ?? null;
}

/**
 * Returns the number that calls are handed over to now; undefined outside business hours, if none is set,
 * or if it is the salon's Twilio number.
 */
export function handoverNumber(app: App): string | undefined {
  return isOpenNow(app) ? configuredHandoverNumber(app) : undefined;
}

/** Returns the number that calls are handed over to during business hours. */
export function configuredHandoverNumber(app: App): string | undefined {
  const { aiHandoverNumber, businessPhone, twilioPhoneNumber, country } = getSettings(app);
  const number = parsePhone(aiHandoverNumber || businessPhone, country);
  return number === twilioPhoneNumber ? undefined : number;
}

/** Returns what the assistant may say in any call. The handover number is not included. */
export function speechAllowlist(app: App, caller: string | null): Omit<SpeechAllowlist, "said"> {
  const settings = getSettings(app);
  return {
    prices: listServices(app).flatMap(({ price, deposit, overrides }) =>
      [price, deposit, ...overrides.map((one) => one.price)].flatMap(
        (text) => parseCents(text ?? "") ?? [],
      ),
    ),
    numbers: [settings.businessPhone, settings.twilioPhoneNumber, caller ?? ""],
    texts: [
      settings.businessEmail,
      settings.businessAddress,
      settings.aiBusinessDescription,
      settings.aiGreeting,
    ],
  };
}

function onKeypad(word: string): string {
  const keys = ["ABC", "DEF", "GHI", "JKL", "MNO", "PQRS", "TUV", "WXYZ"];
  return [...word].map((letter) => keys.findIndex((key) => key.includes(letter)) + 2).join("");
}
