/** Carriers and the law require a campaign to name the sender and how to opt out (CTIA 5.1.2). */
const STOP_WORDS = "Reply STOP to opt out";

interface MissingNotice {
  readonly businessName: boolean;
  readonly stopWords: boolean;
}

/** Returns which parts of the notice a message lacks. A business without a name in Settings needs none. */
export function missingNoticeParts(message: string, businessName: string): MissingNotice {
  return {
    businessName:
      businessName !== "" && !message.toLowerCase().includes(businessName.toLowerCase()),
    stopWords: !/\bSTOP\b/i.test(message),
  };
}

/** Adds the missing parts: the name before the message, the opt-out instruction after it. */
export function addOptOutNotice(message: string, businessName: string): string {
  const missing = missingNoticeParts(message, businessName);
  const named = missing.businessName ? `${businessName}: ${message}` : message;
  return missing.stopWords ? `${named.trimEnd()}\n${STOP_WORDS}` : named;
}
