import fc from "fast-check";
import { completeUnfinishedCharges } from "#src/billing/ledger/charge.ts";
import { fulfillCheckout } from "#src/billing/stripe/fulfill.ts";
import { attempt } from "#tests/sandbox/stripe-invoices.ts";
import { dispute, failRefund, refund } from "#tests/sandbox/stripe-reversals.ts";
import { notePaid } from "#tests/sandbox/stripe-subscriptions.ts";
import { PAYMENT_OPERATIONS, PAYMENT_WEIGHTS } from "./payment-operations.ts";
import { runDeskJobs } from "./payment-steps.ts";
import type { BookSalon, Buyer } from "./salon.ts";

/** What happens, and random numbers that decide to whom and how much. */
export interface Operation {
  readonly kind: keyof typeof OPERATIONS;
  readonly pick: number;
  readonly size: number;
}

type Run = (salon: BookSalon, pick: number, size: number) => unknown;

const PLANS = "/api/payment-plan-subscriptions";
/** Enough for clients with every history, few enough for 2,000 operations in a minute. */
const MAX_LIVE = 10;

const OPERATIONS = {
  signPlan: async (salon, pick, size) => {
    if (countLive(salon) >= MAX_LIVE) return;
    const terms = {
      principal: 3_000 + size,
      feeBasisPoints: pick % 3 === 0 ? 725 : 0,
      count: 2 + (pick % 5),
      interval: pick % 4 === 0 ? "week" : "month",
    } as const;
    const total = terms.principal + Math.round((terms.principal * terms.feeBasisPoints) / 10_000);
    await buy(salon, await salon.signPlan(terms, nextPhone(salon)), total, size);
  },
  signMembership: async (salon, _, size) => {
    if (countLive(salon) >= MAX_LIVE) return;
    await buy(salon, await salon.signMembership(nextPhone(salon)), 0, size);
  },
  days: (salon, _, size) => salon.pass(1 + (size % 9)),
  hours: (salon, _, size) => salon.pass((1 + (size % 40)) / 24),
  tell: async (salon, pick, size) => {
    const { events } = salon.stripe.book;
    events.push(...salon.held.splice(0));
    // Some arrive later, and some never.
    const late = events.filter((_, at) => (at + size) % 5 === 0);
    const lost = events.filter((_, at) => (at + size) % 7 === 0);
    salon.held.push(...late.filter((one) => !lost.includes(one)));
    const now = events.filter((one) => !late.includes(one) && !lost.includes(one));
    events.splice(0, events.length, ...now);
    await salon.tell(1 + (pick % 3), size);
  },
  lose: ({ stripe }) => void stripe.book.events.splice(0),
  decline: (salon, pick) => salon.stripe.book.declined.add(buyerOf(salon, pick)?.customer ?? ""),
  accept: (salon, pick) => salon.stripe.book.declined.delete(buyerOf(salon, pick)?.customer ?? ""),
  acceptAll: ({ stripe }) => stripe.book.declined.clear(),
  bankAsks: (salon, pick) =>
    salon.stripe.book.unconfirmed.add(buyerOf(salon, pick)?.customer ?? ""),
  bankIsSure: ({ stripe }) => stripe.book.unconfirmed.clear(),
  payLink: ({ stripe: { book } }, pick) => {
    const open = [...book.invoices.values()].filter(({ status }) => status === "open");
    const invoice = open[pick % open.length];
    if (invoice && attempt(book, invoice, true)) notePaid(book, invoice);
  },
  refund: ({ stripe: { book } }, pick, size) => {
    const paid = [...book.intents.values()].filter(
      ({ id, amount, status }) =>
        status === "succeeded" && !book.disputed.has(id) && amount > (book.refunded.get(id) ?? 0),
    );
    const intent = paid[pick % paid.length];
    if (!intent || book.balanceIsShort) return;
    const left = intent.amount - (book.refunded.get(intent.id) ?? 0);
    refund(book, intent, pick % 2 === 0 ? left : 1 + (size % left));
  },
  failRefund: ({ stripe: { book } }, pick) => {
    const made = book.refunds.filter(
      ({ status, created, payment_intent: id }) =>
        status === "succeeded" && created > book.now - 30 * 86_400 && !book.disputed.has(id),
    );
    const one = made[pick % made.length];
    if (one) failRefund(book, one);
  },
  dispute: ({ stripe: { book } }, pick, size) => {
    const paid = [...book.intents.values()].filter(
      ({ id, status }) =>
        status === "succeeded" && !book.disputed.has(id) && !book.refunded.has(id),
    );
    const intent = paid[pick % paid.length];
    if (!intent) return;
    const cents = size % 2 === 0 ? intent.amount : 1 + (size % intent.amount);
    dispute(book, intent, "needs_response", cents);
  },
  decideDispute: ({ stripe: { book } }, pick) => {
    const open = [...book.disputes.values()].filter(
      (one) => (one as { status?: string }).status === "needs_response",
    ) as unknown as { payment_intent: string; amount: number }[];
    // The oldest first: a bank decides within months.
    const [one] = open;
    if (!one) return;
    const intent = book.find(book.intents, one.payment_intent, "payment_intent");
    dispute(book, intent, pick % 2 === 0 ? "won" : "lost", one.amount);
  },
  charge: async (salon, pick, size) => {
    const ids = planIds(salon);
    const id = ids[pick % ids.length];
    if (size % 3 === 0) salon.stripe.loseAnswers(2, 1 + (size % 7));
    if (id !== undefined)
      await Promise.all(
        Array.from({ length: 1 + (size % 3) }, () =>
          salon.staff("POST", `${PLANS}/${id}/trigger-payment`),
        ),
      );
    salon.stripe.loseAnswers(0);
  },
  cancelPlan: async (salon, pick) => {
    const ids = planIds(salon);
    const id = ids[pick % ids.length];
    if (id !== undefined) await salon.staff("POST", `${PLANS}/${id}/cancel`);
  },
  cancelMembership: async (salon, pick) => {
    const { body } = await salon.staff("GET", "/api/subscriptions");
    const live = body.filter(({ status }: { status: string }) => status !== "canceled");
    const subscriptionId = live[pick % live.length]?.id;
    if (subscriptionId !== undefined)
      await salon.staff("POST", "/api/stripe/cancel-subscription", { subscriptionId });
  },
  decide: async (salon, pick) => {
    const { body } = await salon.staff("GET", PLANS);
    for (const { id, installments } of body)
      for (const { id: installmentId, needsDecision } of installments)
        if (needsDecision)
          await salon.staff("POST", `${PLANS}/${id}/${pick % 2 ? "refund" : "keep"}-payment`, {
            installmentId,
          });
  },
  shortBalance: ({ stripe: { book } }) => {
    book.balanceIsShort = true;
  },
  fullBalance: ({ stripe: { book } }) => {
    book.balanceIsShort = false;
  },
  finishCharges: (salon) => completeUnfinishedCharges(salon.app()),
  night: (salon) => salon.night(),
  restart: (salon) => salon.restart(),
  ...PAYMENT_OPERATIONS,
} satisfies Record<string, Run>;

const WEIGHTS: Partial<Record<keyof typeof OPERATIONS, number>> = {
  ...{ signPlan: 10, signMembership: 4, days: 14, hours: 4, tell: 20, charge: 10, payLink: 5 },
  ...{
    refund: 3,
    fullBalance: 3,
    bankIsSure: 3,
    acceptAll: 2,
    decline: 4,
    accept: 4,
    decide: 2,
    decideDispute: 4,
  },
  ...PAYMENT_WEIGHTS,
};

export const OPERATION: fc.Arbitrary<Operation> = fc.record({
  kind: fc.oneof(
    ...Object.keys(OPERATIONS).map((kind) => {
      const name = kind as keyof typeof OPERATIONS;
      return { arbitrary: fc.constant(name), weight: WEIGHTS[name] ?? 1 };
    }),
  ),
  pick: fc.nat(9_999),
  size: fc.nat(9_999),
});

export async function perform(salon: BookSalon, { kind, pick, size }: Operation): Promise<void> {
  const run: Run = OPERATIONS[kind];
  await run(salon, pick, size);
}

/** Lets interrupted work end: cards and the balance are in order, and a few nights pass. */
export async function settle(salon: BookSalon): Promise<void> {
  const { book } = salon.stripe;
  book.balanceIsShort = false;
  book.declined.clear();
  book.unconfirmed.clear();
  for (let night = 0; night < 4; night += 1) {
    await salon.pass(1);
    await completeUnfinishedCharges(salon.app());
    await runDeskJobs(salon);
    await salon.night();
  }
}

async function buy(
  salon: BookSalon,
  signed: Awaited<ReturnType<BookSalon["signPlan"]>>,
  total: number,
  size: number,
): Promise<void> {
  const { stripe, buyers } = salon;
  const customer = () => [...stripe.book.customers.keys()].at(-1) ?? "";
  buyers.push({ ...signed, total, customer: customer() });
  // One in ten opens the checkout a second time, one in ten never pays.
  if (size % 10 === 0) {
    const again = await salon.openAgain(signed);
    buyers.push({ ...signed, total, customer: customer() });
    stripe.complete(again);
  }
  if (size % 10 === 1) return;
  stripe.complete(signed.sessionId);
  // The client doesn't always come back to the success page.
  if (size % 3 !== 0) await fulfillCheckout(salon.app(), signed.sessionId).catch(() => undefined);
}

function buyerOf({ buyers }: BookSalon, pick: number): Buyer | undefined {
  return buyers[pick % buyers.length];
}

function nextPhone({ buyers }: BookSalon): string {
  return `+1202555${String(1_000 + buyers.length).padStart(4, "0")}`;
}

function countLive({ stripe }: BookSalon): number {
  return [...stripe.book.subscriptions.values()].filter(({ status }) => status !== "canceled")
    .length;
}

function planIds(salon: BookSalon): number[] {
  return salon
    .app()
    .db.query<{ id: number }, []>(
      "select id from payment_plan_subscriptions where status in ('active', 'past_due')",
    )
    .all()
    .map(({ id }) => id);
}
