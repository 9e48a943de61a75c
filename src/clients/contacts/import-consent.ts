import { insertConsents, isAppointmentOnly, lastConsents } from "#db/clients/consents.ts";
import type { App, Staff } from "#src/app.ts";
import { limitToAppointments, numbersOfClient, revokeConsent } from "#src/clients/consent.ts";
import type { ImportRow } from "./import-contract.ts";

export interface TextingChanges {
  /** Numbers with the file's words. */
  readonly optOuts: readonly [phone: string, wording: string][];
  readonly appointmentsOnly: readonly [phone: string, wording: string][];
}

/**
 * The numbers whose texts the file limits. A number that has already opted out keeps its own record; if its client is
 * texted at another number, the file limits that one.
 */
export function findTextingChanges(
  app: App,
  rows: readonly ImportRow[],
  phones: readonly (string | undefined)[],
): TextingChanges {
  const limiting = rows.flatMap((row, index) => {
    const phone = phones[index];
    return phone && (row.optOut || row.appointmentsOnly)
      ? [{ row, numbers: numbersOfClient(app, phone) }]
      : [];
  });
  const consents = lastConsents(
    app.db,
    limiting.flatMap(({ numbers }) => numbers),
  );
  const mayGetTexts = (phone: string) => consents.get(phone)?.given !== false;
  const mayGetOffers = (phone: string) => mayGetTexts(phone) && !isAppointmentOnly(app.db, phone);
  const optOuts = new Map<string, string>();
  const appointmentsOnly = new Map<string, string>();
  for (const { row, numbers } of limiting) {
    const texted = numbers.find(mayGetTexts);
    if (row.optOut && texted) optOuts.getOrInsert(texted, row.optOut);
    const offered = numbers.find(mayGetOffers);
    if (row.appointmentsOnly && offered)
      appointmentsOnly.getOrInsert(offered, row.appointmentsOnly);
  }
  return {
    optOuts: [...optOuts],
    appointmentsOnly: [...appointmentsOnly].filter(([phone]) => !optOuts.has(phone)),
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

/** Records how new contacts agreed to get texts, in the importing user's words. */
export function recordConsentBasis(
  app: App,
  actor: Staff,
  phones: readonly string[],
  basis: string,
): void {
  insertConsents(app.db, phones, {
    category: "all",
    given: true,
    source: "import",
    wording: basis,
    actorId: actor.id,
    ipAddress: actor.caller.ip,
    createdAt: app.now(),
  });
}
