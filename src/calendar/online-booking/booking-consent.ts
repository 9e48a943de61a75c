import { insertConsent } from "#db/clients/consents.ts";
import type { App } from "#src/app.ts";
import { optedOutSince } from "#src/clients/consent.ts";
import { consentWords } from "./rules.ts";

/**
 * Records what the client agreed to, with the words on the page. A number that opted out stays so: only a text of
 * START lifts that.
 */
export function recordBookingConsent(
  app: App,
  { phone, marketing, ip }: { phone: string; marketing: boolean; ip: string | null },
): void {
  if (optedOutSince(app, phone) !== undefined) return;
  const words = consentWords(app);
  const given = [
    { category: "reminder" as const, wording: words.reminder },
    ...(marketing ? [{ category: "marketing" as const, wording: words.marketing }] : []),
  ];
  for (const one of given)
    insertConsent(app.db, {
      phone,
      ...one,
      given: true,
      source: "booking",
      actorId: null,
      ipAddress: ip,
      createdAt: app.now(),
    });
}
