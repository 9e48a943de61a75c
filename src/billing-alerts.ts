import { listOpenCharges } from "#db/billing/payment-charges.ts";
import {
  findPayment,
  listUndecidedPayments,
  type PaymentRow,
  totalOf,
} from "#db/billing/payments.ts";
import { type LatePayment, listLatePayments } from "#db/billing/plan-subscriptions.ts";
import { findPayer, listDisputesMissed, listDisputesToAnswer } from "#db/billing/reversals.ts";
import { countOverdue, countUncollected } from "#db/billing/subscriptions.ts";
import type { AlertCondition, App } from "#src/app.ts";
import { isAlsoForOthers } from "#src/billing/canceled-visits.ts";
import { listContradictory as listContradictoryMemberships } from "#src/billing/memberships/memberships.ts";
import { isRefundAwaited, listOwedRefunds, type OwedRefund } from "#src/billing/owed-state.ts";
import { listContradictory as listContradictoryPlans } from "#src/billing/payment-plans/payment-plans.ts";
import { needsDecision } from "#src/billing/payments/to-payment.ts";
import { formatTime } from "#src/platform/time.ts";
import { MINUTE_MS } from "#src/shared/durations.ts";
import { formatCount } from "#src/shared/format-count.ts";
import { formatPhone } from "#src/shared/format-phone.ts";
import { formatMoney } from "#src/shared/money.ts";
import { isByOldLink } from "#src/shared/old-link.ts";

/** Longer, and a charge needs someone to look at it. */
const MAX_OPEN_CHARGE_MS = 10 * MINUTE_MS;

const SUBSCRIBERS = { path: "/payment-plan-subscriptions", label: "Payment Subscribers" };

/** What goes wrong with money, in the order in which screens list it. */
export const BILLING_ALERTS: readonly AlertCondition[] = [
  {
    name: "offers-contradicted",
    title: "Clients can't sign an offer",
    links: () => [
      { path: "/memberships", label: "Memberships" },
      { path: "/payment-plans", label: "Payment Plans" },
    ],
    check(app) {
      const names = [...listContradictoryMemberships(app), ...listContradictoryPlans(app)];
      return names.length === 0
        ? null
        : `The agreement of ${names.join(", ")} names an amount, percentage or date that isn't part of the offer. Correct it in Memberships or Payment Plans.`;
    },
  },
  {
    name: "payments-disputed",
    title: "A client disputes a payment",
    namesClients: true,
    links(app) {
      const [first] = listDisputesToAnswer(app.db, app.now());
      const payer = first && findPayer(app.db, first.paymentIntentId);
      if (!payer?.clientName || payer.contactId === null) return [];
      return [{ path: `/contacts/${payer.contactId}`, label: formatPhone(payer.clientName) }];
    },
    check(app) {
      const [first, ...others] = listDisputesToAnswer(app.db, app.now());
      if (!first) return null;
      const payer = findPayer(app.db, first.paymentIntentId);
      const client = formatPhone(payer?.clientName ?? "A client");
      const isSigned = payer?.of[0] === "plan_subscription" || payer?.of[0] === "subscription";
      const until =
        first.dueBy === null
          ? ""
          : ` until ${formatTime(app, first.dueBy, { month: "long", day: "numeric" })}`;
      const count = formatCount(others.length, "more is waiting", "more are waiting");
      const more = others.length > 0 ? ` ${count}.` : "";
      return `${client}'s bank was asked for ${formatMoney(first.amount, first.currency)} back. Answer it at stripe.com, Payments, Disputes${until}${isSigned ? ", with the signed agreement" : ""}. Otherwise the money is lost.${more}`;
    },
    outcome(app, since) {
      const missed = listDisputesMissed(app.db, since, app.now());
      const [first] = missed.filter(({ status }) => status === "lost");
      if (missed.length === 0) return null;
      return first
        ? `The client's bank decided for the client, so ${formatMoney(first.amount, first.currency)} is lost. See stripe.com, Payments, Disputes.`
        : "The deadline to answer has passed. If you didn't answer, the money is lost. See stripe.com, Payments, Disputes.";
    },
  },
  {
    name: "payments-after-cancellation",
    title: "A payment arrived after a cancellation",
    links(app) {
      const [first] = listUndecidedLate(app);
      const path = `${SUBSCRIBERS.path}?details=${first?.planSubscriptionId ?? ""}`;
      return [{ path, label: "Refund or Keep" }];
    },
    check(app) {
      const [first, ...others] = listUndecidedLate(app);
      if (!first) return null;
      const more =
        others.length > 0 ? ` ${formatCount(others.length, "more payment")} arrived as well.` : "";
      return `${formatMoney(first.cents, first.currency)} was collected for a payment plan that is canceled, and is recorded there. Should it be refunded? Open the plan's details in Payment Subscribers, and choose Refund or Keep.${more}`;
    },
  },
  {
    name: "payments-after-link",
    title: "A client paid by an old link",
    links: (app) => linksTo(listUndecided(app, isByOldLink)),
    check: (app) =>
      askAbout(
        listUndecided(app, isByOldLink),
        "was paid by a payment link that was canceled or had expired, and is recorded.",
      ),
  },
  {
    name: "payments-of-canceled-visits",
    title: "A canceled visit was paid for",
    links: (app) => linksTo(listUndecided(app, isOfCanceledVisit)),
    check(app) {
      const undecided = listUndecided(app, isOfCanceledVisit);
      const isPart = undecided[0] !== undefined && isAlsoForOthers(app, undecided[0]);
      const rest = isPart ? " Part of it was for other visits." : "";
      return askAbout(undecided, `is a payment for a visit that was canceled later.${rest}`);
    },
  },
  {
    name: "refunds-refused",
    title: "A refund failed",
    namesClients: true,
    links(app) {
      const { failed, unanswered } = splitOwedRefunds(app);
      const [first, ...others] = failed;
      const list = "/?payment=owed";
      if (!first) return unanswered ? linkToPayer(describeRefund(app, unanswered)) : [];
      return [
        ...linkToPayer(describeRefund(app, first)),
        ...(others.length === 0 ? [] : [{ path: list, label: moreRefunds(others.length) }]),
        { path: list, label: "Paid Back" },
      ];
    },
    check(app, wasOpen) {
      const { failed, unanswered } = splitOwedRefunds(app);
      const [first, ...others] = failed;
      if (!first)
        return wasOpen && unanswered
          ? `Stripe hasn't answered about the refund of ${describeRefund(app, unanswered).label} yet, so it may have been made. We'll ask again tonight.`
          : null;
      const more = others.length > 0 ? ` ${moreRefunds(others.length)} failed, too.` : "";
      return `The refund of ${describeRefund(app, first).label} failed: ${first.message}${more} We'll try again every day. You can also refund it at stripe.com, Payments. If you pay it back yourself, press Paid Back.`;
    },
  },
  {
    name: "payments-failing",
    title: "Payments are overdue",
    links: () => [SUBSCRIBERS, { path: "/subscriptions", label: "Subscriptions" }],
    check(app) {
      const overdue = nameSubscriptions(countOverdue(app.db));
      return overdue.count === 0
        ? null
        : `Cards were declined for ${overdue.names}. We've asked these clients to update their card; Stripe will retry automatically.`;
    },
    outcome(app, since) {
      const { count, names } = nameSubscriptions(countUncollected(app.db, since));
      return count === 0
        ? null
        : `${names} ${count === 1 ? "was" : "were"} canceled after failed payments, so nothing more is collected.`;
    },
  },
  {
    name: "card-charges-open",
    title: "A card charge has no answer",
    links(app) {
      const [first] = listUnanswered(app);
      const payment = first === undefined ? null : findPayment(app.db, first);
      return payment ? [{ path: pathOf(payment), label: `payment ${payment.id}` }] : [];
    },
    check(app) {
      const open = listUnanswered(app);
      return open.length === 0
        ? null
        : `Stripe hasn't answered for payment ${open.join(", ")}. We keep asking for a day. Look for it in Stripe before you charge the client again. If it isn't there after a day, open the payment and press End Charge.`;
    },
  },
];

/** "1 payment plan (see Payment Subscribers) and 2 memberships (see Subscriptions)" */
function nameSubscriptions({ plans, memberships }: ReturnType<typeof countOverdue>) {
  const names = [
    plans > 0 ? `${formatCount(plans, "payment plan")} (see Payment Subscribers)` : "",
    memberships > 0 ? `${formatCount(memberships, "membership")} (see Subscriptions)` : "",
  ];
  return { count: plans + memberships, names: names.filter(Boolean).join(" and ") };
}

function listUnanswered(app: App): number[] {
  const since = app.now() - MAX_OPEN_CHARGE_MS;
  return listOpenCharges(app.db).filter(
    (id) => (findPayment(app.db, id)?.createdAt ?? since) < since,
  );
}

function listUndecidedLate(app: App): LatePayment[] {
  return listLatePayments(app.db).filter(
    ({ paymentIntentId }) => !isRefundAwaited(app, paymentIntentId),
  );
}

function isOfCanceledVisit(payment: PaymentRow): boolean {
  return !isByOldLink(payment);
}

function listUndecided(app: App, isMeant: (payment: PaymentRow) => boolean): PaymentRow[] {
  return listUndecidedPayments(app.db).filter((one) => isMeant(one) && needsDecision(app, one));
}

/** A refund that may have been made hasn't failed. */
function splitOwedRefunds(app: App) {
  const all = listOwedRefunds(app);
  return {
    failed: all.filter(({ isUnanswered }) => !isUnanswered),
    unanswered: all.find(({ isUnanswered }) => isUnanswered),
  };
}

function moreRefunds(count: number): string {
  return formatCount(count, "more refund");
}

/** "$30.00 to Grace Lindqvist", and the client's page if there is one. */
function describeRefund(app: App, { paymentIntentId, cents, currency }: OwedRefund) {
  const payer = findPayer(app.db, paymentIntentId);
  const name = formatPhone(payer?.clientName ?? "an erased client");
  return {
    contactId: payer?.contactId ?? null,
    label: `${formatMoney(cents, currency)} to ${name}`,
  };
}

function linkToPayer({ contactId, label }: ReturnType<typeof describeRefund>) {
  return contactId === null ? [] : [{ path: `/contacts/${contactId}`, label }];
}

function linksTo([first]: readonly PaymentRow[]) {
  return first ? [{ path: pathOf(first), label: "Refund or Keep" }] : [];
}

/** An erased client has no page. The receipt opens over any screen. */
function pathOf({ id, contactId }: PaymentRow): string {
  return `${contactId === null ? "/contacts" : `/contacts/${contactId}`}?payment=${id}`;
}

/** Asks about the first payment. `what` continues the sentence that begins with its amount. */
function askAbout([first, ...others]: readonly PaymentRow[], what: string): string | null {
  if (!first) return null;
  const count = formatCount(others.length, "more payment waits", "more payments wait");
  const more = others.length > 0 ? ` ${count} for an answer.` : "";
  const place = first.contactId === null ? "by the link of this alert" : "on the client's page";
  return `${formatMoney(totalOf(first), first.currency)} ${what} Should it be refunded? Open receipt ${first.id} ${place}, and choose Refund or Keep.${more}`;
}
