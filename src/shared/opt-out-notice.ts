/** What the carriers and the law want in a campaign's text: who writes, and how to end it (CTIA 5.1.2). */
const STOP_WORDS = "Reply STOP to opt out";

interface MissingNotice {
  readonly businessName: boolean;
  readonly stopWords: boolean;
}

/** A business without a name in Settings lacks none in its texts. */
export function missingNoticeParts(message: string, businessName: string): MissingNotice {
  return {
    businessName:
      businessName !== "" && !message.toLowerCase().includes(businessName.toLowerCase()),
    stopWords: !/\bSTOP\b/i.test(message),
  };
}

/** The text with whatever is missing: the name before it, the way out after it. */
export function addOptOutNotice(message: string, businessName: string): string {
  const missing = missingNoticeParts(message, businessName);
  const named = missing.businessName ? `${businessName}: ${message}` : message;
  return missing.stopWords ? `${named.trimEnd()}\n${STOP_WORDS}` : named;
}
