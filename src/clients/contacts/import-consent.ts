import { insertConsent, lastConsents } from "#db/clients/consents.ts";
import type { App, Staff } from "#src/app.ts";
import { revokeConsent } from "#src/clients/consent.ts";
import type { ImportRow } from "./import-contract.ts";

/** The numbers that the file opts out, with its wording. A number that has already opted out keeps its own record. */
export function findOptOuts(
  app: App,
  rows: readonly ImportRow[],
  phones: readonly (string | undefined)[],
): [phone: string, wording: string][] {
  const wordings = new Map<string, string>();
  rows.forEach(({ optOut }, index) => {
    const phone = phones[index];
    if (phone && optOut && !wordings.has(phone)) wordings.set(phone, optOut);
  });
  const consents = lastConsents(app.db, [...wordings.keys()]);
  return [...wordings].filter(([phone]) => consents.get(phone)?.given !== false);
}

/** Returns how many numbers were opted out. */
export function applyOptOuts(
  app: App,
  actor: Staff,
  rows: readonly ImportRow[],
  phones: readonly (string | undefined)[],
): number {
  const applied = findOptOuts(app, rows, phones);
  for (const [phone, wording] of applied)
    revokeConsent(app, {
      phone,
      wording,
      source: "import",
      actorId: actor.id,
      ipAddress: actor.caller.ip,
    });
  return applied.length;
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
