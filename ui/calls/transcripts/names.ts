import type { CallTranscript } from "#src/calls/transcripts/contract.ts";
import { formatPhone } from "#src/shared/format-phone.ts";

export function formatCaller({ callerNumber }: Pick<CallTranscript, "callerNumber">): string {
  return callerNumber === null ? "Number withheld" : formatPhone(callerNumber);
}

/** The contact's name, or the name that the caller gave; undefined without either. */
export function callerNameOf({ matchedContact, callerNames }: CallTranscript): string | undefined {
  const name = matchedContact?.name ?? callerNames[0];
  return name === undefined ? undefined : formatPhone(name);
}
