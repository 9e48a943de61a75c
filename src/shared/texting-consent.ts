import { sayFrom } from "./business-name.ts";

/** What a client reads before agreeing to texts. Consent is recorded with these exact words. */
export interface ConsentTerms {
  readonly businessName: string;
  /** The most offers that the business promises to send in a month. */
  readonly offersPerMonth: number;
}

/** What holds for both boxes of the sign-up form, once below them. */
export const CONSENT_TERMS =
  "My consent isn't a condition of any purchase. Message and data rates may apply. Reply HELP for help or STOP to opt out at any time.";

/** The words next to each box, which differ. */
export function consentChoices({ businessName, offersPerMonth }: ConsentTerms) {
  const name = businessName || "this business";
  return {
    appointments: `I agree to get texts from ${name} about my appointments at this number, such as confirmations, reminders and changes. Message frequency varies.`,
    offers: `I agree to get recurring marketing texts with offers from ${name} at this number, up to ${offersPerMonth} a month.`,
  };
}

/** What is recorded of each choice: its own words and those of both. */
export function consentWordings(terms: ConsentTerms) {
  const { appointments, offers } = consentChoices(terms);
  return {
    appointments: `${appointments} ${CONSENT_TERMS}`,
    offers: `${offers} ${CONSENT_TERMS}`,
  };
}

interface Chosen {
  readonly appointments: boolean;
  readonly offers: boolean;
}

/** The text that asks the client to confirm the sign-up. */
export function confirmationRequest(terms: ConsentTerms, chosen: Chosen): string {
  return `${sayFrom(terms.businessName)}Reply YES to get ${subjectOf(terms, chosen)}. Msg & data rates may apply. Reply HELP for help, STOP to opt out.`;
}

/** The answer to that YES. */
export function signUpAnswer(terms: ConsentTerms, chosen: Chosen): string {
  return `${sayFrom(terms.businessName)}You're signed up for ${subjectOf(terms, chosen)}. Msg & data rates may apply. Reply HELP for help, STOP to opt out.`;
}

function subjectOf({ offersPerMonth }: ConsentTerms, { appointments, offers }: Chosen): string {
  const monthly = `up to ${offersPerMonth} offers a month`;
  if (!appointments) return monthly;
  return `texts about your appointments${offers ? ` and ${monthly}` : ""}`;
}
