import { type CardRow, findCardAgreement, findCardById } from "#db/billing/cards.ts";
import { listDueFees, listOpenCharges, setFeeSent } from "#db/billing/payment-charges.ts";
import * as store from "#db/billing/payments.ts";
import { writeWhenFree } from "#db/connection.ts";
import type { App, Staff } from "#src/app.ts";
import { askIfCanceled } from "#src/billing/canceled-visits.ts";
import { formatCard, nameCard } from "#src/billing/cards/cards.ts";
import { dropMissingCard } from "#src/billing/cards/former-account.ts";
import { findPaymentsProvider, requirePaymentsProvider } from "#src/billing/stripe-provider.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import type { CardRequests } from "#src/platform/providers/cards.ts";
import { DAY_MS, HOUR_MS } from "#src/shared/durations.ts";
import { Problem } from "#src/shared/problem.ts";
import { refundSecond } from "./complete-payment.ts";
import { LINK_DAYS, type NewPayment, type Payment } from "./contract.ts";
import { createPayment, getPayment } from "./payments.ts";
import { publish } from "./publish.ts";
import { linkRefusalOf, type TextOutcome, textFee, textLink, textReceipt } from "./texts.ts";
import { refundUnusedDeposits } from "./unused-deposits.ts";

/** Stripe forgets idempotency keys after 24 hours. Later, the same key would charge again. */
const KEY_MS = 23 * HOUR_MS;
/** This server's clock may be ahead of Stripe's. */
const CLOCK_SKEW_MS = HOUR_MS;

/** What became of a charge. "open": that isn't known, and the job asks again. */
type Charged =
  | { readonly kind: "paid"; readonly text: TextOutcome }
  | { readonly kind: "open" }
  /** The client confirms it at their bank by this payment's link. */
  | { readonly kind: "linked"; readonly id: number; readonly text: TextOutcome }
  | { readonly kind: "refused"; readonly message: string };

const NO_TEXT: TextOutcome = { sent: false, message: "No receipt was texted." };

/**
 * Charges a client's card on file for their visits. The charge is recorded before Stripe is asked, so a restart asks again
 * with the same key.
 * @throws Problem 400, 404, 409 when the card is refused, 503 while Stripe can't be reached
 */
export async function payByCard(
  app: App,
  actor: Staff,
  input: NewPayment,
): Promise<Payment & { text: TextOutcome }> {
  refusePassive(app);
  await requirePaymentsProvider(app);
  const { id } = createPayment(app, actor, input);
  const charged = await beginCharge(app, id);
  if (charged.kind === "refused")
    throw new Problem(409, `${charged.message} Text a payment link, or try another way.`);
  if (charged.kind === "open") throw stillOpen();
  if (charged.kind === "linked")
    return { ...getPayment(app, actor, charged.id), text: charged.text };
  return { ...getPayment(app, actor, id), text: charged.text };
}

/** @throws Problem 409 on a server that only shows a copy of the data */
export function refusePassive(app: App): void {
  if (app.config.passive)
    throw new Problem(409, "This server runs with --passive, so it doesn't charge cards.");
}

function stillOpen(): Problem {
  return new Problem(
    503,
    "Stripe hasn't answered yet. We keep asking, and this visit shows it when it's paid. Don't charge it again.",
  );
}

/** Asks Stripe how a charge ended. @throws Problem 503 while that isn't known */
export async function settleCharge(app: App, id: number): Promise<void> {
  if ((await completeCharge(app, id)).kind === "open") throw stillOpen();
}

/** Asks again about charges whose answer was lost. */
export async function completeCharges(app: App): Promise<void> {
  if (app.config.passive || !(await findPaymentsProvider(app))) return;
  for (const id of listOpenCharges(app.db)) await completeCharge(app, id);
}

/** Charges the fees that can't be undone anymore. A restart in between asks again with the same key, as for each charge. */
export async function chargeDueFees(app: App): Promise<void> {
  const due = app.config.passive ? [] : listDueFees(app.db, app.now());
  if (due.length === 0 || !(await findPaymentsProvider(app))) return;
  for (const id of due)
    if (await writeWhenFree(app.db, () => setFeeSent(app.db, id, app.now())))
      await beginCharge(app, id);
}

/** The first try of a charge that was just recorded: whatever Stripe refuses, nothing was charged. */
async function beginCharge(app: App, id: number): Promise<Charged> {
  const { payment, card } = getCharge(app, id);
  const outcome = await ask(app, payment, card);
  if (outcome.kind === "unreachable") return { kind: "open" };
  return writeWhenFree(app.db, () => {
    if (outcome.kind === "done") return recordCharge(app, id, outcome.value.paymentIntentId);
    const { kind } = outcome;
    const message = kind === "missing" ? dropMissingCard(app, card) : outcome.message;
    return recordRefusal(app, id, { kind, message });
  });
}

/**
 * Looks for the charge at Stripe before it asks again with the same key. A removed card isn't asked again, nor one whose key
 * Stripe has forgotten: not found then means not charged. Idempotent.
 */
async function completeCharge(app: App, id: number): Promise<Charged> {
  refusePassive(app);
  const { payment, card } = getCharge(app, id);
  if (payment.status === "paid") return { kind: "paid", text: NO_TEXT };
  if (payment.status !== "open") return { kind: "refused", message: "The charge was canceled." };
  // A fee that can still be undone.
  if (payment.chargeAt !== null) return { kind: "open" };
  const payments = await requirePaymentsProvider(app);
  const found = await payments.findCharge({
    customerId: card.stripeCustomerId,
    key: keyOf(payment),
    since: payment.createdAt - CLOCK_SKEW_MS,
  });
  if (found.kind !== "done") return { kind: "open" };
  if (found.value?.status === "paid") {
    const { paymentIntentId } = found.value;
    return writeWhenFree(app.db, () => recordCharge(app, id, paymentIntentId));
  }
  if (found.value?.status === "pending") return { kind: "open" };
  const mayAsk = card.removedAt === null && payment.createdAt + KEY_MS > app.now();
  const outcome = mayAsk && !found.value ? await ask(app, payment, card) : NOT_CHARGED;
  if (outcome.kind === "done")
    return writeWhenFree(app.db, () => recordCharge(app, id, outcome.value.paymentIntentId));
  // Of a retry, any other refusal says nothing about the first try.
  const isOver = outcome.kind === "declined" || outcome.kind === "unconfirmed";
  return isOver ? writeWhenFree(app.db, () => recordRefusal(app, id, outcome)) : { kind: "open" };
}

const NOT_CHARGED = { kind: "declined", message: "The card wasn't charged." } as const;

function getCharge(app: App, id: number): { payment: store.PaymentRow; card: CardRow } {
  const payment = store.findPayment(app.db, id);
  const card = payment?.cardId ? findCardById(app.db, payment.cardId) : null;
  if (!payment || !card) throw new Error(`payment ${id} has no card`);
  return { payment, card };
}

/** Stays the same for all tries. Another installation on the account has other times. */
function keyOf({ id, createdAt }: store.PaymentRow): string {
  return `payment-${id}-${createdAt}`;
}

async function ask(
  app: App,
  payment: store.PaymentRow,
  card: CardRow,
): ReturnType<CardRequests["chargeCard"]> {
  const payments = await requirePaymentsProvider(app);
  return payments.chargeCard(
    {
      customerId: card.stripeCustomerId,
      paymentMethodId: card.stripePaymentMethodId,
      cents: store.totalOf(payment),
      currency: payment.currency,
      description: describe(app, payment, card.agreementId),
      metadata: { payment: String(payment.id), key: keyOf(payment) },
    },
    keyOf(payment),
  );
}

/** The policy that the client agreed to is named in the charge. The same for all tries, whatever the settings say by then. */
function describe(app: App, { lines, isFee }: store.PaymentRow, agreementId: number): string {
  const what = lines.map(({ name }) => name).join(", ");
  const agreement = isFee ? findCardAgreement(app.db, agreementId) : null;
  if (!agreement) return what.slice(0, 1000);
  const day = new Date(agreement.agreedAt).toISOString().slice(0, 10);
  return `${what}, by the policy agreed on ${day}: ${agreement.wording}`.slice(0, 1000);
}

/** Whatever became of the payment here meanwhile, money that was taken is recorded: as late, or as a second one to refund. */
function recordCharge(app: App, id: number, intent: string): Charged {
  const payment = store.findPayment(app.db, id);
  if (!payment || payment.status === "paid") return { kind: "paid", text: NO_TEXT };
  const visits = store.visitsOfPayment(app.db, id);
  const isSurplus = !payment.isFee && store.isPaidOtherwise(app.db, visits, id);
  const { tipCents } = payment;
  const isLate = payment.status === "canceled" && !isSurplus ? 1 : 0;
  const card = payment.cardId === null ? null : findCardById(app.db, payment.cardId);
  const paidWith = { intent, card: card && nameCard(card) };
  store.setPaid(app.db, id, { ...paidWith, tipCents, isLate, at: app.now() });
  recordSystem(app, {
    action: isSurplus ? "payment.surplus" : isLate ? "payment.late" : "payment.paid",
    target: ["payment", id],
    metadata: { cents: store.totalOf(payment), tip: tipCents },
  });
  publish(app, id);
  const paid = store.findPayment(app.db, id) ?? payment;
  if (isSurplus) {
    const text = refundSecond(app, paid, { intent, cents: store.totalOf(paid) });
    return { kind: "paid", text };
  }
  if (paid.isFee)
    return { kind: "paid", text: textFee(app, paid, card ? formatCard(card) : "card") };
  askIfCanceled(app, paid);
  app.hooks.visits.complete(app, visits, "desk");
  refundUnusedDeposits(app, paid, visits);
  return { kind: "paid", text: textReceipt(app, paid) };
}

/** A refused fee becomes a payment link, and so does a charge that the client's bank wants them to confirm. */
function recordRefusal(
  app: App,
  id: number,
  { kind, message }: { readonly kind: string; readonly message: string },
): Charged {
  const payment = store.findPayment(app.db, id);
  if (!payment || !store.setCanceled(app.db, id, app.now())) return { kind: "refused", message };
  recordSystem(app, {
    action: "payment.declined",
    target: ["payment", id],
    metadata: { reason: kind },
  });
  publish(app, id);
  const asksClient = kind === "unconfirmed";
  const isTexted = payment.isFee === 1 || (asksClient && linkRefusalOf(app, payment) === undefined);
  if (!isTexted) return { kind: "refused", message };
  const now = app.now();
  const { id: _, ...fee } = payment;
  const link = store.insertPayment(
    app.db,
    {
      ...fee,
      way: "link",
      cardId: null,
      createdAt: now,
      expiresAt: now + LINK_DAYS * DAY_MS,
    },
    store.visitsOfPayment(app.db, id),
  );
  publish(app, link);
  const row = store.findPayment(app.db, link);
  const text = row && textLink(app, row, asksClient ? "confirm" : "pay");
  if (text?.sent && !payment.isFee) return { kind: "linked", id: link, text };
  return { kind: "refused", message: `${message} ${text?.message ?? ""}`.trim() };
}
