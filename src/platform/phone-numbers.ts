import {
  type CountryCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from "libphonenumber-js/min";
import { Problem } from "#src/shared/problem.ts";

/** E.164, or undefined when no telephone number can be read. `country` stands in for a missing country code. */
export function parsePhone(typed: string, country: string): string | undefined {
  return parseUsNumber(typed, country) ?? parseWithLibrary(typed, country);
}

/** As a form's `field` has it. @throws Problem 400 with words for the field */
export function requirePhone(typed: string, country: string, field = "phoneNumber"): string {
  const phone = parsePhone(typed, country);
  if (phone) return phone;
  const words = "Invalid phone number format";
  throw new Problem(400, words, { errors: { [field]: words } });
}

/** Two letters; undefined where the number does not tell. */
export function countryOf(phone: string): string | undefined {
  return parsePhoneNumberFromString(phone)?.country;
}

/** Whether there are telephone numbers of it: two letters, such as "US". */
export function hasPhoneNumbers(country: string): boolean {
  return isSupportedCountry(country);
}

/**
 * A number of North America as most files have it, which parsing would only confirm: it is possible
 * by its length, and none of its three parts begins with what parsing would take for a prefix. A
 * quarter of an import was spent on these; a test holds the answers to those of the library.
 */
function parseUsNumber(typed: string, country: string): string | undefined {
  const [, prefix, area, exchange, line] = US_NUMBER.exec(typed) ?? [];
  if (!area || (prefix !== "+1" && country !== "US" && country !== "CA")) return undefined;
  return `+1${area}${exchange}${line}`;
}

const US_NUMBER = /^(?:(\+?1)[ .-]?)?\(?([2-9]\d{2})\)?[ .-]?([2-9]\d{2})[ .-]?(\d{4})$/;

function parseWithLibrary(typed: string, country: string): string | undefined {
  const fallback: CountryCode = isSupportedCountry(country) ? country : "US";
  const number = parsePhoneNumberFromString(typed.trim(), fallback);
  return number?.isPossible() && !number.ext ? number.number : undefined;
}
