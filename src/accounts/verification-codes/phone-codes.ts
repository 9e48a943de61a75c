import { findContactByPhone } from "#db/clients/contacts.ts";
import { inTransaction } from "#db/connection.ts";
import type { App, Caller } from "#src/app.ts";
import { optedOutSince } from "#src/messaging/consent.ts";
import { canSend, sendText } from "#src/messaging/outbox/outbox.ts";
import { sendMail } from "#src/platform/mail.ts";
import { countryOf, requirePhone } from "#src/platform/phone-numbers.ts";
import { settingsOf } from "#src/platform/settings/settings.ts";
import { Problem } from "#src/shared/problem.ts";
import { issueCode, type Target } from "./verification-codes.ts";

/** As a client typed it, in E.164. @throws Problem 400 */
export function phoneTyped(app: App, typed: string): string {
  return requirePhone(typed, settingsOf(app).country);
}

/**
 * Texts a code; `isWanted` false makes and counts one that nobody gets, so that asking tells nothing of who
 * is known here. Countries that are not on the list cost too much to be lured into texting.
 * @throws Problem 400, 403, 409, 429
 */
export async function sendPhoneCode(
  app: App,
  target: Target & { readonly purpose: "member" | "financing" | "sign-up" },
  caller: Caller,
  isWanted = true,
): Promise<void> {
  const { verificationCountries, businessName } = settingsOf(app);
  const country = countryOf(target.address);
  if (!country || !verificationCountries.includes(country))
    throw new Problem(400, "Codes cannot be texted to numbers of this country.", {
      errors: { phoneNumber: "Codes cannot be texted to numbers of this country." },
    });
  if (!canSend(app)) throw new Problem(409, "Codes cannot be texted right now. Please call us.");

  const code = issueCode(app, target, caller);
  const body = `${businessName ? `${businessName}: ` : ""}${code} is your code. It is good for 10 minutes. Never tell it to anybody.`;
  if (optedOutSince(app, target.address) !== undefined) {
    await otherwise(app, target.address, body, isWanted);
    return;
  }
  if (!isWanted) return;
  // In nobody's thread: a code is for the client alone, and its words go once it is sent.
  inTransaction(app.db, () =>
    sendText(app, { purpose: "code", phone: target.address, contactId: null, body }),
  );
}

/** No text goes to who has opted out: by mail where there is an address, else they must say START. */
async function otherwise(app: App, phone: string, body: string, isWanted: boolean): Promise<void> {
  const email = findContactByPhone(app.db, phone)?.email;
  if (email && isWanted) {
    const { businessName } = settingsOf(app);
    await sendMail(app, {
      to: email,
      subject: `Your code from ${businessName || "us"}`,
      text: body,
    });
    return;
  }
  throw new Problem(
    403,
    "This number has opted out of our texts. Text START to us, and ask for a code again.",
  );
}
