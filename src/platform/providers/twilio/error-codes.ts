import type { ErrorMeaning, Verdict } from "#src/platform/providers/carrier.ts";

/** Codes that the simulated carrier also returns. */
export const OPTED_OUT = 21610;
export const LANDLINE = 30006;
export const UNREACHABLE = 30003;
export const UNEXPLAINED = 30008;

/** Twilio's error codes. https://www.twilio.com/docs/api/errors */
const MEANINGS: readonly (readonly [Verdict, reason: string, ...codes: number[]])[] = [
  ["opted-out", "The client has opted out with their carrier", OPTED_OUT],
  ["undeliverable", "The number doesn't exist", 21211],
  ["undeliverable", "The number can't receive texts", 21265, 21268, 21614],
  ["undeliverable", "The number is a landline", 21635],
  ["undeliverable", "The number isn't in service", 30005],
  ["undeliverable", "The number is a landline, or its carrier doesn't accept texts", LANDLINE],
  ["strike", "The phone is off or out of reach", UNREACHABLE],
  ["filtered", "The carrier filtered the text as unwanted", 30007],
  ["failed", "The carrier or the client blocked the text", 30004],
  ["failed", "The carrier couldn't deliver it and gave no reason", UNEXPLAINED],
  ["expired", "The carrier didn't deliver it in time", 30036],
  ["try-again", "The provider's queue was full", 30001],
  ["try-again", "Texts went out faster than the carrier allows", 30022],
  ["slow-down", "Twilio asked us to slow down", 20429],
  ["slow-down", "The provider's queue for this number is full", 21611],
  ["pause-campaign", "The carriers' daily limit is reached. Resume tomorrow", 30023, 30027],
  ["pause-sending", "Twilio refused the sign-in", 20003],
  ["pause-sending", "Twilio's test credentials send no texts", 20008],
  ["pause-sending", "Twilio doesn't know the account or its sender", 20404, 21701, 21705],
  ["pause-sending", "The Twilio account isn't active", 20005, 90010],
  ["pause-sending", "Twilio has suspended the account", 30002],
  ["pause-sending", "Twilio has disabled texting for the account", 20010, 30037],
  ["pause-sending", "The Twilio account has reached its daily limit", 63038],
  ["pause-sending", "A Twilio trial account may only text verified numbers", 21219, 21608],
  ["pause-sending", "A Twilio trial account can't text from this number", 21267, 21607],
  ["pause-sending", "The number that texts are sent from isn't valid", 21212, 21603],
  ["pause-sending", "The number that texts are sent from can't send texts", 21601, 21606, 21661],
  ["pause-sending", "The number that texts are sent from isn't a Twilio number", 21659],
  ["pause-sending", "The number that texts are sent from is in another Twilio account", 21660],
  ["pause-sending", "The Messaging Service has no number that can send texts", 21703, 21704],
  ["pause-sending", "The sender isn't registered in the client's country", 30018, 30025, 30040],
  ["pause-sending", "The carriers don't know the number yet", 30024],
  ["pause-sending", "The toll-free number isn't verified for texting", 30032],
  ["pause-sending", "The carriers have suspended your registration (10DLC)", 30033],
  ["pause-sending", "The number isn't registered for texting (10DLC)", 30034],
  ["pause-sending", "The number's registration (10DLC) is still being set up", 30035],
  ["region-blocked", "The Twilio account isn't allowed to text this country", 21408],
  ["region-blocked", "Twilio can't text this number from your number", 21612],
];

const BY_CODE: ReadonlyMap<number | null, ErrorMeaning> = new Map(
  MEANINGS.flatMap(([verdict, reason, ...codes]) =>
    codes.map((code) => [code, { verdict, reason }] as const),
  ),
);

export function explainCode(code: number | null): ErrorMeaning | undefined {
  return BY_CODE.get(code);
}
