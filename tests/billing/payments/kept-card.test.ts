import { expect, test } from "bun:test";
import { completeCharges } from "#src/billing/payments/charge-card.ts";
import { openAlerts } from "#src/platform/alerts/alerts.ts";
import { runJob } from "#tests/calendar/online-booking/stand.ts";
import type { Person } from "#tests/support/test-app.ts";
import { type PayDesk, payAt, payDesk, refundNow } from "./stand.ts";

const pageOf = async (desk: PayDesk) =>
  (await desk.visitor("GET", `/api/pay/${await desk.token()}`)).body;
const cardOf = async ({ admin, contactId }: PayDesk) =>
  (await admin.request("GET", `/api/contacts/${contactId}/card`)).body.card;

async function deskThatKeepsCards(): Promise<PayDesk> {
  const desk = await payDesk();
  await desk.admin.request("POST", "/api/settings", {
    bookingCardRule: "new-clients",
    noShowFee: "share",
    noShowFeePercent: 40,
  });
  return desk;
}

test("a client who pays by a link keeps the card on file, in words that are recorded, if they want to", async () => {
  const desk = await deskThatKeepsCards();
  const { visitor, app, stripe, contactId } = desk;
  await desk.take();
  const { keepCard } = await pageOf(desk);
  expect(keepCard.policy).toContain("charge it 40% of the price if I miss an appointment");
  const address = `/api/pay/${await desk.token()}/checkout`;
  // Without the box, and with it after all.
  expect((await visitor("POST", address, {})).status).toBe(200);
  const wrong = await visitor("POST", address, { keepCard: "other" });
  expect(wrong.status).toBe(409);
  const opened = await visitor("POST", address, { keepCard: keepCard.version });
  // A second press opens the same page.
  expect((await visitor("POST", address, { keepCard: keepCard.version })).body).toEqual(
    opened.body,
  );
  payAt(desk, opened);
  await desk.tell(2);
  expect(await cardOf(desk)).toMatchObject({ brand: "Visa", last4: "4242" });
  expect(app.db.query("select contact_id, wording from card_agreements").all()).toEqual([
    { contact_id: contactId, wording: keepCard.policy },
  ]);
  expect(app.db.query("select count(*) as n from cards").get()).toEqual({ n: 1 });
  expect(await pageOf(desk)).toMatchObject({
    status: "paid",
    card: "Visa ending in 4242",
    keepCard: null,
  });
  // The card that was kept is charged for the next visit.
  const next = await desk.book({
    services: [desk.facial],
    phoneNumber: "+12025550134",
    allowOverlap: true,
  });
  const paid = await desk.take({ appointmentIds: [next.id], way: "card" });
  expect(paid).toMatchObject({
    status: 201,
    body: { status: "paid", card: "Visa ending in 4242" },
  });
  expect([stripe.unexpected, stripe.bugs]).toEqual([[], []]);
});

/** The client's card is kept, and their next visit is booked. */
async function deskWithKeptCard() {
  const desk = await deskThatKeepsCards();
  await desk.take();
  const { keepCard } = await pageOf(desk);
  const address = `/api/pay/${await desk.token()}/checkout`;
  payAt(desk, await desk.visitor("POST", address, { keepCard: keepCard.version }));
  await desk.tell();
  const next = await desk.book({
    services: [desk.facial],
    phoneNumber: "+12025550134",
    allowOverlap: true,
  });
  return { desk, next };
}

test("a link that is paid late doesn't hide a charge whose answer was lost: it is refunded", async () => {
  const { desk, next } = await deskWithKeptCard();
  const { app, stripe } = desk;
  const take = (way: string) => desk.take({ appointmentIds: [next.id], way });
  await take("link");
  await desk.token();
  desk.pass(7 * 24 * 60 - 60);
  const opened = await desk.open();
  desk.pass(61);
  desk.signInAgain();
  stripe.loseAnswers(2);
  expect((await take("card")).status).toBe(503);
  payAt(desk, opened);
  await desk.tell();
  await completeCharges(app);
  await refundNow(desk);
  expect(stripe.book.refunds.map(({ amount }) => amount)).toEqual([12_000]);
});

test("an administrator ends a charge about which Stripe says nothing for a day", async () => {
  const { desk, next } = await deskWithKeptCard();
  const { app, stripe } = desk;
  stripe.loseAnswers(2);
  const charge = () => desk.take({ appointmentIds: [next.id], way: "card" });
  expect((await charge()).status).toBe(503);
  const { payments } = app.providers;
  Object.assign(app.providers, {
    payments: async (key: string) => ({
      ...(await payments(key)),
      findCharge: async () => ({ kind: "missing", message: "No such customer" }),
    }),
  });
  const [{ id }] = (await desk.admin.request("GET", `/api/payments?appointmentId=${next.id}`)).body;
  const end = (by: Person) => by.request("POST", `/api/payments/${id}/cancel`);
  const alerts = async () => {
    await runJob(app, "watch-alerts");
    return openAlerts(app).map(({ name, links }) => [name, links]);
  };
  expect((await end(desk.admin)).status).toBe(503);
  desk.pass(24 * 60 + 1);
  await completeCharges(app);
  const path = `/contacts/${desk.contactId}?payment=${id}`;
  expect(await alerts()).toEqual([["card-charges-open", [{ path, label: `payment ${id}` }]]]);
  const admin = desk.signInAgain();
  expect((await desk.take({ appointmentIds: [next.id], way: "cash" })).status).toBe(409);
  expect((await end(desk.desk([desk.elena, desk.tomas]))).status).toBe(503);
  expect((await end(admin)).body).toMatchObject({ status: "canceled" });
  expect(await alerts()).toEqual([]);
  expect((await desk.take({ appointmentIds: [next.id], way: "cash" })).status).toBe(201);
});

test("without the box no card is kept, and the receipt names the card", async () => {
  const desk = await deskThatKeepsCards();
  await desk.take();
  payAt(desk, await desk.open());
  await desk.tell();
  expect(await cardOf(desk)).toBeNull();
  expect(desk.app.db.query("select * from card_agreements").all()).toEqual([]);
  expect(await pageOf(desk)).toMatchObject({ status: "paid", card: "Visa ending in 4242" });
  const [{ id }] = (await desk.admin.request("GET", `/api/payments?contactId=${desk.contactId}`))
    .body;
  await desk.admin.request("POST", "/api/settings", {
    smtpHost: "mail.example.com",
    smtpFromAddress: "glow@example.com",
  });
  await desk.admin.request("POST", `/api/payments/${id}/receipt`, { by: "email" });
  expect(desk.mail.sent.at(-1)?.text).toContain("You paid $120.00 with Visa ending in 4242 on ");
});

test("a salon that asks no one for a card doesn't offer to keep one", async () => {
  const desk = await payDesk();
  await desk.take();
  expect(await pageOf(desk)).toMatchObject({ status: "open", keepCard: null, tipNote: "" });
  await desk.admin.request("POST", "/api/settings", { tipNote: "All tips go to Elena." });
  expect((await pageOf(desk)).tipNote).toBe("All tips go to Elena.");
});

test("a charge that the client's bank wants confirmed becomes a link that says so", async () => {
  const { desk, next } = await deskWithKeptCard();
  const { stripe, sms } = desk;
  for (const customer of stripe.book.customers.keys()) stripe.book.unconfirmed.add(customer);
  const taken = await desk.take({ appointmentIds: [next.id], way: "card" });
  expect(taken).toMatchObject({
    status: 201,
    body: { status: "open", way: "link", total: "120.00" },
  });
  await desk.token();
  expect(sms.sent.at(-1)?.body).toMatch(
    /^Glow: your bank asks you to confirm the payment of \$120\.00\. Confirm it here by .*: https:/,
  );
  payAt(desk, await desk.open());
  await desk.tell(2);
  const { body: list } = await desk.admin.request("GET", `/api/payments?appointmentId=${next.id}`);
  expect(list).toMatchObject([
    { status: "paid", way: "link" },
    { status: "canceled", way: "card" },
  ]);
  expect([stripe.unexpected, stripe.bugs]).toEqual([[], []]);
});

test.each([
  ["PATCH", { status: "canceled" }],
  ["DELETE", undefined],
] as const)(
  "a charge whose answer was lost is a question if its visit is gone meanwhile: %s",
  async (method, body) => {
    const { desk, next } = await deskWithKeptCard();
    const { admin, app, stripe, contactId } = desk;
    stripe.loseAnswers(2);
    expect((await desk.take({ appointmentIds: [next.id], way: "card" })).status).toBe(503);
    await admin.request(method, `/api/appointments/${next.id}`, body);
    await completeCharges(app);
    const { body: list } = await admin.request("GET", `/api/payments?contactId=${contactId}`);
    expect(list[0]).toMatchObject({ status: "paid", needsDecision: true, total: "120.00" });
  },
);

test("a charge of two visits whose answer was lost is a question if one of them was deleted meanwhile", async () => {
  const { desk, next } = await deskWithKeptCard();
  const { admin, app, stripe, contactId } = desk;
  const other = await desk.book({
    services: [desk.facial],
    phoneNumber: "+12025550134",
    allowOverlap: true,
  });
  stripe.loseAnswers(2);
  const taken = await desk.take({
    appointmentIds: [next.id, other.id],
    lines: [{ billLine: 0 }, { billLine: 1 }],
    total: "240.00",
    way: "card",
  });
  expect(taken.status).toBe(503);
  await admin.request("DELETE", `/api/appointments/${other.id}`);
  await completeCharges(app);
  const { body: list } = await admin.request("GET", `/api/payments?contactId=${contactId}`);
  expect(list[0]).toMatchObject({ status: "paid", needsDecision: true, total: "240.00" });
});
