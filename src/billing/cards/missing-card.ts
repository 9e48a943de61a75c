import { type CardRow, removeCards } from "#db/billing/cards.ts";
import type { App } from "#src/app.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import { findCard } from "./cards.ts";

/**
 * Takes a card off file that Stripe doesn't have: it was deleted there, or saved in an account that was connected before. Must
 * run in a transaction. Returns what staff read.
 */
export function dropMissingCard(app: App, { id, contactId }: CardRow): string {
  // The client may have added another one meanwhile.
  if (contactId !== null && findCard(app, contactId)?.id === id) {
    removeCards(app.db, { contactId, now: app.now() });
    recordSystem(app, { action: "card.remove", target: ["contact", contactId] });
    app.events.changed("contacts", contactId);
  }
  return "Stripe doesn't have this card, so it's no longer on file.";
}
