import type { PotentialAppointment } from "#src/calls/booking-requests/contract.ts";

/** As the contact is called, else as the caller said. */
export function nameOf({ matchedContact, callerName }: PotentialAppointment): string {
  return matchedContact?.name ?? callerName;
}
