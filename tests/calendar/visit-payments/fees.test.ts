import { expect, setDefaultTimeout, test } from "bun:test";
import { findAppointment } from "#db/calendar/appointments.ts";
import { inTransaction } from "#db/connection.ts";
import { erasePayments } from "#src/billing/client-part.ts";
import { completeCharges } from "#src/billing/payments/charge-card.ts";
import { cancelAppointment } from "#src/calendar/appointments/cancel.ts";
import { saveSettings } from "#src/platform/settings/settings.ts";
import { cardSalon } from "#tests/calendar/online-booking/card-salon.ts";
import { cookieOf, FRIDAY, RUTH, runJob, tokenOf } from "#tests/calendar/online-booking/stand.ts";
import { hasPoppler, textOfPdf } from "#tests/support/pdf-text.ts";

// The first request loads the payment SDK.
setDefaultTimeout(60_000);

/** Sessions end after a week. */
const DAY = "2026-11-24";

async function missedVisit(settings?: object) {
  const parlor = await cardSalon(settings);
  const { book, addCard, admin, app, stripe, clock } = parlor;
  const booked = await book({ start: `${DAY}T10:00:00` });
  await addCard(booked.body.checkoutUrl);
  const visits = async () =>
    (await admin.request("GET", `/api/appointments?from=${DAY}&to=${DAY}`)).body;
  const [{ id, contactId }] = await visits();
  const path = `/api/appointments/${id}`;
  return {
    ...parlor,
    id,
    token: tokenOf(booked),
    visits,
    contactId,
    mark: (status: string) => admin.request("PATCH", path, { status, notify: false }),
    quote: async () => (await admin.request("GET", `${path}/fee`)).body,
    charge: (amount = "48.00") => admin.request("POST", `${path}/fee`, { amount }),
    undo: () => admin.request("DELETE", `${path}/fee`),
    /** Ten seconds later. */
    async leave() {
      clock.now += 10_000;
      stripe.book.now = clock.now / 1000;
      await runJob(app, "charge-fees");
    },
    waiting: async () => (await admin.request("GET", "/api/waiting")).body,
    taken: () =>
      [...stripe.book.intents.values()].map(({ amount, description }) => ({ amount, description })),
    list: async () => (await admin.request("GET", `/api/payments?appointmentId=${id}`)).body,
    lastText: () =>
      app.db.query<{ body: string }, []>("select body from messages order by id desc limit 1").get()
        ?.body ?? "",
    until(moment: string) {
      clock.now = Date.parse(moment);
      stripe.book.now = clock.now / 1000;
    },
    customer: () => [...stripe.book.customers.keys()][0] ?? "",
  };
}

test("a missed visit is charged once, by the policy that was agreed to, and only when staff choose it", async () => {
  const { app, admin, visits, mark, quote, charge, leave, taken, list, lastText, until, stripe } =
    await missedVisit();
  expect((await charge()).status).toBe(409);
  until(`${DAY}T18:00:00Z`);
  await mark("no_show");
  expect(taken()).toEqual([]);
  // The owner asks for more since; the client agreed to 40%.
  saveSettings(app, admin.actor, { noShowFeePercent: 100 });
  expect(await quote()).toMatchObject({
    amount: "48.00",
    card: { brand: "Visa", last4: "4242" },
    policy:
      "I agree that Glow may keep my card on file and charge it for a visit when I tell them to, and charge it $48.00 (40% of the price) if I miss my appointment or cancel less than 24 hours before it starts, and 40% of the price for later ones. I can remove my card at any time.",
    isLate: true,
  });
  const [one, other] = await Promise.all([charge(), charge()]);
  expect([one.status, other.status].sort()).toEqual([200, 409]);
  expect((await charge()).status).toBe(409);
  expect(taken()).toEqual([]);
  await Promise.all([leave(), leave()]);
  await completeCharges(app);
  expect(taken()).toEqual([
    {
      amount: 4800,
      description: expect.stringMatching(
        /^No-show fee, .*, by the policy agreed on 2026-11-20: I agree that Glow may keep/,
      ),
    },
  ]);
  expect(await list()).toMatchObject([
    { status: "paid", way: "card", isFee: true, total: "48.00" },
  ]);
  expect(lastText()).toMatch(
    /^Glow: we charged your Visa ending in 4242 \$48\.00\. No-show fee, .*, under the policy you agreed to\. Receipt: http/,
  );
  // The visit stays missed.
  expect(await visits()).toMatchObject([{ status: "no_show" }]);
  expect(await quote()).toMatchObject({ amount: null });
  expect([stripe.unexpected, stripe.bugs]).toEqual([[], []]);
});

test.each([
  ["early", "2026-11-22T15:00:00Z", 409],
  ["late", "2026-11-23T20:00:00Z", 200],
])("a visit that was canceled %s is charged or not", async (_, at, status) => {
  const { mark, charge, until } = await missedVisit();
  until(at);
  await mark("canceled");
  until("2026-11-23T21:00:00Z");
  expect((await charge()).status).toBe(status);
});

test.each([
  ["declined", /you can pay \$48\.00 here/],
  ["unconfirmed", /your bank asks you to confirm the payment of \$48\.00/],
] as const)("a card that is %s gets a payment link, and no second charge", async (how, words) => {
  const { mark, charge, leave, taken, list, lastText, stripe, customer, until } =
    await missedVisit();
  until(`${DAY}T18:00:00Z`);
  await mark("no_show");
  stripe.book[how].add(customer());
  await charge();
  await leave();
  expect(lastText()).toMatch(words);
  expect(await list()).toMatchObject([
    { status: "open", way: "link", isFee: true },
    { status: "canceled", way: "card" },
  ]);
  expect((await charge()).status).toBe(409);
  expect(taken()).toEqual([]);
});

test("a charge whose answer is lost is asked about with the same key, and never made twice", async () => {
  const { mark, charge, leave, taken, list, stripe, until, app } = await missedVisit();
  until(`${DAY}T18:00:00Z`);
  await mark("no_show");
  // The SDK tries twice.
  stripe.loseAnswers(2);
  await charge();
  await leave();
  expect(await list()).toMatchObject([{ status: "open", way: "card" }]);
  expect((await charge()).status).toBe(409);
  await completeCharges(app);
  await completeCharges(app);
  expect(await list()).toMatchObject([{ status: "paid" }]);
  expect(taken()).toHaveLength(1);
});

test("a charge that stayed open for a day isn't made again, and what Stripe has is recorded", async () => {
  const { mark, charge, leave, stripe, until, app, list } = await missedVisit();
  until(`${DAY}T18:00:00Z`);
  await mark("no_show");
  stripe.loseAnswers(2);
  await charge();
  await leave();
  until("2026-11-25T20:00:00Z");
  const before = stripe.book.intents.size;
  await completeCharges(app);
  expect(stripe.book.intents.size).toBe(before);
  expect(await list()).toMatchObject([{ status: "paid", way: "card" }]);
});

test("a charge that stayed open for a day is neither repeated by staff nor made later", async () => {
  const { mark, charge, leave, taken, stripe, until, app, list } = await missedVisit();
  until(`${DAY}T18:00:00Z`);
  await mark("no_show");
  await charge();
  stripe.refuseNext(2);
  await leave();
  until("2026-11-25T20:00:00Z");
  expect((await charge()).status).toBe(409);
  await completeCharges(app);
  expect(taken()).toEqual([]);
  expect(await list()).toMatchObject([
    { status: "open", way: "link", isFee: true },
    { status: "canceled", way: "card" },
  ]);
});

test("a visit is paid with the card on file, once, and a refusal leaves it unpaid", async () => {
  const { admin, visits, id, taken, list, stripe, customer, until } = await missedVisit();
  until(`${DAY}T16:30:00Z`);
  const pay = () =>
    admin.request("POST", "/api/payments", {
      appointmentIds: [id],
      lines: [{ billLine: 0 }],
      way: "card",
      tip: "20.00",
      total: "140.00",
    });
  stripe.book.declined.add(customer());
  expect(await pay()).toMatchObject({
    status: 409,
    body: { message: "Your card was declined. Text a payment link, or try another way." },
  });
  stripe.book.declined.clear();
  const [one, other] = await Promise.all([pay(), pay()]);
  expect([one.status, other.status].sort()).toEqual([201, 409]);
  expect(taken().map(({ amount }) => amount)).toEqual([14_000]);
  expect((await list())[0]).toMatchObject({ status: "paid", tip: "20.00", isFee: false });
  expect(await visits()).toMatchObject([{ status: "arrived" }]);
});

test("without a fee, a card or Stripe nothing can be charged", async () => {
  const { mark, quote, charge, admin, app, contactId, until } = await missedVisit({
    bookingCardRule: "always",
    noShowFee: "none",
  });
  until(`${DAY}T18:00:00Z`);
  await mark("no_show");
  expect(await quote()).toMatchObject({ amount: null });
  saveSettings(app, admin.actor, { noShowFee: "share" });
  // The client agreed to no fee.
  expect((await charge()).status).toBe(409);
  await admin.request("DELETE", `/api/contacts/${contactId}/card`);
  expect(await quote()).toMatchObject({ amount: null, card: null });
});

test.if(hasPoppler)(
  "the evidence of a charge names the payment, the agreed words, the visit and the texts",
  async () => {
    const { mark, charge, leave, list, admin, until } = await missedVisit();
    until(`${DAY}T18:00:00Z`);
    await mark("no_show");
    await charge();
    await leave();
    const [{ id: payment }] = await list();
    const reply = await admin.open(`/api/payments/${payment}/evidence`);
    expect([reply.status, reply.headers.get("content-type")]).toEqual([200, "application/pdf"]);
    const text = (await textOfPdf(new Uint8Array(await reply.arrayBuffer()))).replace(/\s+/g, " ");
    for (const part of [
      "Evidence for payment 1",
      "Amount: $48.00",
      "No-show fee",
      "with the Visa ending in 4242 on file",
      "charge it $48.00 (40% of the price) if I miss my appointment",
      "Agreed by Ruth Abernathy",
      "the client didn't come (this payment)",
      "to the client",
    ])
      expect(text).toContain(part);
  },
);

test("a fee never exceeds what was agreed to: amount, hours, and visits after the agreement", async () => {
  const { app, admin, mark, quote, charge, until, id } = await missedVisit();
  // The price and the hours rise after the agreement.
  saveSettings(app, admin.actor, { bookingCancellationHours: 72 });
  app.db.query("update appointments set price_cents = 50000 where id = ?").run(id);
  until("2026-11-22T17:00:00Z");
  await mark("canceled");
  // Canceled 47 hours ahead: late by the new rule only.
  expect((await charge()).status).toBe(409);
  // A later change of anything isn't the cancellation.
  until(`${DAY}T12:00:00Z`);
  await admin.request("PATCH", `/api/appointments/${id}`, { notes: "Called twice" });
  expect((await charge()).status).toBe(409);
  await mark("booked");
  until(`${DAY}T18:00:00Z`);
  await mark("no_show");
  expect((await quote()).amount).toBe("48.00");
  app.db.query("update card_agreements set agreed_at = ?").run(Date.parse(`${DAY}T17:00:00Z`));
  expect((await charge()).status).toBe(409);
});

test("another amount than was shown isn't charged", async () => {
  const { mark, charge, until, taken } = await missedVisit();
  until(`${DAY}T18:00:00Z`);
  await mark("no_show");
  expect((await charge("20.00")).status).toBe(409);
  expect(taken()).toEqual([]);
});

test("a card that its client removed meanwhile isn't asked again", async () => {
  const { admin, contactId, mark, charge, leave, taken, list, stripe, until, app } =
    await missedVisit();
  until(`${DAY}T18:00:00Z`);
  await mark("no_show");
  // Stripe never sees the request.
  stripe.refuseNext(2);
  await charge();
  await leave();
  await admin.request("DELETE", `/api/contacts/${contactId}/card`);
  await completeCharges(app);
  expect(taken()).toEqual([]);
  expect(await list()).toMatchObject([{ way: "link" }, { status: "canceled", way: "card" }]);
});

test("a fee that was paid doesn't keep a client who comes after all from paying", async () => {
  const { admin, id, mark, charge, leave, until } = await missedVisit();
  until(`${DAY}T18:00:00Z`);
  await mark("no_show");
  expect((await charge()).status).toBe(200);
  await leave();
  await mark("arrived");
  const paid = await admin.request("POST", "/api/payments", {
    appointmentIds: [id],
    lines: [{ billLine: 0 }],
    way: "terminal",
    total: "120.00",
  });
  expect(paid.status).toBe(201);
});

test("a card is charged once for the same items, whoever presses twice", async () => {
  const { admin, contactId, taken, clock } = await missedVisit();
  const pay = () =>
    admin.request("POST", "/api/payments", {
      contactId,
      lines: [{ name: "Hair oil", price: "80.00" }],
      way: "card",
      total: "80.00",
    });
  const both = await Promise.all([pay(), pay()]);
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  expect((await pay()).status).toBe(409);
  clock.now += 3 * 60_000;
  expect((await pay()).status).toBe(201);
  expect(taken()).toHaveLength(2);
});

test("a charge that another payment overtook is refunded, and an erasure waits for its outcome", async () => {
  const { admin, id, contactId, stripe, until, app, list } = await missedVisit();
  until(`${DAY}T16:30:00Z`);
  const pay = (way: string) =>
    admin.request("POST", "/api/payments", {
      appointmentIds: [id],
      lines: [{ billLine: 0 }],
      way,
      total: "120.00",
    });
  stripe.loseAnswers(2);
  expect((await pay("card")).status).toBe(503);
  expect(() => erasePayments(app, contactId)).toThrow("hasn't answered");
  expect((await pay("terminal")).status).toBe(409);
  await completeCharges(app);
  expect(await list()).toMatchObject([{ status: "paid", way: "card" }]);
});

test("a server that only shows a copy charges nothing", async () => {
  const { app, mark, charge, taken, until } = await missedVisit();
  until(`${DAY}T18:00:00Z`);
  await mark("no_show");
  Object.assign(app.config, { passive: true });
  expect((await charge()).status).toBe(409);
  await completeCharges(app);
  expect(taken()).toEqual([]);
});

test("a fee is undone within ten seconds, by Undo or by putting the visit back, and not afterward", async () => {
  const { admin, mark, charge, undo, leave, taken, list, until, app, clock } = await missedVisit();
  until(`${DAY}T18:00:00Z`);
  expect((await undo()).status).toBe(409);
  await mark("no_show");
  const { undoUntil } = (await charge()).body;
  expect(Date.parse(undoUntil)).toBe(clock.now + 10_000);
  const both = await Promise.all([undo(), undo()]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await list()).toMatchObject([{ status: "canceled", isFee: true, chargesAt: null }]);
  // Ending the payment while it waits is the same, and asks Stripe for nothing.
  await charge();
  const [{ id: payment, chargesAt }] = await list();
  expect(Date.parse(chargesAt)).toBe(clock.now + 10_000);
  expect((await admin.request("POST", `/api/payments/${payment}/cancel`)).body.status).toBe(
    "canceled",
  );
  await leave();
  await charge();
  await mark("arrived");
  await leave();
  expect(taken()).toEqual([]);
  await mark("no_show");
  expect((await charge()).status).toBe(200);
  // Stripe is asked about no fee that can be undone, whatever job runs meanwhile.
  await completeCharges(app);
  expect(taken()).toEqual([]);
  await leave();
  expect((await undo()).status).toBe(409);
  expect(taken()).toHaveLength(1);
});

test("a server that ends as a fee leaves charges it once when it starts again", async () => {
  const { mark, charge, leave, taken, list, until, app } = await missedVisit();
  until(`${DAY}T18:00:00Z`);
  await mark("no_show");
  await charge();
  // It recorded that Stripe is asked, and ended before it was.
  app.db.run("update payments set charge_at = null");
  await completeCharges(app);
  await leave();
  await completeCharges(app);
  expect(taken()).toHaveLength(1);
  expect(await list()).toMatchObject([{ status: "paid", isFee: true }]);
});

const LATE = "2026-11-23T20:00:00Z";

test.each([
  [
    "by their link",
    (desk: Awaited<ReturnType<typeof missedVisit>>) =>
      desk.visitor(
        "POST",
        `/api/booking/${desk.token}/cancel`,
        {},
        { cookie: cookieOf(desk.app, RUTH) },
      ),
  ],
  [
    "in any other way",
    (desk: Awaited<ReturnType<typeof missedVisit>>) => {
      const visit = findAppointment(desk.app.db, desk.id);
      if (visit) inTransaction(desk.app.db, () => cancelAppointment(desk.app, visit, "client"));
    },
  ],
] as const)(
  "a client who cancels late %s is a question at the desk, until it is decided",
  async (_, cancel) => {
    const desk = await missedVisit();
    const { charge, undo, leave, waiting, until, admin, id, taken } = desk;
    until(LATE);
    await cancel(desk);
    expect(await waiting()).toMatchObject([
      { kind: "fee", id, name: "Ruth Abernathy", visit: { fee: "48.00", deposit: null } },
    ]);
    await charge();
    expect(await waiting()).toEqual([]);
    await undo();
    expect(await waiting()).toMatchObject([{ kind: "fee", id }]);
    const { body: again } = await charge();
    await admin.request("POST", `/api/payments/${again.paymentId}/cancel`);
    expect(await waiting()).toMatchObject([{ kind: "fee", id }]);
    const waive = () =>
      admin.request("POST", `/api/appointments/${id}/fee/waive`, { deposit: "keep" });
    const both = await Promise.all([waive(), waive()]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await waiting()).toEqual([]);
    await leave();
    expect(taken()).toEqual([]);
  },
);

test("a client who cancels in time, and a salon that cancels, are no question", async () => {
  const early = await missedVisit();
  early.until("2026-11-22T15:00:00Z");
  await early.visitor("POST", `/api/booking/${early.token}/cancel`);
  expect(await early.waiting()).toEqual([]);
  const salon = await missedVisit();
  salon.until(LATE);
  await salon.mark("canceled");
  expect(await salon.waiting()).toEqual([]);
});

test("a client who can't come to the time that the salon moved them to owes no fee", async () => {
  const { admin, id, token, until, visitor, waiting, quote, charge } = await missedVisit();
  until("2026-11-22T18:00:00Z");
  const moved = { appointmentDate: "2026-11-23T10:00", notify: false };
  expect((await admin.request("PATCH", `/api/appointments/${id}`, moved)).status).toBe(200);
  expect((await visitor("POST", `/api/booking/${token}/cancel`)).status).toBe(200);
  expect(await waiting()).toEqual([]);
  expect(await quote()).toMatchObject({ isLate: false, isDue: false });
  expect((await charge()).status).toBe(409);
});

test("a client who left a card after a late cancellation isn't charged for it", async () => {
  const { admin, app, clock, stripe, book, addCard } = await cardSalon({
    bookingCardRule: "never",
  });
  await book({ start: `${DAY}T10:00:00` });
  const [{ id }] = (await admin.request("GET", `/api/appointments?from=${DAY}&to=${DAY}`)).body;
  clock.now = Date.parse("2026-11-23T20:00:00Z");
  stripe.book.now = clock.now / 1000;
  const path = `/api/appointments/${id}`;
  await admin.request("PATCH", path, { status: "canceled", notify: false });
  saveSettings(app, admin.actor, { bookingCardRule: "always" });
  clock.now += 60_000;
  await addCard((await book({ start: `${FRIDAY}T10:00:00` })).body.checkoutUrl);
  expect((await admin.request("GET", `${path}/fee`)).body).toMatchObject({
    amount: "48.00",
    isDue: false,
  });
  expect((await admin.request("POST", `${path}/fee`, { amount: "48.00" })).status).toBe(409);
});

test("a visit that is put back, and canceled by the salon then, is no question", async () => {
  const { visitor, token, mark, until, waiting } = await missedVisit();
  until(LATE);
  await visitor("POST", `/api/booking/${token}/cancel`);
  await mark("booked");
  await mark("canceled");
  expect(await waiting()).toEqual([]);
});

test("the report has fees and the rate of no-shows apart from the revenue", async () => {
  const { admin, mark, charge, leave, until, book, addCard } = await missedVisit();
  await addCard((await book({ start: `${DAY}T14:00:00` }, "+12025550177")).body.checkoutUrl);
  until(`${DAY}T21:00:00Z`);
  await mark("no_show");
  await charge();
  await leave();
  const span = `?from=${DAY}&to=${DAY}`;
  expect((await admin.request("GET", `/api/reports${span}`)).body).toMatchObject({
    visits: 1,
    noShows: 1,
    noShowShare: 0.5,
    fees: "48.00",
    revenue: "120.00",
    listRevenue: "120.00",
  });
  const csv = await (await admin.open(`/api/reports/export${span}`)).text();
  expect(csv).toContain("All,No-show rate,50%,,");
  expect(csv).toContain("All,Fees,,48.00,");
});

test("an expired link of a fee isn't sent again once the fee was charged otherwise", async () => {
  const missed = await missedVisit();
  const { admin, mark, charge, leave, list, stripe, customer, app, until } = missed;
  until(`${DAY}T18:00:00Z`);
  await mark("no_show");
  stripe.book.declined.add(customer());
  await charge();
  await leave();
  const [{ id }] = await list();
  app.db.query("update payments set expires_at = ? where id = ?").run(app.now(), id);
  stripe.book.declined.clear();
  await charge();
  const again = () => admin.request("POST", `/api/payments/${id}/link`);
  expect((await again()).status).toBe(409);
  await leave();
  await completeCharges(app);
  expect((await again()).status).toBe(409);
  expect((await list())[0]).toMatchObject({ status: "paid", total: "48.00" });
});
