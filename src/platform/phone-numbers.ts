import {
  type CountryCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from "libphonenumber-js/min";
import { fieldProblem } from "#src/shared/problem.ts";

/**
 * Returns E.164, or undefined when the text is not a phone number. Its length is enough, because a carrier knows
 * numbers that are newer than our plans. `country` replaces a missing country code.
 */
export function parsePhone(typed: string, country: string): string | undefined {
  return parseUsNumber(typed, country) ?? parseWithLibrary(typed, country, "isPossible");
}

/** Like `parsePhone`, but only numbers that the country's numbering plan allows, and no premium-rate ones of the US. */
export function parseValidPhone(typed: string, country: string): string | undefined {
  const phone = parseUsNumber(typed, country) ?? parseWithLibrary(typed, country, "isValid");
  return phone?.startsWith("+1900") ? undefined : phone;
}

/** Parses a form field. @throws Problem 400 with an error for `field` */
export function requirePhone(typed: string, country: string, field = "phoneNumber"): string {
  const phone = parseValidPhone(typed, country);
  if (phone) return phone;
  throw fieldProblem(400, field, "Invalid phone number format");
}

/**
 * Parses a form field with a number that strangers may have texted. Only the countries on the list, because
 * attackers could make the business pay for texts to expensive ones.
 * @throws Problem 400 with an error for `field`
 */
export function requireServedPhone(
  typed: string,
  { country, verificationCountries }: { country: string; verificationCountries: readonly string[] },
  field: string,
  refusal: string,
): string {
  const phone = requirePhone(typed, country, field);
  const itsCountry = countryOf(phone);
  if (itsCountry && verificationCountries.includes(itsCountry)) return phone;
  // Numbers such as +1 000 000 0000 belong to no country.
  throw fieldProblem(400, field, itsCountry ? refusal : "Invalid phone number format");
}

/** Returns two letters, or undefined when the number does not determine a country. */
export function countryOf(phone: string): string | undefined {
  return parsePhoneNumberFromString(phone)?.country;
}

/** Returns true when the country has a numbering plan. `country` is two letters, such as "US". */
export function hasPhoneNumbers(country: string): boolean {
  return isSupportedCountry(country);
}

/**
 * Parses a North American number in a common format without the library, whose result would be the
 * same: the length is valid, and no part begins with a prefix. Parsing took a quarter of an import's
 * time. A test compares the results with the library's.
 */
function parseUsNumber(typed: string, country: string): string | undefined {
  const [, prefix, area, exchange, line] = US_NUMBER.exec(typed) ?? [];
  if (!area || (prefix !== "+1" && country !== "US" && country !== "CA")) return undefined;
  return `+1${area}${exchange}${line}`;
}

const US_NUMBER = /^(?:(\+?1)[ .-]?)?\(?([2-9]\d{2})\)?[ .-]?([2-9]\d{2})[ .-]?(\d{4})$/;

function parseWithLibrary(typed: string, country: string, test: "isPossible" | "isValid") {
  const number = parsePhoneNumberFromString(typed.trim(), toCountryCode(country));
  return number?.[test]() && !number.ext ? number.number : undefined;
}

function toCountryCode(country: string): CountryCode {
  return isSupportedCountry(country) ? country : "US";
}
