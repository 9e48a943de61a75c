import { hasPhoneNumbers, requirePhone } from "#src/platform/phone-numbers.ts";
import { Problem } from "#src/shared/problem.ts";
import { requireSupportedCurrency } from "./currency.ts";
import type { SettingsChange } from "./shapes-contract.ts";
import type { SettingsValues } from "./table-contract.ts";
import { requireTimeZone } from "./time-zone.ts";

/** Checks what the fields' shapes can't, and writes numbers and time zones in their usual form. @throws Problem 400 */
export function normalizeChange(saved: SettingsValues, change: SettingsChange): SettingsChange {
  requireValidHours(saved, change);
  requireKnownCountries(change.verificationCountries);
  if (change.currency !== undefined) requireSupportedCurrency(change.currency);
  const country = change.country ?? saved.country;
  const numbers = (["twilioPhoneNumber", "aiHandoverNumber", "testPhoneNumber"] as const).flatMap(
    (field) => (change[field] ? [[field, requirePhone(change[field], country, field)]] : []),
  );
  return {
    ...change,
    ...(change.timeZone !== undefined && { timeZone: requireTimeZone(change.timeZone) }),
    ...Object.fromEntries(numbers),
  };
}

function requireKnownCountries(countries: readonly string[] = []): void {
  const unknown = countries.find((country) => !hasPhoneNumbers(country));
  if (unknown === undefined) return;
  const message = `${unknown} isn't a country with phone numbers`;
  throw new Problem(400, message, { errors: { verificationCountries: message } });
}

function requireValidHours(saved: SettingsValues, change: SettingsChange): void {
  if (change.systemWorkStartTime === undefined && change.systemWorkEndTime === undefined) return;
  const starts = change.systemWorkStartTime ?? saved.systemWorkStartTime;
  const ends = change.systemWorkEndTime ?? saved.systemWorkEndTime;
  if (starts < ends) return;
  const message = "The working day must end after it starts";
  throw new Problem(400, message, { errors: { systemWorkEndTime: message } });
}
