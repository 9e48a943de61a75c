import { hasOpenCharge, hasSameCharge } from "#db/billing/payment-charges.ts";
import { setLinkExpiry } from "#db/billing/payment-checkouts.ts";
import {
  hasOpenPayment,
  isPaidOtherwise,
  type PaymentRow,
  paymentsOfVisits,
  visitsOfPayment,
} from "#db/billing/payments.ts";
import { type ContactRow, findContact } from "#db/clients/contacts.ts";
import type { App, Staff } from "#src/app.ts";
import { findCard, toCard } from "#src/billing/cards/cards.ts";
import { getContactRow } from "#src/clients/contacts/contacts.ts";
import type { VisitBill } from "#src/hook-shapes.ts";
import { canMail } from "#src/platform/mail.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { DAY_MS, MINUTE_MS } from "#src/shared/durations.ts";
import { toIso } from "#src/shared/iso-time.ts";
import { formatCents } from "#src/shared/money.ts";
import { fieldProblem, Problem } from "#src/shared/problem.ts";
import { dayOf } from "#src/shared/wall-time.ts";
import { type Bill, LINK_DAYS, MAX_VISITS, type PaymentsOf } from "./contract.ts";
import { publish } from "./publish.ts";
import { textRefusal } from "./texts.ts";
import { hasPayment, toLine, toPayment } from "./to-payment.ts";

/** What a payment is for: visits of one client, or only a client. */
export interface Bills {
  readonly contact: ContactRow | null;
  readonly clientName: string;
  /** E.164, or null. */
  readonly phone: string | null;
  readonly appointmentIds: readonly number[];
  readonly visitAt: string | null;
  readonly lines: VisitBill["lines"];
  readonly depositCents: number;
  readonly depositPaidAt: number | null;
}

/** Returns what a visit costs, or a client's last unpaid one. @throws Problem 400, 404, 409 */
export function readBill(app: App, actor: Staff, of: PaymentsOf): Bill {
  const { appointmentId, contactId } = of;
  if (appointmentId === undefined && contactId === undefined)
    throw new Problem(400, "Choose an appointment or a client.");
  const visit =
    appointmentId ?? app.hooks.visits.findUnpaid(app, actor, getContactRow(app, contactId ?? 0).id);
  const bills = getBills(app, actor, {
    contactId: contactId ?? null,
    appointmentIds: visit === undefined ? [] : [visit],
  });
  const refusal = textRefusal(app, bills.phone);
  const latest = paymentsOfVisits(app.db, bills.appointmentIds).find(
    ({ status }) => status !== "canceled",
  );
  return {
    contactId: bills.contact?.id ?? null,
    clientName: bills.clientName,
    phoneNumber: bills.phone,
    email: bills.contact?.email ?? null,
    appointmentIds: [...bills.appointmentIds],
    visitAt: bills.visitAt,
    lines: bills.lines.map(toLine),
    deposit: formatCents(bills.depositCents),
    depositPaidAt: toIso(bills.depositPaidAt),
    others: listOthers(app, actor, bills),
    currency: getSettings(app).currency,
    linkRefusal: linkRefusal(app, bills.phone) ?? null,
    receiptRefusal: refusal ? `No receipt can be texted: ${refusal}.` : null,
    canMail: canMail(app),
    card: bills.contact && findCardOf(app, bills.contact.id),
    payment: latest ? toPayment(app, latest) : null,
  };
}

function listOthers(
  app: App,
  actor: Staff,
  { contact, visitAt, appointmentIds }: Bills,
): Bill["others"] {
  if (!contact || visitAt === null) return [];
  return app.hooks.visits
    .listUnpaid(app, actor, contact.id, dayOf(visitAt))
    .filter((id) => !appointmentIds.includes(id))
    .slice(0, MAX_VISITS - appointmentIds.length)
    .map((appointmentId) => {
      const { startsAt, lines, deposit } = app.hooks.visits.getBill(app, actor, appointmentId);
      return {
        appointmentId,
        visitAt: startsAt,
        lines: lines.map(toLine),
        deposit: formatCents(deposit?.cents ?? 0),
      };
    });
}

function findCardOf(app: App, contactId: number): Bill["card"] {
  const card = findCard(app, contactId);
  return card && toCard(app, card);
}

/** Why no link can be texted, as a sentence; undefined if it can. */
export function linkRefusal(app: App, phone: string | null): string | undefined {
  if (getSettings(app).stripeSecretKey === "")
    return "Card payments aren't set up. Add your Stripe keys in Settings.";
  const refusal = textRefusal(app, phone);
  return refusal && `The link can't be texted: ${refusal}.`;
}

/** @throws Problem 404, 409 for visits of several clients */
export function getBills(
  app: App,
  actor: Staff,
  {
    contactId,
    appointmentIds,
  }: { readonly contactId: number | null; readonly appointmentIds: readonly number[] },
): Bills {
  const bills = appointmentIds.map((id) => app.hooks.visits.getBill(app, actor, id));
  const visits = [...new Map(bills.map((bill) => [bill.appointmentIds[0], bill])).values()];
  const [first] = visits;
  if (visits.some((one) => one.contactId !== first?.contactId))
    throw new Problem(409, "These visits belong to different clients.");
  const id = first ? first.contactId : contactId;
  const contact = id === null ? null : findContact(app.db, id);
  if (!first && !contact) throw new Problem(404, "This contact no longer exists.");
  return {
    contact,
    // Several clients may share a number, and so a contact.
    clientName: first?.clientName || contact?.name || "",
    phone: contact?.phone ?? first?.phone ?? null,
    appointmentIds: visits.flatMap((one) => one.appointmentIds),
    visitAt: first?.startsAt ?? null,
    lines: visits.flatMap(({ lines }) => lines),
    depositCents: visits.reduce((sum, { deposit }) => sum + (deposit?.cents ?? 0), 0),
    depositPaidAt: visits.map(({ deposit }) => deposit?.paidAt).find(Boolean) ?? null,
  };
}

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

/** One link at a time, and no second payment of a visit. */
export function refuseSecond(app: App, { appointmentIds }: Pick<Bills, "appointmentIds">): void {
  if (hasOpenPayment(app.db, appointmentIds, app.now()))
    throw new Problem(409, "A payment link of this visit is open. Cancel it first.");
  if (isPaidOtherwise(app.db, appointmentIds, 0))
    throw new Problem(409, "This visit is already paid.");
}

/** Nothing may have been paid, asked for or changed since the link was made. @throws Problem 404, 409 */
export function renewLink(
  app: App,
  actor: Staff,
  { id, contactId, isFee, depositCents }: PaymentRow,
) {
  const appointmentIds = visitsOfPayment(app.db, id);
  if (isFee === 1 && hasPayment(app, appointmentIds))
    throw new Problem(409, "This visit already has a payment. Reload the page.");
  if (isFee === 0) {
    refuseSecond(app, { appointmentIds });
    const bills = getBills(app, actor, { contactId, appointmentIds });
    if (bills.depositCents !== depositCents)
      throw new Problem(409, "The deposit has changed. Take the payment again.");
  }
  setLinkExpiry(app.db, id, app.now() + LINK_DAYS * DAY_MS);
  publish(app, id);
}
