import {
  type CardRow,
  findCardOfContact,
  findCardRequest,
  removeCards,
} from "#db/billing/cards.ts";
import type { App } from "#src/app.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import { findSecret } from "#src/platform/settings/settings.ts";

/** Whether a card was saved in the mode of the connected keys. Stripe's id of the page at which it was entered names it. */
export function isOfMode(app: App, { requestId }: CardRow): boolean {
  const id = findCardRequest(app.db, requestId)?.checkoutId ?? "";
  const [, mode] = /^cs_(test|live)_/.exec(id) ?? [];
  const key = findSecret(app, "stripeSecretKey");
  return !mode || !key || key.includes("_test_") === (mode === "test");
}

/**
 * Takes a card off file that Stripe doesn't have: it was deleted there, or saved in an account that was connected before. Must
 * run in a transaction. Returns what staff read.
 */
export function dropMissingCard(app: App, { id, contactId }: CardRow): string {
  // The client may have added another one meanwhile.
  if (contactId !== null && findCardOfContact(app.db, contactId)?.id === id) {
    removeCards(app.db, { contactId, now: app.now() });
    recordSystem(app, { action: "card.remove", target: ["contact", contactId] });
    app.events.changed("contacts", contactId);
  }
  return "Stripe doesn't have this card, so it's no longer on file.";
}
