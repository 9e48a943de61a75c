import {
  type CountryCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from "libphonenumber-js/min";

/** E.164, or undefined when no telephone number can be read. `country` stands in for a missing country code. */
export function readPhone(typed: string, country: string): string | undefined {
  const fallback: CountryCode = isSupportedCountry(country) ? country : "US";
  const number = parsePhoneNumberFromString(typed.trim(), fallback);
  return number?.isPossible() && !number.ext ? number.number : undefined;
}
