import { insertConsent, isAppointmentOnly, lastConsents } from "#db/clients/consents.ts";
import type { App, Staff } from "#src/app.ts";
import { limitToAppointments, revokeConsent } from "#src/clients/consent.ts";
import type { ImportRow } from "./import-contract.ts";

export interface TextingChanges {
  /** Numbers with the file's words. */
  readonly optOuts: readonly [phone: string, wording: string][];
  readonly appointmentsOnly: readonly [phone: string, wording: string][];
}

/** The numbers whose texts the file limits. A number that has already opted out keeps its own record. */
export function findTextingChanges(
  app: App,
  rows: readonly ImportRow[],
  phones: readonly (string | undefined)[],
): TextingChanges {
  const optOuts = new Map<string, string>();
  const appointmentsOnly = new Map<string, string>();
  rows.forEach((row, index) => {
    const phone = phones[index];
    if (phone && row.optOut) optOuts.getOrInsert(phone, row.optOut);
    if (phone && row.appointmentsOnly) appointmentsOnly.getOrInsert(phone, row.appointmentsOnly);
  });
  const consents = lastConsents(app.db, [...optOuts.keys(), ...appointmentsOnly.keys()]);
  const mayGetTexts = ([phone]: [string, string]) => consents.get(phone)?.given !== false;
  return {
    optOuts: [...optOuts].filter(mayGetTexts),
    appointmentsOnly: [...appointmentsOnly]
      .filter(mayGetTexts)
      .filter(([phone]) => !optOuts.has(phone) && !isAppointmentOnly(app.db, phone)),
  };
}

/** Nothing in a file allows more texts than before. */
export function applyTextingChanges(app: App, actor: Staff, changes: TextingChanges): void {
  const statement = { source: "import", actorId: actor.id, ipAddress: actor.caller.ip } as const;
  for (const [phone, wording] of changes.optOuts)
    revokeConsent(app, { ...statement, phone, wording });
  for (const [phone, wording] of changes.appointmentsOnly)
    limitToAppointments(app, { ...statement, phone, wording });
}

/** Records how a new contact agreed to get texts, in the importing user's words. */
export function recordConsentBasis(app: App, actor: Staff, phone: string, basis: string): void {
  insertConsent(app.db, {
    phone,
    category: "all",
    given: true,
    source: "import",
    wording: basis,
    actorId: actor.id,
    ipAddress: actor.caller.ip,
    createdAt: app.now(),
  });
}
