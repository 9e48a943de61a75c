import { type CardAgreementRow, type CardRow, findCardAgreement } from "#db/billing/cards.ts";
import { cancelUnsentFees } from "#db/billing/payment-charges.ts";
import { insertPayment } from "#db/billing/payments.ts";
import type { App, Staff } from "#src/app.ts";
import { findCard } from "#src/billing/cards/cards.ts";
import { feeCentsOf } from "#src/billing/cards/policy.ts";
import { refusePassive } from "#src/billing/payments/charge-card.ts";
import { publish } from "#src/billing/payments/publish.ts";
import { hasPayment } from "#src/billing/payments/to-payment.ts";
import { record } from "#src/platform/audit/audit.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { UNDO_MS } from "#src/shared/constants.ts";
import { DAY_MS } from "#src/shared/durations.ts";
import { Problem } from "#src/shared/problem.ts";

/** A visit that its client may be charged for. */
interface MissedVisit {
  readonly appointmentId: number;
  readonly contactId: number;
  readonly priceCents: number;
  /** Of a deposit that was kept. */
  readonly keptCents: number;
  /** The card request that the visit waited for; null for any other visit. */
  readonly cardRequestId: number | null;
}

interface DueFee {
  readonly cents: number;
  readonly card: CardRow;
  readonly agreement: CardAgreementRow;
}

/**
 * The fee of a missed visit by what its client agreed to, less a deposit that was kept. Undefined without a card, an agreed
 * fee, or Stripe, and once one was charged or asked for.
 */
export function findFee(app: App, visit: MissedVisit): DueFee | undefined {
  const card = findCard(app, visit.contactId);
  const agreement = card && findCardAgreement(app.db, card.agreementId);
  if (!card || !agreement || getSettings(app).stripeSecretKey === "") return undefined;
  if (hasPayment(app, [visit.appointmentId])) return undefined;
  const fee = feeCentsOf(agreement, visit.priceCents) ?? 0;
  // The words named an amount for this visit, so a price that rose since doesn't raise it.
  const isNamed = visit.cardRequestId !== null && visit.cardRequestId === card.requestId;
  const most = isNamed ? (agreement.visitFeeCents ?? fee) : fee;
  const cents = Math.min(fee, most) - visit.keptCents;
  return cents > 0 ? { cents, card, agreement } : undefined;
}

interface Fee {
  readonly contactId: number;
  readonly clientName: string;
  readonly appointmentId: number;
  /** On the bill, such as "No-show fee, Fri, Nov 27". */
  readonly name: string;
  readonly cents: number;
  readonly cardId: number;
}

/**
 * Decides to charge the fee of a missed visit, in the caller's transaction. It leaves ten seconds later. A refused charge
 * texts the client a payment link instead. Returns until when it can be undone, in epoch milliseconds.
 * @throws Problem 409
 */
export function chargeFee(app: App, actor: Staff, fee: Fee): { id: number; undoUntil: number } {
  refusePassive(app);
  // Another press may have charged it meanwhile.
  if (hasPayment(app, [fee.appointmentId]))
    throw new Problem(409, "This visit already has a payment. Reload the page.");
  return insertFee(app, actor, fee);
}

/**
 * Takes back a fee that hasn't left, in the caller's transaction. Staff who were asked about a late cancellation are asked
 * again. Returns false when there is none.
 */
export function withdrawFee(app: App, actor: Staff | null, appointmentId: number): boolean {
  const ids = cancelUnsentFees(app.db, appointmentId, app.now());
  for (const id of ids) {
    record(app, actor, { action: "payment.undo_fee", target: ["payment", id] });
    publish(app, id);
  }
  if (ids.length === 0) return false;
  app.hooks.visits.reopenFee(app, appointmentId);
  return true;
}

function insertFee(app: App, actor: Staff, fee: Fee): { id: number; undoUntil: number } {
  const { contactId, clientName, appointmentId, name, cents, cardId } = fee;
  const now = app.now();
  const undoUntil = now + UNDO_MS;
  const id = insertPayment(
    app.db,
    {
      contactId,
      clientName,
      cardId,
      isFee: 1,
      status: "open",
      way: "card",
      currency: getSettings(app).currency,
      lines: [{ name, priceCents: cents, serviceId: null, employeeId: null }],
      discountCents: 0,
      discountPercent: null,
      depositCents: 0,
      depositPaidAt: null,
      dueCents: cents,
      tipCents: 0,
      receivedCents: null,
      takenBy: actor.id,
      createdAt: now,
      chargeAt: undoUntil,
      expiresAt: now + DAY_MS,
      paidAt: null,
    },
    [appointmentId],
  );
  record(app, actor, {
    action: "payment.charge_fee",
    target: ["payment", id],
    metadata: { cents, appointments: [appointmentId] },
  });
  publish(app, id);
  return { id, undoUntil };
}
