import { expect, setDefaultTimeout, spyOn, test } from "bun:test";
import { reconcile } from "#src/billing/stripe/reconcile.ts";
import { connectStripe } from "#src/platform/providers/stripe/stripe.ts";
import { DAY_MS } from "#src/shared/durations.ts";
import { billingStand } from "#tests/billing/ledger/stand.ts";
import { runJob } from "#tests/calendar/online-booking/stand.ts";
import { STRIPE_KEY } from "#tests/sandbox/stripe-stand-in.ts";
import { type PayDesk, payAt, payDesk, sessionOf } from "./stand.ts";

setDefaultTimeout(60_000);

/** The owner connects another account, which has nothing of this one. Returns a function that connects this one again. */
async function connectOther({ app, admin, stripe }: PayDesk): Promise<() => Promise<unknown>> {
  const connect = (stripeSecretKey: string) =>
    admin.request("POST", "/api/settings", { stripeSecretKey });
  const { book } = stripe;
  const before = [book.sessions, book.customers, book.methods].map(
    (kept) => [kept, [...kept]] as [Map<string, unknown>, [string, unknown][]],
  );
  for (const [kept] of before) kept.clear();
  Object.assign(app.providers, {
    payments: () => connectStripe({ stripeApiBase: stripe.url }, STRIPE_KEY),
  });
  await connect("sk_test_of_another_account");
  return () => {
    for (const [kept, all] of before) for (const [id, one] of all) kept.set(id, one);
    return connect(STRIPE_KEY);
  };
}

/** How often a job asks Stripe. */
async function requestsOfJob(
  { app, stripe }: PayDesk,
  job = "settle-payment-pages",
): Promise<number> {
  const before = stripe.asked.length;
  await runJob(app, job);
  return stripe.asked.length - before;
}

test("a page in a former account is asked for once a day, and its link opens another one", async () => {
  const desk = await payDesk();
  await desk.take();
  const first = await desk.open();
  await connectOther(desk);
  expect(await requestsOfJob(desk)).toBe(1);
  desk.pass(23 * 60);
  expect(await requestsOfJob(desk)).toBe(0);
  desk.pass(60);
  expect(await requestsOfJob(desk)).toBe(1);
  const second = await desk.open();
  expect([second.status, sessionOf(second)]).not.toEqual([200, sessionOf(first)]);
});

test("a link works at once after another account was connected", async () => {
  const desk = await payDesk();
  const { body } = await desk.take();
  await desk.open();
  await connectOther(desk);
  const opened = await desk.open();
  expect(opened.status).toBe(200);
  payAt(desk, opened);
  await desk.tell();
  const { body: paid } = await desk.admin.request("GET", `/api/payments/${body.id}`);
  expect(paid.status).toBe("paid");
});

async function paidDesk() {
  const desk = await payDesk();
  const { body } = await desk.take();
  const opened = await desk.open();
  payAt(desk, opened);
  const read = async () => (await desk.admin.request("GET", `/api/payments/${body.id}`)).body;
  return { desk, read };
}

test("an event during a switch of accounts is refused until the account of its payment is connected again", async () => {
  const { desk, read } = await paidDesk();
  const connectAgain = await connectOther(desk);
  expect(await desk.tell()).toEqual([503]);
  await runJob(desk.app, "settle-payment-pages");
  expect((await read()).status).toBe("open");
  await connectAgain();
  expect(await desk.tell(2)).toEqual([204, 204]);
  expect(await read()).toMatchObject({ status: "paid", needsDecision: false, refunded: "0.00" });
  const paid = "select count(*) as times from audit_logs where action like 'payment.%paid%'";
  expect(desk.app.db.query(paid).get()).toEqual({ times: 1 });
});

test("a payment whose event is lost during a switch of accounts is recorded once the job runs after it", async () => {
  const { desk, read } = await paidDesk();
  const connectAgain = await connectOther(desk);
  await runJob(desk.app, "settle-payment-pages");
  expect((await read()).status).toBe("open");
  await connectAgain();
  await runJob(desk.app, "settle-payment-pages");
  expect(await requestsOfJob(desk)).toBe(0);
  expect(await read()).toMatchObject({ status: "paid", needsDecision: false });
});

test("of two pages that were paid around a switch of accounts, the second is refunded", async () => {
  const { desk, read } = await paidDesk();
  const connectAgain = await connectOther(desk);
  const second = await desk.open("10.00");
  expect(second.status).toBe(200);
  await connectAgain();
  payAt(desk, second);
  await desk.visitor("GET", `/api/pay/${await desk.token()}`);
  await desk.tell();
  expect(await read()).toMatchObject({ status: "paid", tip: "0.00" });
  expect([...desk.stripe.book.refunds.values()]).toMatchObject([{ amount: 13_000 }]);
});

test("a page in a former account counts as expired once no event of it can come", async () => {
  const { desk } = await paidDesk();
  await connectOther(desk);
  expect(await requestsOfJob(desk)).toBe(1);
  desk.pass(5 * 24 * 60 + 1);
  expect([await requestsOfJob(desk), await requestsOfJob(desk)]).toEqual([1, 0]);
  desk.pass(24 * 60);
  expect(await requestsOfJob(desk)).toBe(0);
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

test("a card that was entered before a switch of accounts is put on file after it", async () => {
  const { desk, cardOf, ask } = await cardDesk();
  const path = await ask();
  const { version } = (await desk.visitor("GET", path)).body;
  payAt(desk, await desk.visitor("POST", path, { agreed: true, version }));
  const connectAgain = await connectOther(desk);
  const logged = spyOn(desk.app, "log");
  expect([await requestsOfJob(desk, "keep-cards"), await desk.tell()]).toEqual([1, [503]]);
  expect(await requestsOfJob(desk, "keep-cards")).toBe(0);
  expect(logged.mock.calls.filter(([level]) => level === "error")).toEqual([]);
  await connectAgain();
  await runJob(desk.app, "keep-cards");
  expect(await cardOf()).toMatchObject({ last4: "4242" });
});

test("a card of a former account is taken off file once Stripe doesn't know it, and another one can be added", async () => {
  const { desk, cardOf, ask, add } = await cardDesk();
  await add(await ask());
  const link = await ask();
  await connectOther(desk);
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
