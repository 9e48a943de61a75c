import type { CallRow } from "#db/calls/calls.ts";
import { wasTextedBack } from "#db/calls/calls-figures.ts";
import { findContactByPhone } from "#db/clients/contacts.ts";
import type { App } from "#src/app.ts";
import { optedOutSince } from "#src/clients/consent.ts";
import { isUndeliverable } from "#src/messaging/deliverability/deliverability.ts";
import { canSend, sendText } from "#src/messaging/outbox/outbox.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import { countryOf } from "#src/platform/phone-numbers.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { fillBusinessName } from "#src/shared/business-name.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** After a longer downtime the text would only confuse the caller. */
const MAX_DELAY_MS = 60 * 60 * 1000;
/** Area codes of premium-rate, toll-free and personal numbers, which have the country code of the United States. */
const SERVICE_NUMBER =
  /^\+1(?:9(?:00|76)|8(?:00|33|44|55|66|77|88)|700|5(?:00|2[1-9]|33|44|66|77|88))/;

/**
 * Texts a caller who could not be answered, if the owner enabled it. Runs in the transaction that ends
 * the call. Skips callers who opted out, cannot be texted, call from abroad or from a service number, or got a text back within a
 * day. Quiet hours do not apply, because the person has just called. Returns the id of the text, or
 * undefined if none is sent.
 */
export function sendTextBack(app: App, { id, phone, startedAt }: CallRow): number | undefined {
  const { missedCallTextEnabled, missedCallText, twilioPhoneNumber, businessName } =
    getSettings(app);
  const now = app.now();
  if (!missedCallTextEnabled || phone === null || phone === twilioPhoneNumber || !canSend(app))
    return undefined;
  const isAllowed =
    startedAt > now - MAX_DELAY_MS &&
    !SERVICE_NUMBER.test(phone) &&
    isTextableCountry(app, phone) &&
    optedOutSince(app, phone) === undefined &&
    !isUndeliverable(app, phone) &&
    !wasTextedBack(app.db, phone, now - DAY_MS);
  if (!isAllowed) return undefined;

  recordSystem(app, { action: "call.text_back", target: ["call", id] });
  return sendText(app, {
    purpose: "missed-call",
    phone,
    contactId: findContactByPhone(app.db, phone)?.id ?? null,
    body: fillBusinessName(missedCallText, businessName).trim(),
  });
}

/** A forged caller number must not cause texts to expensive destinations. */
function isTextableCountry(app: App, phone: string): boolean {
  const { country, verificationCountries } = getSettings(app);
  const callerCountry = countryOf(phone) ?? "";
  return (
    [country, ...verificationCountries].includes(callerCountry) ||
    findContactByPhone(app.db, phone) !== null
  );
}
