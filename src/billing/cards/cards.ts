import * as store from "#db/billing/cards.ts";
import { type ContactRow, findContact } from "#db/clients/contacts.ts";
import { inTransaction, writeWhenFree } from "#db/connection.ts";
import type { App, Staff } from "#src/app.ts";
import { isWorthReading, PageMissing, readPage } from "#src/billing/stripe-pages.ts";
import {
  findPaymentsProvider,
  requirePaymentsProvider,
  StripeUnreachable,
} from "#src/billing/stripe-provider.ts";
import { isUndeliverable, optedOutSince } from "#src/clients/consent.ts";
import { getContactRow } from "#src/clients/contacts/contacts.ts";
import { canSend, requireCarrier, sendText } from "#src/messaging/outbox/outbox.ts";
import { record, recordSystem } from "#src/platform/audit/audit.ts";
import { type Limit, limitRate } from "#src/platform/http/rate-limit.ts";
import type { StoredCard } from "#src/platform/providers/cards.ts";
import { businessDay, getSettings } from "#src/platform/settings/settings.ts";
import { sayFrom } from "#src/shared/business-name.ts";
import { DAY_MS } from "#src/shared/durations.ts";
import { toIso } from "#src/shared/iso-time.ts";
import { Problem } from "#src/shared/problem.ts";
import { cardUrl, LINK_MS } from "./card-link.ts";
import type { Card, ClientCard } from "./contract.ts";
import { isOfMode } from "./former-account.ts";

/** The card that a client has on file. One that was saved with test keys isn't, while live keys are connected. */
export function findCard(app: App, contactId: number): store.CardRow | null {
  const card = store.findCardOfContact(app.db, contactId);
  return card && isOfMode(app, card) ? card : null;
}

const REQUESTS: Limit = { name: "card links sent", most: 100, seconds: 3600 };

/** @throws Problem 404 */
export function getClientCard(app: App, contactId: number): ClientCard {
  getContactRow(app, contactId);
  const card = findCard(app, contactId);
  const request = store.findOpenCardRequest(app.db, contactId, app.now());
  return {
    card: card && toCard(app, card),
    request: request && {
      sentAt: toIso(request.createdAt),
      expiresAt: toIso(request.expiresAt),
    },
  };
}

/** Texts a client a link to add a card. While one is open, that one is texted again. @throws Problem 403, 404, 409, 429 */
export async function requestCard(app: App, actor: Staff, contactId: number): Promise<ClientCard> {
  await requirePaymentsProvider(app);
  limitRate(app, REQUESTS, actor.id);
  return inTransaction(app.db, () => {
    const contact = getContactRow(app, contactId);
    if (optedOutSince(app, contact.phone) !== undefined)
      throw new Problem(403, "This client opted out of texts. Ask for a card at the desk.");
    if (isUndeliverable(app, contact.phone))
      throw new Problem(409, "This client's number can't receive texts.");
    requireCarrier(app);
    textLink(app, contact, "Please add a card to keep on file:");
    record(app, actor, { action: "card.request", target: ["contact", contactId] });
    return getClientCard(app, contactId);
  });
}

/** Texts the link, in the caller's transaction. */
function textLink(
  app: App,
  { id: contactId, phone }: ContactRow,
  words: string,
  purpose: "invite" | "billing" = "invite",
): void {
  const now = app.now();
  const open = store.findOpenCardRequest(app.db, contactId, now);
  const request =
    open ??
    addCardRequest(app, { contactId, forBooking: 0, createdAt: now, expiresAt: now + LINK_MS });
  const body = `${sayFrom(getSettings(app).businessName)}${words} ${cardUrl(app, request)}`;
  sendText(app, { purpose, phone, contactId, body });
  app.events.changed("conversations");
  app.events.changed("contacts", contactId);
}

/** Asks for the card of a client whose booking waits for it until then, in the caller's transaction. Returns the request's id. */
export function requestCardToBook(app: App, contactId: number, expiresAt: number): number {
  return addCardRequest(app, { contactId, forBooking: 1, createdAt: app.now(), expiresAt }).id;
}

/** Where the client adds the card of this request. */
export function findCardUrl(app: App, requestId: number): string | undefined {
  const request = store.findCardRequest(app.db, requestId);
  return request && request.completedAt === null ? cardUrl(app, request) : undefined;
}

export function addCardRequest(app: App, input: Parameters<typeof store.insertCardRequest>[1]) {
  const request = store.findCardRequest(app.db, store.insertCardRequest(app.db, input));
  if (!request) throw new Error("the link was just inserted");
  return request;
}

/**
 * Puts the card of a finished setup on file, in place of the client's earlier one. Idempotent, because the webhook, the
 * client's page and the job all call it. Returns false for a checkout that is about no card.
 * @throws StripeUnreachable or PageMissing when the caller should try again
 */
export async function completeCard(app: App, checkoutId: string): Promise<boolean> {
  const request = store.findCardRequestByCheckout(app.db, checkoutId);
  if (!request) return false;
  if (request.completedAt !== null) return true;
  // A link opens none after its end.
  const setup = { id: checkoutId, openedBy: request.expiresAt };
  const read = await readPage(app, setup, (payments) => payments.readCardSetup(checkoutId));
  const card = read?.card;
  if (!card || card.customerId === null) return true;
  const { customerId } = card;
  await writeWhenFree(app.db, () => saveCard(app, request, { ...card, customerId }));
  await detachCards(app);
  return true;
}

function saveCard(app: App, { id, ...request }: store.CardRequestRow, card: StoredCard): void {
  const now = app.now();
  if (request.agreementId === null || !store.completeCardRequest(app.db, id, now)) return;
  const { customerId, paymentMethodId, ...shown } = card;
  const { contactId, agreementId } = request;
  const cardId = store.insertCard(app.db, {
    ...shown,
    contactId,
    requestId: id,
    agreementId,
    stripeCustomerId: customerId,
    stripePaymentMethodId: paymentMethodId,
    addedAt: now,
  });
  const contact = contactId === null ? null : findContact(app.db, contactId);
  if (!contact) {
    // The client was erased while they entered it.
    store.orphanCard(app.db, cardId, now);
    return;
  }
  store.removeCards(app.db, { contactId: contact.id, except: cardId, now });
  recordSystem(app, {
    action: "card.add",
    target: ["contact", contact.id],
    metadata: { brand: card.brand, last4: card.last4 },
  });
  app.events.changed("contacts", contact.id);
  if (request.forBooking) app.hooks.bookWithCard(app, id);
  if (!canSend(app) || optedOutSince(app, contact.phone) !== undefined) return;
  const saved = store.findCardRequest(app.db, id);
  const body = `${sayFrom(getSettings(app).businessName)}Your ${formatCard(card)} is on file. You can remove it at any time: ${saved ? cardUrl(app, saved) : ""}`;
  sendText(app, { purpose: "confirmation", phone: contact.phone, contactId: contact.id, body });
  app.events.changed("conversations");
}

/** @throws Problem 404, 409 when there is none */
export async function removeCard(app: App, actor: Staff, contactId: number): Promise<ClientCard> {
  inTransaction(app.db, () => {
    getContactRow(app, contactId);
    if (store.removeCards(app.db, { contactId, now: app.now() }) === 0)
      throw new Problem(409, "This client has no card on file.");
    record(app, actor, { action: "card.remove", target: ["contact", contactId] });
    app.events.changed("contacts", contactId);
  });
  await detachCards(app);
  return getClientCard(app, contactId);
}

/** Lets Stripe forget the cards that were removed. One that Stripe refuses to forget stays for the next time. */
export async function detachCards(app: App): Promise<void> {
  const waiting = app.config.passive ? [] : store.listCardsToDetach(app.db);
  const payments = waiting.length === 0 ? undefined : await findPaymentsProvider(app);
  if (!payments) return;
  for (const { id, stripePaymentMethodId } of waiting) {
    const { kind } = await payments.removeCard(stripePaymentMethodId);
    if (kind === "unreachable") return;
    if (kind !== "done" && kind !== "missing") {
      app.log("error", "Stripe refused to forget a card", { card: id });
      continue;
    }
    await writeWhenFree(app.db, () => store.setCardDetached(app.db, id, app.now()));
  }
}

/** Finishes what a lost event left open, lets Stripe forget removed cards, and texts clients whose card expires. */
export async function keepCards(app: App): Promise<void> {
  if (app.config.passive || !(await findPaymentsProvider(app))) return;
  for (const checkoutId of store.listCardCheckouts(app.db, app.now() - LINK_MS - DAY_MS))
    try {
      if (isWorthReading(app, checkoutId)) await completeCard(app, checkoutId);
    } catch (error) {
      if (error instanceof StripeUnreachable) return;
      app.log(error instanceof PageMissing ? "warn" : "error", "a card could not be read", {
        error: String(error),
      });
    }
  await detachCards(app);
  await writeWhenFree(app.db, () => announceExpiry(app));
}

const MOST_AT_ONCE = 50;

/** Texts each client once whose card ends with this month, or has, a link for another one. */
function announceExpiry(app: App): void {
  if (!canSend(app)) return;
  const [year = 0, month = 0] = businessDay(app).split("-").map(Number);
  for (const card of store.listExpiringCards(app.db, { year, month }, MOST_AT_ONCE)) {
    store.setExpiryTold(app.db, card.id, app.now());
    const contact = card.contactId === null ? null : findContact(app.db, card.contactId);
    if (!contact || optedOutSince(app, contact.phone) !== undefined || !isOfMode(app, card))
      continue;
    const words = `Your ${formatCard(card)} on file expires soon. Add another one:`;
    // No one asked for this text, so it waits for quiet hours to end.
    textLink(app, contact, words, "billing");
    recordSystem(app, { action: "card.expiry", target: ["contact", contact.id] });
  }
}

const BRANDS: ReadonlyMap<string, string> = new Map([
  ["amex", "American Express"],
  ["diners", "Diners Club"],
  ["discover", "Discover"],
  ["jcb", "JCB"],
  ["mastercard", "Mastercard"],
  ["unionpay", "UnionPay"],
  ["visa", "Visa"],
]);

/** "Visa ending in 4242", as on a receipt. */
export function nameCard({ brand, last4 }: Pick<StoredCard, "brand" | "last4">): string {
  return `${BRANDS.get(brand) ?? "Card"} ending in ${last4}`;
}

/** The same within a sentence: a brand that is not listed is a "card". */
export function formatCard({ brand, last4 }: Pick<StoredCard, "brand" | "last4">): string {
  return `${BRANDS.get(brand) ?? "card"} ending in ${last4}`;
}

export function toCard(app: App, card: store.CardRow): Card {
  const { brand, last4, expMonth, expYear, addedAt } = card;
  return {
    brand: BRANDS.get(brand) ?? "Card",
    last4,
    expMonth,
    expYear,
    expired: businessDay(app).slice(0, 7) > `${expYear}-${String(expMonth).padStart(2, "0")}`,
    addedAt: toIso(addedAt),
  };
}
