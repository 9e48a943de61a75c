import * as z from "zod/mini";
import { hasPhoneNumbers, requirePhone } from "#src/platform/phone-numbers.ts";
import { fieldProblem } from "#src/shared/problem.ts";
import { DEFAULTS, type SettingsChange } from "./shapes-contract.ts";
import { isSecret, SETTINGS, type SettingsValues } from "./table-contract.ts";

/** Checks what the fields' shapes can't, and writes numbers and time zones in their usual form. @throws Problem 400 */
export function normalizeChange(
  saved: SettingsValues,
  change: SettingsChange,
  stripeSecretKey = "",
): SettingsChange {
  requireValidHours(saved, change);
  requireCountries("verificationCountries", change.verificationCountries);
  if (change.country !== undefined) requireCountries("country", [change.country]);
  if (change.currency !== undefined) requireSupportedCurrency(change.currency);
  requireSameStripeMode(saved, change, stripeSecretKey);
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

const PLACES = new Set(["timeZone", "country", "currency", "verificationCountries"]);

/**
 * Requires both of Stripe's keys to be for tests, or both for real payments. Otherwise a real card is charged, and the
 * screens say that it's a test. @throws Problem 400
 */
function requireSameStripeMode(
  saved: SettingsValues,
  { stripePublishableKey, stripeSecretKey }: SettingsChange,
  savedSecret: string,
): void {
  if (stripePublishableKey === undefined && stripeSecretKey === undefined) return;
  const publishable = stripePublishableKey ?? saved.stripePublishableKey;
  const secret = stripeSecretKey ?? savedSecret;
  if (publishable === "" || secret === "" || modeOf(publishable) === modeOf(secret)) return;
  throw fieldProblem(
    400,
    stripePublishableKey === undefined ? "stripeSecretKey" : "stripePublishableKey",
    `The publishable key is for ${modeOf(publishable)}, the secret key for ${modeOf(secret)}. Copy both from the same page at Stripe.`,
  );
}

/** Of a key at Stripe. */
export function modeOf(key: string): string {
  return key.includes("_test_") ? "tests" : "real payments";
}

/** Whether a stored value fits its setting. One that doesn't, as after an edit outside Parlor, counts as not set. */
export function fitsSetting(name: string, value: unknown): boolean {
  if (isSecret(name) || !Object.hasOwn(SETTINGS, name)) return true;
  const { shape } = SETTINGS[name as keyof typeof SETTINGS];
  // A number past the form's limits is readable.
  const issues = shape ? (z.safeParse(shape, value).error?.issues ?? []) : [];
  if (issues.some(({ code }) => code !== "too_big" && code !== "too_small")) return false;
  try {
    if (PLACES.has(name)) normalizeChange(DEFAULTS, { [name]: value });
    return true;
  } catch {
    return false;
  }
}

function requireCountries(field: string, countries: readonly string[] = []): void {
  const unknown = countries.find((country) => !hasPhoneNumbers(country));
  if (unknown === undefined) return;
  throw fieldProblem(400, field, `${unknown} isn't a country with phone numbers`);
}

function requireValidHours(saved: SettingsValues, change: SettingsChange): void {
  if (change.systemWorkStartTime === undefined && change.systemWorkEndTime === undefined) return;
  const starts = change.systemWorkStartTime ?? saved.systemWorkStartTime;
  const ends = change.systemWorkEndTime ?? saved.systemWorkEndTime;
  if (starts < ends) return;
  throw fieldProblem(400, "systemWorkEndTime", "The working day must end after it starts");
}

/**
 * Requires a currency with two decimals. Amounts are stored in hundredths, but Stripe counts currencies
 * without decimals in whole units: 4900 is 49 dollars, and 4900 yen. @throws Problem 400
 */
function requireSupportedCurrency(currency: string): void {
  const isKnown = Intl.supportedValuesOf("currency").includes(currency);
  if (isKnown && decimalsOf(currency) === 2) return;
  const message = isKnown
    ? `${currency} can't be used, because it isn't counted in hundredths`
    : `There's no currency called ${currency}`;
  throw fieldProblem(400, "currency", message);
}

function decimalsOf(currency: string): number | undefined {
  const format = new Intl.NumberFormat("en", { style: "currency", currency });
  return format.resolvedOptions().maximumFractionDigits;
}

/** Returns the zone's name in its usual spelling. Its city is enough. @throws Problem 400 when the time zone is unknown */
function requireTimeZone(timeZone: string): string {
  try {
    return Temporal.Now.zonedDateTimeISO(timeZone).timeZoneId;
  } catch {
    const city = `/${timeZone.trim().replaceAll(" ", "_")}`.toLowerCase();
    const zones = Intl.supportedValuesOf("timeZone");
    const found = zones.find((zone) => zone.toLowerCase().endsWith(city));
    if (found) return found;
    const message = `There's no time zone named ${timeZone}. Try a large city with the same time, such as Chicago.`;
    throw fieldProblem(400, "timeZone", message);
  }
}
