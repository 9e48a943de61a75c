import type { CallRow } from "#db/calls/calls.ts";
import { wasTextedBack } from "#db/calls/calls-figures.ts";
import { findContactByPhone } from "#db/clients/contacts.ts";
import type { App } from "#src/app.ts";
import { businessNameOf } from "#src/calls/conversation/greeting.ts";
import { optedOutSince } from "#src/clients/consent.ts";
import { isUndeliverable } from "#src/messaging/deliverability/deliverability.ts";
import { canSend, sendText } from "#src/messaging/outbox/outbox.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import { countryOf } from "#src/platform/phone-numbers.ts";
import { settingsOf } from "#src/platform/settings/settings.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** Later, after a server was down, nobody remembers having called. */
const LATEST_MS = 60 * 60 * 1000;

/**
 * In the transaction that ends the call: tells who could not be talked to, if the owner wants it. Not
 * who opted out or cannot be texted, not abroad, not twice a day, and no night holds it: they have just called.
 * Answers the text's id, undefined where none leaves.
 */
export function textBack(app: App, { id, phone, startedAt }: CallRow): number | undefined {
  const { missedCallTextEnabled, missedCallText, twilioPhoneNumber } = settingsOf(app);
  const now = app.now();
  if (!missedCallTextEnabled || phone === null || phone === twilioPhoneNumber || !canSend(app))
    return undefined;
  const isWanted =
    startedAt > now - LATEST_MS &&
    isWithinReach(app, phone) &&
    optedOutSince(app, phone) === undefined &&
    !isUndeliverable(app, phone) &&
    !wasTextedBack(app.db, phone, now - DAY_MS);
  if (!isWanted) return undefined;

  recordSystem(app, { action: "call.text_back", target: ["call", id] });
  return sendText(app, {
    purpose: "missed-call",
    phone,
    contactId: findContactByPhone(app.db, phone)?.id ?? null,
    body: missedCallText.replaceAll("{businessName}", () => businessNameOf(app)).trim(),
  });
}

/** Whoever makes a number up that is dear to text must not have us text it. */
function isWithinReach(app: App, phone: string): boolean {
  const { country, verificationCountries } = settingsOf(app);
  const theirs = countryOf(phone) ?? "";
  return (
    [country, ...verificationCountries].includes(theirs) ||
    findContactByPhone(app.db, phone) !== null
  );
}
