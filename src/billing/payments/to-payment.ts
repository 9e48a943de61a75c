import {
  type PaymentRefundRow,
  refundedOf,
  refundsOfPayment,
} from "#db/billing/payment-refunds.ts";
import {
  type PaymentLine,
  type PaymentRow,
  paymentsOfVisits,
  totalOf,
  visitsOfPayment,
} from "#db/billing/payments.ts";
import { lostCents } from "#db/billing/reversals.ts";
import { findContact } from "#db/clients/contacts.ts";
import { findUser } from "#db/platform/users.ts";
import type { App } from "#src/app.ts";
import { findOwedRefund, isRefundAwaited, listOwedRefunds } from "#src/billing/owed-state.ts";
import { toIso } from "#src/shared/iso-time.ts";
import { formatCents } from "#src/shared/money.ts";
import type { Line, Payment } from "./contract.ts";
import { linkRefusalOf } from "./texts.ts";
import type { VisitPayment } from "./visit-payment-contract.ts";

const ERASED = "Erased client";

export function toPayment(app: App, row: PaymentRow): Payment {
  const total = totalOf(row);
  const { receivedCents, takenBy } = row;
  const appointmentIds = visitsOfPayment(app.db, row.id);
  const visits = row.isFee === 1 ? [] : app.hooks.visits.listRemaining(app, appointmentIds);
  return {
    ...row,
    clientName: row.clientName || ERASED,
    phoneNumber:
      row.contactId === null ? null : (findContact(app.db, row.contactId)?.phone ?? null),
    appointmentIds,
    isCompleted: visits.length > 0 && visits.every(({ isCompleted }) => isCompleted),
    status: statusOf(app, row),
    lines: row.lines.map(toLine),
    discount: formatCents(row.discountCents),
    deposit: formatCents(row.depositCents),
    depositPaidAt: toIso(row.depositPaidAt),
    depositRefund: formatCents(depositRefundOf(app, row)),
    due: formatCents(row.dueCents),
    tip: formatCents(row.tipCents),
    total: formatCents(total),
    received: receivedCents === null ? null : formatCents(receivedCents),
    change: receivedCents === null ? null : formatCents(receivedCents - total),
    receiptTextedAt: toIso(row.receiptTextedAt),
    textRefusal: linkRefusalOf(app, row) ?? null,
    isFee: row.isFee === 1,
    chargesAt: toIso(row.chargeAt),
    takenBy: takenBy === null ? null : (findUser(app.db, takenBy)?.username ?? null),
    createdAt: toIso(row.createdAt),
    expiresAt: toIso(row.expiresAt),
    paidAt: toIso(row.paidAt),
    canceledAt: toIso(row.canceledAt),
    refunded: formatCents(refundedOf(app.db, row)),
    refundable: formatCents(refundableOf(app, row)),
    refundDue: toRefundDue(app, row),
    needsDecision: needsDecision(app, row),
  };
}

export function emailOf(app: App, { contactId }: PaymentRow): string | null {
  return contactId === null ? null : (findContact(app.db, contactId)?.email ?? null);
}

/** What a visit shows of its payment. */
export function toVisitPayment(app: App, row: PaymentRow): VisitPayment {
  const refunded = row.status === "paid" ? refundedOf(app.db, row) : 0;
  const sumOf = (isService: boolean) =>
    row.lines.reduce(
      (sum, line) => sum + ((line.employeeId !== null) === isService ? line.priceCents : 0),
      0,
    );
  return {
    id: row.id,
    status: statusOf(app, row, refunded),
    way: row.way,
    isFee: row.isFee === 1,
    services: formatCents(sumOf(true)),
    extras: formatCents(sumOf(false)),
    discount: formatCents(row.discountCents),
    deposit: formatCents(row.depositCents),
    tip: formatCents(row.tipCents),
    amount: formatCents(totalOf(row)),
    refunded: formatCents(refunded),
  };
}

export function toLine({ priceCents, ...line }: PaymentLine): Line {
  return { ...line, price: formatCents(priceCents) };
}

/** `refunded` is in cents, where it is known already. */
export function statusOf(app: App, row: PaymentRow, refunded?: number): Payment["status"] {
  switch (row.status) {
    case "open":
      return isExpired(app, row) ? "expired" : "open";
    case "paid": {
      const total = totalOf(row);
      return total > 0 && (refunded ?? refundedOf(app.db, row)) >= total ? "refunded" : "paid";
    }
    default:
      return "canceled";
  }
}

/** Whether one of these visits was paid, or can still be paid by a charge or a link. */
export function hasPayment(app: App, appointmentIds: readonly number[]): boolean {
  return paymentsOfVisits(app.db, appointmentIds).some(
    (one) =>
      one.status === "paid" ||
      (one.status === "open" && (one.way === "card" || !isExpired(app, one))),
  );
}

export function isExpired(app: App, { expiresAt }: Pick<PaymentRow, "expiresAt">): boolean {
  return expiresAt !== null && expiresAt <= app.now();
}

/** Whether staff are asked about a payment and no one decided, here or at Stripe, what becomes of it. */
export function needsDecision(app: App, row: PaymentRow): boolean {
  return (
    row.isLate === 1 &&
    row.decidedAt === null &&
    refundableOf(app, row) > 0 &&
    !findOpenRefund(app, row) &&
    !isRefundAwaited(app, row.stripePaymentIntentId)
  );
}

/** What a paid payment has left to refund, in cents. A client can dispute what was refunded before. */
export function refundableOf({ db }: App, row: PaymentRow): number {
  if (row.status !== "paid") return 0;
  const lost = lostCents(db, row.stripePaymentIntentId);
  return Math.max(0, totalOf(row) - refundedOf(db, row) - lost);
}

/** The refund of the payment itself that isn't made yet. */
export function findOpenRefund(
  app: App,
  { id, stripePaymentIntentId }: PaymentRow,
): PaymentRefundRow | undefined {
  return refundsOfPayment(app.db, id).find(
    (one) => one.madeAt === null && one.stripePaymentIntentId === stripePaymentIntentId,
  );
}

/** The refund of what the payment left of a deposit, or of a second one by its link, that Stripe refuses or that isn't made yet. */
function findSeparateRefund(
  app: App,
  { id, stripePaymentIntentId }: PaymentRow,
): PaymentRefundRow | undefined {
  const all = refundsOfPayment(app.db, id).filter(
    (one) => one.stripePaymentIntentId !== stripePaymentIntentId,
  );
  return (
    all.find((one) => findOwedRefund(app, one.stripePaymentIntentId)) ??
    all.find(({ madeAt }) => madeAt === null)
  );
}

/** What goes back of the deposit, in cents. A link is only for visits that cost more than their deposit. */
export function depositRefundOf(app: App, { id, way, stripePaymentIntentId }: PaymentRow): number {
  if (way === "link") return 0;
  return refundsOfPayment(app.db, id)
    .filter((one) => one.stripePaymentIntentId !== stripePaymentIntentId)
    .reduce((sum, { cents }) => sum + cents, 0);
}

function toRefundDue(app: App, row: PaymentRow): Payment["refundDue"] {
  const owed = listOwedRefunds(app);
  const own = findOpenRefund(app, row);
  const isOwed = owed.some((one) => one.paymentIntentId === row.stripePaymentIntentId);
  const separate = own || isOwed ? undefined : findSeparateRefund(app, row);
  // A bank can return a refund weeks later, when nothing is open anymore.
  const open = own ?? (separate?.madeAt === null ? separate : undefined);
  const intent = (separate ?? row).stripePaymentIntentId;
  const refused = owed.find((one) => one.paymentIntentId === intent);
  if (!open && !refused) return null;
  return {
    amount: formatCents(refused?.cents ?? open?.cents ?? 0),
    undoUntil: open && open.sentAt === null && open.dueAt > app.now() ? toIso(open.dueAt) : null,
    owedRefund: refused && !refused.isUnanswered ? refused.paymentIntentId : null,
    isSeparate: separate !== undefined,
  };
}
