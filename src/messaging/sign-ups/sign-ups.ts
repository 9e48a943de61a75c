import * as store from "#db/clients/text-sign-ups.ts";
import { inTransaction } from "#db/connection.ts";
import type { App, Caller } from "#src/app.ts";
import { grantCategories, optedOutSince } from "#src/clients/consent.ts";
import { canSend, sendText } from "#src/messaging/outbox/outbox.ts";
import { readDetails } from "#src/messaging/registration/registration.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import { type Limit, limitRate } from "#src/platform/http/rate-limit.ts";
import { defineModule, visitor } from "#src/platform/http/routes.ts";
import { requireServedPhone } from "#src/platform/phone-numbers.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { HOUR_MS } from "#src/shared/durations.ts";
import { fieldProblem, Problem } from "#src/shared/problem.ts";
import {
  type ConsentTerms,
  confirmationRequest,
  consentWordings,
  signUpAnswer,
} from "#src/shared/texting-consent.ts";
import { type SignUp, type TextTerms, textSignUps } from "./contract.ts";

export const textSignUpModule = defineModule(textSignUps, {
  terms: visitor(({ app }) => readTextTerms(app)),
  create: visitor(({ app, body, caller }) => requestSignUp(app, body, caller)),
});

/** A YES after this time answers something else. */
const OPEN_MS = 72 * HOUR_MS;
const QUARTER = 15 * 60;
const OF_VISITOR: Limit = { name: "text sign-ups of a visitor", most: 10, seconds: QUARTER };
const OF_NUMBER: Limit = { name: "text sign-ups", most: 3, seconds: QUARTER, isStored: true };
const OF_NUMBER_A_DAY: Limit = {
  name: "text sign-ups in a day",
  most: 6,
  seconds: 24 * 60 * 60,
  isStored: true,
};
const OF_ALL: Limit = { name: "all text sign-ups", most: 200, seconds: QUARTER };

function readTextTerms(app: App): TextTerms {
  const { businessName, businessAddress, businessPhone, businessEmail, twilioPhoneNumber } =
    getSettings(app);
  const { offersPerMonth, website } = readDetails(app);
  return {
    businessName,
    address: businessAddress,
    phone: businessPhone,
    email: businessEmail,
    website,
    offersPerMonth,
    canText: canSend(app),
    number: twilioPhoneNumber,
  };
}

/**
 * Stores what a visitor agreed to, with the exact wording, and texts the number to confirm it. The reply
 * doesn't reveal whether the number is a client's. @throws Problem 400, 429, 503
 */
function requestSignUp(
  app: App,
  { name, phoneNumber, appointments, offers }: SignUp,
  caller: Caller,
) {
  if (!appointments && !offers)
    throw fieldProblem(400, "appointments", "Choose at least one kind of text.");
  const phone = requireTextablePhone(app, phoneNumber);
  if (!canSend(app)) throw new Problem(503, "We can't send texts right now. Call us instead.");
  limitRate(app, OF_VISITOR, caller);
  limitRate(app, OF_NUMBER, phone);
  limitRate(app, OF_NUMBER_A_DAY, phone);
  limitRate(app, OF_ALL);

  const terms = consentTerms(app);
  const wordings = consentWordings(terms);
  const text = confirmationRequest(terms, { appointments, offers });
  inTransaction(app.db, () => {
    store.saveSignUp(app.db, {
      phone,
      name,
      appointments: appointments ? wordings.appointments : null,
      offers: offers ? wordings.offers : null,
      ipAddress: caller.ip,
      userAgent: caller.userAgent,
      askedAt: app.now(),
    });
    // Anyone can type this number, and its owner may have asked for no more texts. START ends that.
    if (optedOutSince(app, phone) === undefined)
      sendText(app, { purpose: "keyword", phone, contactId: null, body: text });
    recordSystem(
      app,
      { action: "text_sign_up.request", metadata: { appointments, offers } },
      caller,
    );
  });
  return { sentTo: phone, text };
}

/** The number's sign-up that a YES would confirm. */
export function findOpenSignUp(app: App, phone: string): store.TextSignUp | undefined {
  return store.findSignUp(app.db, phone, app.now() - OPEN_MS);
}

/** Records the client's YES as consent, with the wording of each box. Returns the text that answers it. */
export function confirmSignUp(app: App, signUp: store.TextSignUp, reply: string): string {
  const { phone, appointments, offers, ipAddress } = signUp;
  const withReply = (wording: string) => `${wording} (Confirmed by text: ${reply.trim()})`;
  grantCategories(
    app,
    { phone, source: "form", ipAddress },
    {
      ...(appointments !== null && { reminder: withReply(appointments) }),
      ...(offers !== null && { marketing: withReply(offers) }),
    },
  );
  store.deleteSignUp(app.db, phone);
  const chosen = { appointments: appointments !== null, offers: offers !== null };
  return signUpAnswer(consentTerms(app), chosen);
}

/** Deletes sign-ups that were never confirmed. */
export function deleteOldSignUps(app: App): void {
  store.deleteSignUpsBefore(app.db, app.now() - OPEN_MS);
}

function consentTerms(app: App): ConsentTerms {
  const { businessName } = getSettings(app);
  return { businessName, offersPerMonth: readDetails(app).offersPerMonth };
}

/** @throws Problem 400 */
function requireTextablePhone(app: App, typed: string): string {
  const refusal = "We can't text numbers in this country.";
  return requireServedPhone(typed, getSettings(app), "phoneNumber", refusal);
}
