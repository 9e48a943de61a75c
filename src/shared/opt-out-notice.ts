/** Carriers and the law require a campaign to name the sender and how to opt out (CTIA 5.1.2). */
const STOP_WORDS = "Reply STOP to opt out";

interface MissingNotice {
  readonly businessName: boolean;
  readonly stopWords: boolean;
}

/** Returns which parts of the notice a message lacks. A business without a name in Settings needs none. */
export function missingNoticeParts(message: string, businessName: string): MissingNotice {
  return {
    businessName: businessName !== "" && !isNamed(message, businessName),
    stopWords: !/\bSTOP\b/i.test(message),
  };
}

/** First words that name no business: "The Hair Room" is not named by "the" or "hair". */
const COMMON = /^(the|hair|nail|nails|skin|salon|beauty|studio|spa|house|your|my)$/i;
const SHORTEST = 4;

/** The whole name, or its first word, as salons call themselves: "Halcyon" for "Halcyon Skin & Hair". */
function isNamed(message: string, businessName: string): boolean {
  const said = message.toLowerCase();
  const name = businessName.toLowerCase();
  if (said.includes(name)) return true;
  const [first = ""] = name.split(/\s+/);
  if (first.length < SHORTEST || COMMON.test(first)) return false;
  return said.split(/[^\p{L}\p{N}'’&-]+/u).includes(first);
}

/** Adds the missing parts: the name before the message, the opt-out instruction after it. */
export function addOptOutNotice(message: string, businessName: string): string {
  const missing = missingNoticeParts(message, businessName);
  const named = missing.businessName ? `${businessName}: ${message}` : message;
  return missing.stopWords ? `${named.trimEnd()}\n${STOP_WORDS}` : named;
}
