import { expect, setDefaultTimeout, test } from "bun:test";
import { reconcile } from "#src/billing/stripe/reconcile.ts";
import { DAY_MS } from "#src/shared/durations.ts";
import { billingStand } from "#tests/billing/ledger/stand.ts";
import { runJob } from "#tests/calendar/online-booking/stand.ts";
import { STRIPE_KEY } from "#tests/sandbox/stripe-stand-in.ts";
import { type PayDesk, payAt, payDesk, sessionOf } from "./stand.ts";

setDefaultTimeout(60_000);

/** The owner connects another account, which has nothing of this one. Returns a function that connects this one again. */
function connectOther({ book }: PayDesk["stripe"]): () => void {
  const before = [book.sessions, book.customers, book.methods].map(
    (kept) => [kept, [...kept]] as [Map<string, unknown>, [string, unknown][]],
  );
  for (const [kept] of before) kept.clear();
  return () => {
    for (const [kept, all] of before) for (const [id, one] of all) kept.set(id, one);
  };
}

/** How often the job asks Stripe about pages. */
async function requestsOfJob({ app, stripe }: PayDesk): Promise<number> {
  const before = stripe.asked.length;
  await runJob(app, "settle-payment-pages");
  return stripe.asked.length - before;
}

test("a page in a former account is asked for once, and its link opens another one", async () => {
  const desk = await payDesk();
  await desk.take();
  const first = await desk.open();
  connectOther(desk.stripe);
  expect(await requestsOfJob(desk)).toBe(1);
  expect(await requestsOfJob(desk)).toBe(0);
  const second = await desk.open();
  expect([second.status, sessionOf(second)]).not.toEqual([200, sessionOf(first)]);
});

test("a link works at once after another account was connected", async () => {
  const desk = await payDesk();
  const { body } = await desk.take();
  await desk.open();
  connectOther(desk.stripe);
  const opened = await desk.open();
  expect(opened.status).toBe(200);
  payAt(desk, opened);
  await desk.tell();
  const { body: paid } = await desk.admin.request("GET", `/api/payments/${body.id}`);
  expect(paid.status).toBe("paid");
});

test("what was paid in an account that is connected again is recorded by its event", async () => {
  const desk = await payDesk();
  const { body } = await desk.take();
  const opened = await desk.open();
  const connectAgain = connectOther(desk.stripe);
  await runJob(desk.app, "settle-payment-pages");
  connectAgain();
  payAt(desk, opened);
  await desk.tell(2);
  const { body: paid } = await desk.admin.request("GET", `/api/payments/${body.id}`);
  expect(paid).toMatchObject({ status: "paid", needsDecision: false });
});

test("a sign-up in a former account is no longer asked for once no event of it can come", async () => {
  const stand = billingStand();
  await stand.signMembership();
  stand.stripe.book.sessions.clear();
  const ask = async () => {
    const before = stand.stripe.asked.filter((one) => one.includes("/checkout/")).length;
    await reconcile(stand.app);
    return stand.stripe.asked.filter((one) => one.includes("/checkout/")).length - before;
  };
  expect(await ask()).toBe(1);
  stand.clock.now += 5 * DAY_MS + 1;
  expect([await ask(), await ask()]).toEqual([1, 0]);
  await stand.stop();
});

/** A desk that texts card links, and a client who can add a card at them. */
async function cardDesk() {
  const desk = await payDesk();
  const { admin, contactId, visitor, app } = desk;
  return {
    desk,
    cardOf: async () => (await admin.request("GET", `/api/contacts/${contactId}/card`)).body.card,
    async ask() {
      await admin.request("POST", `/api/contacts/${contactId}/card/request`);
      const { body } = app.db
        .query<{ body: string }, []>("select body from messages order by id desc limit 1")
        .get() ?? { body: "" };
      return `/api/card/${/\/card\/(\S+)/.exec(body)?.[1]}`;
    },
    async add(path: string) {
      const { version } = (await visitor("GET", path)).body;
      const opened = await visitor("POST", path, { agreed: true, version });
      expect(opened.status).toBe(200);
      payAt(desk, opened);
      await desk.tell();
    },
  };
}

test("a card that was saved with test keys isn't on file with live keys", async () => {
  const { desk, cardOf, ask, add } = await cardDesk();
  await add(await ask());
  const connect = (stripeSecretKey: string) =>
    desk.admin.request("POST", "/api/settings", { stripeSecretKey });
  expect((await connect("sk_live_1")).status).toBe(200);
  expect([await cardOf(), (await desk.bill()).body.card]).toEqual([null, null]);
  await connect(STRIPE_KEY);
  expect(await cardOf()).toMatchObject({ last4: "4242" });
});

test("a card of a former account is taken off file once Stripe doesn't know it, and another one can be added", async () => {
  const { desk, cardOf, ask, add } = await cardDesk();
  await add(await ask());
  const link = await ask();
  connectOther(desk.stripe);
  const charged = await desk.take({ way: "card" });
  expect([charged.status, charged.body.message]).toEqual([
    409,
    "Stripe doesn't have this card, so it's no longer on file. Text a payment link, or try another way.",
  ]);
  expect(await cardOf()).toBeNull();
  await add(link);
  expect(await cardOf()).toMatchObject({ last4: "4242" });
  expect((await desk.take({ way: "card" })).body.status).toBe("paid");
});
