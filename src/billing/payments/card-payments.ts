import { hasOpenCharge, hasSameCharge } from "#db/billing/payment-charges.ts";
import type { PaymentRow } from "#db/billing/payments.ts";
import type { App } from "#src/app.ts";
import { findCard } from "#src/billing/cards/cards.ts";
import { MINUTE_MS } from "#src/shared/durations.ts";
import { fieldProblem, Problem } from "#src/shared/problem.ts";
import type { Bills } from "./bill.ts";

const REPEAT_MS = 2 * MINUTE_MS;

/** @throws Problem 409 without a card on file */
export function requireCard(app: App, { contact }: Bills) {
  const card = contact && findCard(app, contact.id);
  if (!card) throw fieldProblem(409, "way", "This client has no card on file.");
  return card;
}

/** One charge of a card at a time, and not the same one twice by a second press. @throws Problem 409 */
export function refuseRepeat(
  app: App,
  cardId: number,
  charge: Pick<PaymentRow, "lines" | "dueCents" | "tipCents">,
): void {
  if (hasOpenCharge(app.db, cardId))
    throw new Problem(409, "Stripe hasn't answered about the last charge of this card yet.");
  const since = app.now() - REPEAT_MS;
  if (hasSameCharge(app.db, { ...charge, cardId, since }))
    throw new Problem(409, "This was just charged. To charge it again, wait two minutes.");
}
