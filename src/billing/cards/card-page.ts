import * as store from "#db/billing/cards.ts";
import { type ContactRow, findContact } from "#db/clients/contacts.ts";
import { whenFree, writeWhenFree } from "#db/connection.ts";
import type { App, Caller } from "#src/app.ts";
import { versionOf } from "#src/billing/agreements/agreements.ts";
import { requirePaymentsProvider, valueOrProblem } from "#src/billing/stripe-provider.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import { countUse, type Limit, limitRate } from "#src/platform/http/rate-limit.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { formatCents, parseCents } from "#src/shared/money.ts";
import { firstNameOf } from "#src/shared/names.ts";
import { Problem } from "#src/shared/problem.ts";
import { brokenLink, cardUrl, externalKeyOf, getCardRequest } from "./card-link.ts";
import { addCardRequest, completeCard, detachCards, findCard, toCard } from "./cards.ts";
import type { CardPage } from "./contract.ts";
import { feeCentsOf, feeTerms, renderFee, renderPolicy } from "./policy.ts";

const READS: Limit = { name: "card links", most: 300, seconds: 15 * 60 };
const STRIPE_READS: Limit = { name: "cards read at Stripe", most: 30, seconds: 15 * 60 };
const OPENED: Limit = { name: "card pages opened", most: 20, seconds: 15 * 60 };

/** Returns what a client sees at their link. A card that was just entered is recorded first. @throws Problem 404, 429 */
export async function getCardPage(app: App, token: string, caller: Caller): Promise<CardPage> {
  limitRate(app, READS, caller);
  const request = getCardRequest(app, token);
  const isOpen = request.checkoutId !== null && request.completedAt === null;
  if (isOpen && countUse(app, STRIPE_READS, String(request.id)).used <= STRIPE_READS.most)
    // The webhook records it, too: the page must not fail while Stripe is unreachable.
    await completeCard(app, request.checkoutId ?? "").catch((error) =>
      app.log("warn", "a card could not be read", { error: String(error) }),
    );
  return toPage(app, getCardRequest(app, token));
}

/**
 * Records the client's agreement and opens the page at which they enter the card. A repeat opens the same one.
 * @throws Problem 400, 404, 409, 429, 503
 */
export async function agreeToCard(
  app: App,
  token: string,
  { version }: { version: string },
  caller: Caller,
): Promise<{ checkoutUrl: string }> {
  const request = getCardRequest(app, token);
  await whenFree(() => limitRate(app, OPENED, String(request.id)));
  const page = toPage(app, request);
  if (page.status !== "open") throw new Problem(409, "This link can't be used anymore. Call us.");
  if (version !== page.version)
    throw new Problem(409, "Our policy has changed. Reload the page and read it again.");
  const payments = await requirePaymentsProvider(app);
  const open = request.checkoutId && (await payments.readCardSetup(request.checkoutId));
  if (open && open.kind === "done" && open.value.url !== null) {
    await writeWhenFree(app.db, () => recordOtherWords(app, request, page, caller));
    return { checkoutUrl: open.value.url };
  }
  const key = externalKeyOf(app, request);
  const back = cardUrl(app, request);
  const openFor = (customerId: string) => {
    const wanted = {
      customerId,
      currency: getSettings(app).currency,
      reference: `card-${request.id}`,
      successUrl: back,
      cancelUrl: back,
    };
    return payments.openCardSetup(
      wanted,
      `${key}-${request.checkoutId ?? "first"}-${versionOf(wanted)}`,
    );
  };
  let customerId = await requireCustomer(app, request);
  let opened = await openFor(customerId);
  if (opened.kind === "missing") {
    // Of an account that was connected before, or deleted at Stripe.
    customerId = await createCustomer(app, request, customerId);
    opened = await openFor(customerId);
  }
  const setup = valueOrProblem(opened);
  if (setup.url === null) throw new Problem(409, "This page has expired. Try again.");
  await writeWhenFree(app.db, () => {
    const agreementId = recordAgreement(app, request, page, caller);
    const checkout = { agreementId, stripeCustomerId: customerId, checkoutId: setup.id };
    store.setCardCheckout(app.db, request.id, checkout);
  });
  return { checkoutUrl: setup.url };
}

/** The client's customer at Stripe. @throws Problem 404, 409, 503 */
async function requireCustomer(app: App, request: store.CardRequestRow): Promise<string> {
  const { id: contactId } = getContact(app, request);
  const known = request.stripeCustomerId ?? findCard(app, contactId)?.stripeCustomerId;
  return known || createCustomer(app, request);
}

async function createCustomer(
  app: App,
  request: store.CardRequestRow,
  replaced = "",
): Promise<string> {
  const { id: contactId, name, email, phone } = getContact(app, request);
  const payments = await requirePaymentsProvider(app);
  const customer = { name, email: email || null, phone, contactId };
  // Stripe refuses a key that it has seen with other details.
  const key = `${externalKeyOf(app, request)}-${versionOf(customer)}${replaced && `-${replaced}`}`;
  return valueOrProblem(await payments.createCustomer(customer, key));
}

/** The policy that a client may agree to, so that the card they pay with stays on file: by the owner's rule, and without one so far. */
export function findKeepOffer(
  app: App,
  contactId: number | null,
): { policy: string; version: string } | null {
  if (getSettings(app).bookingCardRule === "never" || contactId === null) return null;
  if (findCard(app, contactId)) return null;
  const policy = renderPolicy(app);
  return { policy, version: versionOf({ policy }) };
}

/** @throws Problem 409 for other words than were shown */
export function requireKeepOffer(app: App, contactId: number | null, version: string): ContactRow {
  const contact = contactId === null ? null : findContact(app.db, contactId);
  if (!contact || findKeepOffer(app, contactId)?.version !== version)
    throw new Problem(409, "Our policy has changed. Reload the page and read it again.");
  return contact;
}

export interface KeptCard {
  readonly requestId: number;
  readonly agreementId: number;
  readonly stripeCustomerId: string;
}

/** Records that a client agrees to keep on file the card with which they are about to pay. @throws Problem 409, 503 */
export async function agreeAtPayment(
  app: App,
  { id: contactId }: ContactRow,
  caller: Caller,
): Promise<KeptCard> {
  const now = app.now();
  // Its link adds no card: it only shows and removes this one.
  const times = { createdAt: now, expiresAt: now };
  const request = await writeWhenFree(app.db, () =>
    addCardRequest(app, { contactId, forBooking: 0, ...times }),
  );
  const stripeCustomerId = await requireCustomer(app, request);
  const agreementId = await writeWhenFree(app.db, () =>
    recordAgreement(app, request, { policy: renderPolicy(app), visit: null }, caller),
  );
  return { requestId: request.id, agreementId, stripeCustomerId };
}

/** The page at Stripe is still open, and the client agreed to what applies now. */
function recordOtherWords(
  app: App,
  request: store.CardRequestRow,
  page: CardPage,
  caller: Caller,
): void {
  const { agreementId } = store.findCardRequest(app.db, request.id) ?? request;
  const before = agreementId === null ? null : store.findCardAgreement(app.db, agreementId);
  if (before?.wording === page.policy) return;
  store.setCardAgreement(app.db, request.id, recordAgreement(app, request, page, caller));
}

function recordAgreement(
  app: App,
  request: store.CardRequestRow,
  { policy, visit }: Pick<CardPage, "policy" | "visit">,
  caller: Caller,
): number {
  const { id: contactId, name, phone } = getContact(app, request);
  const terms = feeTerms(app);
  const agreementId = store.insertCardAgreement(app.db, {
    contactId,
    phone,
    signerName: name,
    wording: policy,
    ...terms,
    visitFeeCents: visit && feeCentsOf(terms, parseCents(visit.price) ?? 0),
    ipAddress: caller.ip,
    userAgent: caller.userAgent,
    agreedAt: app.now(),
  });
  recordSystem(
    app,
    { action: "card.agree", target: ["contact", contactId], metadata: { agreement: agreementId } },
    caller,
  );
  return agreementId;
}

/** @throws Problem 404, 409 when there is none */
export async function removeOwnCard(app: App, token: string, caller: Caller): Promise<CardPage> {
  const { id, contactId } = getCardRequest(app, token);
  await writeWhenFree(app.db, () => {
    const card = store.findCardOfRequest(app.db, id);
    if (contactId === null || !card || card.removedAt !== null)
      throw new Problem(409, "There's no card to remove.");
    store.removeCards(app.db, { contactId, now: app.now() });
    recordSystem(app, { action: "card.remove", target: ["contact", contactId] }, caller);
    app.events.changed("contacts", contactId);
  });
  await detachCards(app);
  return toPage(app, getCardRequest(app, token));
}

function toPage(app: App, request: store.CardRequestRow): CardPage {
  const visit = app.hooks.findCardVisit(app, request.id);
  const card = store.findCardOfRequest(app.db, request.id);
  // What was agreed to, whatever the settings say by now.
  const agreed = card && store.findCardAgreement(app.db, card.agreementId);
  const policy = agreed?.wording ?? renderPolicy(app, visit?.priceCents);
  return {
    status: statusOf(app, request, card),
    firstName: firstNameOf(getContact(app, request).name),
    policy,
    fee: renderFee(app, visit?.priceCents),
    lateHours: getSettings(app).bookingCancellationHours,
    card: card && card.removedAt === null ? toCard(app, card) : null,
    visit: visit
      ? { start: visit.startsAt, price: formatCents(visit.priceCents), url: visit.url }
      : null,
    version: versionOf({ policy }),
  };
}

function statusOf(
  app: App,
  { expiresAt }: store.CardRequestRow,
  card: store.CardRow | null,
): CardPage["status"] {
  if (card) return card.removedAt === null ? "added" : "removed";
  return expiresAt > app.now() ? "open" : "expired";
}

/** @throws Problem 404 for a client who was erased */
function getContact(app: App, { contactId }: store.CardRequestRow): ContactRow {
  const contact = contactId === null ? null : findContact(app.db, contactId);
  if (!contact) throw brokenLink();
  return contact;
}
