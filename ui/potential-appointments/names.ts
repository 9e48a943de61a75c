import type { PotentialAppointment } from "#src/potential-appointments/contract.ts";

/** As the contact is called, else as the caller said. */
export function nameOf({ matchedContact, callerName }: PotentialAppointment): string {
  return matchedContact?.name ?? callerName;
}
