import { connectStripe } from "#src/platform/providers/stripe/stripe.ts";
import { createShuffle, WEBHOOK_SECRET } from "#tests/billing/ledger/stand.ts";
import { type BookingDesk, bookingDesk, runJob } from "#tests/calendar/online-booking/stand.ts";
import { completeCheckout } from "#tests/sandbox/stripe-checkout.ts";
import {
  STRIPE_KEY,
  type StripeStandIn,
  startStripeStandIn,
} from "#tests/sandbox/stripe-stand-in.ts";
import { afterFile } from "#tests/support/after-file.ts";
import type { Person, Reply } from "#tests/support/test-app.ts";

export const RUTH = "+12025550134";

export interface PayDesk extends BookingDesk {
  readonly stripe: StripeStandIn;
  readonly contactId: number;
  /** Ruth's facial for $120.00 with Elena, at ten. */
  readonly visit: { readonly id: number };
  readonly bill: (appointmentId?: number) => Promise<Reply>;
  /** Takes a payment for Ruth's visit: by link for everything unless told otherwise. */
  readonly take: (wanted?: object) => Promise<Reply>;
  /** The token of the newest link that was texted. */
  readonly token: () => Promise<string>;
  /** The client opens Stripe's page. */
  readonly open: (tip?: string) => Promise<Reply>;
  /** Stripe sends its events, each this many times. */
  readonly tell: (times?: number) => Promise<number[]>;
  readonly pass: (minutes: number) => void;
  /** Sessions end after days. */
  readonly signInAgain: () => Person;
}

/** A salon whose Stripe is the stand-in, through the official SDK, with a visit to pay. */
export async function payDesk(): Promise<PayDesk> {
  const parlor = await bookingDesk({ deposit: "30.00" });
  const { app, admin, clock, visitor, sms, sendAll } = parlor;
  let boss = admin;
  const stripe = startStripeStandIn(clock.now);
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: (request) => parlor.hono.fetch(request),
  });
  afterFile(async () => {
    await server.stop(true);
    await stripe.stop();
  });
  Object.assign(app.providers, {
    payments: (key: string) => connectStripe({ stripeApiBase: stripe.url }, key),
  });
  await admin.request("POST", "/api/settings", {
    stripeSecretKey: STRIPE_KEY,
    stripeWebhookSecret: WEBHOOK_SECRET,
    businessName: "Glow",
  });
  const ruth = await admin.request("POST", "/api/contacts", {
    name: "Ruth Abernathy",
    phoneNumber: RUTH,
    email: "ruth@example.com",
  });
  const visit = await parlor.book({ services: [parlor.facial], phoneNumber: RUTH });
  const token = async () => {
    await sendAll();
    const link = sms.sent.map(({ body }) => /\/pay\/(\S+)/.exec(body)?.[1]).findLast(Boolean);
    if (!link) throw new Error("no link was texted");
    return link;
  };
  return {
    ...parlor,
    stripe,
    contactId: ruth.body.id,
    visit,
    bill: (appointmentId = visit.id) =>
      admin.request("GET", `/api/payments/bill?appointmentId=${appointmentId}`),
    take: (wanted = {}) =>
      boss.request("POST", "/api/payments", {
        appointmentIds: [visit.id],
        lines: [{ billLine: 0 }],
        way: "link",
        total: "120.00",
        ...wanted,
      }),
    token,
    open: async (tip = "0.00") => visitor("POST", `/api/pay/${await token()}/checkout`, { tip }),
    tell: (times = 1) =>
      stripe.deliver({
        to: `${server.url.origin}/api/stripe/webhook`,
        secret: WEBHOOK_SECRET,
        times,
        shuffle: createShuffle(0),
      }),
    signInAgain() {
      boss = parlor.person("admin", []);
      return boss;
    },
    pass(minutes) {
      clock.now += minutes * 60_000;
      stripe.book.now = clock.now / 1000;
    },
  };
}

/** "cs_test_1" of Stripe's page. */
export function sessionOf({ body }: Reply): string {
  return String(body.checkoutUrl).split("/").at(-1) ?? "";
}

/** The client pays on Stripe's page, whose event isn't sent yet. */
export function payAt({ stripe }: PayDesk, opened: Reply): void {
  completeCheckout(stripe.book, sessionOf(opened));
}

/** Takes a payment by a link that expires while the client pays, and returns its address with a new session of an admin. */
export async function payLate(desk: PayDesk, wanted?: object) {
  const { body: taken } = await desk.take(wanted);
  await desk.token();
  desk.pass(7 * 24 * 60 - 1);
  const opened = await desk.open();
  desk.pass(5);
  payAt(desk, opened);
  await desk.tell();
  return { payment: `/api/payments/${taken.id}`, admin: desk.signInAgain() };
}

/** Refunds leave ten seconds after the decision. */
export async function refundNow({ app, clock, stripe }: PayDesk): Promise<void> {
  clock.now += 10_000;
  stripe.book.now = clock.now / 1000;
  await runJob(app, "refund-payments");
}

/** Staff say that they paid back what Stripe refuses to refund of a payment. Returns the payment, or the refusal. */
export async function payBack(
  { request }: Pick<Person, "request">,
  payment: string,
): Promise<Reply> {
  const { body } = await request("GET", payment);
  const { owedRefund, amount = "0.00" } = body.refundDue ?? {};
  const settled = await request("POST", `/api/owed-refunds/${owedRefund}/paid-back`, { amount });
  return settled.status === 204 ? request("GET", payment) : settled;
}
