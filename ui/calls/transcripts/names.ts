import type { CallTranscript } from "#src/calls/transcripts/contract.ts";
import { phoneWords } from "#ui/shell/format/phone.ts";

export function numberWords({ callerNumber }: Pick<CallTranscript, "callerNumber">): string {
  return callerNumber === null ? "Number withheld" : phoneWords(callerNumber);
}

/** As the contact is called, else as the caller said; undefined where nobody knows. */
export function callerNameOf({ matchedContact, callerNames }: CallTranscript): string | undefined {
  const name = matchedContact?.name ?? callerNames[0];
  return name === undefined ? undefined : phoneWords(name);
}
