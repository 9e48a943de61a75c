import * as z from "zod/mini";
import { Clock, Words, whole } from "#src/shared/field-shapes.ts";
import { flag, moment, number, text } from "./kinds-contract.ts";

/** What was on before there was a switch stays on. What brings clients back is off until someone switches it on. */
export const AUTOMATIC_TEXT_SETTINGS = {
  appointmentConfirmationEnabled: flag(true),
  appointmentConfirmationMessage: text(
    "{businessName}: you are booked for {service} with {employee} on {when}. {howToChange}",
    withParts("The confirmation", {
      when: "the date and time",
      howToChange: "how to change the appointment",
    }),
    "staff",
  ),
  /** Texts clients whose visit the salon moved or canceled. */
  visitChangeTextEnabled: flag(true),
  visitChangeMessage: text(
    "{businessName}: {whatChanged}. {howToChange}",
    withParts("The text", {
      whatChanged: "what changed",
      howToChange: "what the client can do",
    }),
  ),
  waitlistOffersEnabled: flag(true),
  waitlistOfferMessage: text(
    "{businessName}: a time opened up. {openTime}. {howToReply}",
    withParts("The offer", { openTime: "the time that opened up", howToReply: "how to reply" }),
  ),
  reviewRequestEnabled: flag(false),
  reviewRequestMessage: text(
    "{businessName}: Hi {firstName}, thank you for coming in! Would you tell others how it was? {reviewLink} Reply STOP to opt out.",
    Words("The review request").check(
      z.refine(
        (message) => !REWARD.test(message),
        "Google prohibits offering rewards for reviews. Take the reward out.",
      ),
    ),
  ),
  /** Days after the visit. */
  reviewRequestDays: number(1, whole("Days", 0, 14)),
  reviewRequestTime: text("11:00", Clock),
  reviewRequestEnabledAt: switchedAt(),
  nextVisitEnabled: flag(false),
  nextVisitMessage: text(
    "Hi {firstName}, it's time for your next {service} with {employee}. Book at {bookingLink} or reply with a day. Reply STOP to opt out.",
    Words("The text"),
  ),
  /** Days before a service is due. */
  nextVisitLeadDays: number(0, whole("Days", 0, 28)),
  nextVisitTime: text("11:00", Clock),
  /** Weeks after the text until it is sent once more to a client who did nothing; 0 for never. */
  nextVisitAgainWeeks: number(0, whole("Weeks", 0, 12)),
  nextVisitEnabledAt: switchedAt(),
  birthdayEnabled: flag(false),
  birthdayMessage: text(
    "Happy birthday, {firstName}! All of us at {businessName} wish you a wonderful day. Reply STOP to opt out.",
    Words("The birthday text"),
  ),
  birthdayTime: text("10:00", Clock),
  birthdayEnabledAt: switchedAt(),
  missYouEnabled: flag(false),
  missYouMessage: text(
    "Hi {firstName}, we haven't seen you since {lastVisit} and would love to have you back. Book at {bookingLink} or reply with a day. Reply STOP to opt out.",
    Words("The text"),
  ),
  /** Days without a visit. */
  missYouDays: number(120, whole("Days", 14, 730)),
  missYouTime: text("11:00", Clock),
  missYouEnabledAt: switchedAt(),
};

/** A wording that says these things, by their fields. */
function withParts(what: string, parts: Readonly<Record<string, string>>) {
  return Words(what).check(
    ...Object.entries(parts).map(([field, label]) =>
      z.refine<string>(
        (message) => message.includes(`{${field}}`),
        `${what} has to say ${label}. Put it back.`,
      ),
    ),
  );
}

/** "Feel free to" offers nothing. */
const REWARD =
  /%|\$|\bdiscounts?\b|\bcoupons?\b|\brewards?\b|\bgifts?\b|\bvouchers?\b|\bfree\b(?! to\b)/i;

/** What happened before is no reason for a text. */
function switchedAt() {
  return { ...moment(), reply: undefined };
}
