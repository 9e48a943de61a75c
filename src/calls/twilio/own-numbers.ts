import type { App } from "#src/app.ts";
import type { Speakable } from "#src/calls/conversation/redaction.ts";
import { readPhone } from "#src/platform/phone-numbers.ts";
import { settingsOf } from "#src/platform/settings/settings.ts";

/** What Twilio puts into From where the number is withheld: the words, typed on a keypad. */
const WITHHELD = new Set(
  ["ANONYMOUS", "BLOCKED", "RESTRICTED", "UNAVAILABLE", "UNKNOWN"].map(onKeypad),
);

/** E.164, or null where the caller withheld it, or calls from something that is no telephone. */
export function callerNumber(app: App, from: string): string | null {
  const digits = from.replace(/\D/g, "");
  if (!from.startsWith("+") || WITHHELD.has(digits)) return null;
  return readPhone(from, settingsOf(app).country) ?? null;
}

/** Whom the assistant hands over to; undefined where that would be ourselves, or nobody. */
export function handoverNumber(app: App): string | undefined {
  const { aiHandoverNumber, businessPhone, twilioPhoneNumber, country } = settingsOf(app);
  const number = readPhone(aiHandoverNumber || businessPhone, country);
  return number === twilioPhoneNumber ? undefined : number;
}

/** The person who is handed over to gets the call; their number is not told. */
export function speakableBy(app: App, caller: string | null): Speakable {
  const settings = settingsOf(app);
  return {
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
