import { insertConsent, setAppointmentOnly } from "#db/clients/consents.ts";
import type { App } from "#src/app.ts";
import { optedOutSince } from "#src/clients/consent.ts";
import { consentWords } from "./rules.ts";

interface BookingConsent {
  readonly phone: string;
  /** Why the client gets texts about appointments. */
  readonly purpose: "reminder" | "waitlist" | "call";
  readonly marketing: boolean;
  /** A new client gets offers only if they check the box. */
  readonly isNewClient: boolean;
  readonly ip: string | null;
}

/**
 * Records what the client agreed to, with the wording of the page. A number that opted out stays opted out until
 * it texts START. An empty box does not revoke an earlier consent to offers.
 */
export function recordBookingConsent(
  app: App,
  { phone, purpose, marketing, isNewClient, ip }: BookingConsent,
): void {
  if (optedOutSince(app, phone) !== undefined) return;
  const words = consentWords(app);
  const given = [
    { category: "reminder" as const, wording: words[purpose] },
    ...(marketing ? [{ category: "marketing" as const, wording: words.marketing }] : []),
  ];
  for (const one of given)
    insertConsent(app.db, {
      phone,
      ...one,
      given: true,
      source: purpose === "call" ? "call" : "booking",
      actorId: null,
      ipAddress: ip,
      createdAt: app.now(),
    });
  if (marketing || isNewClient) setAppointmentOnly(app.db, phone, !marketing);
  app.events.changed("contacts");
}
