import type { PotentialAppointment } from "#src/calls/booking-requests/contract.ts";

/** The contact's name, or the name that the caller gave. */
export function nameOf({ matchedContact, callerName }: PotentialAppointment): string {
  return matchedContact?.name ?? callerName;
}
