import type { CallTranscript } from "#src/calls/transcripts/contract.ts";
import { formatPhone } from "#ui/shell/format/phone.ts";

export function formatNumber({ callerNumber }: Pick<CallTranscript, "callerNumber">): string {
  return callerNumber === null ? "Number withheld" : formatPhone(callerNumber);
}

/** As the contact is called, else as the caller said; undefined where nobody knows. */
export function callerNameOf({ matchedContact, callerNames }: CallTranscript): string | undefined {
  const name = matchedContact?.name ?? callerNames[0];
  return name === undefined ? undefined : formatPhone(name);
}
