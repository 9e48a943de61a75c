import { expect, setDefaultTimeout, test } from "bun:test";
import { saveSettings } from "#src/platform/settings/settings.ts";
import { cardSalon } from "./card-salon.ts";
import { FRIDAY, RUTH, tokenOf } from "./stand.ts";

// The first request loads the payment SDK.
setDefaultTimeout(60_000);

const MINUTE = 60_000;

test("a time waits for the card that the owner's rule wants, and the card books it", async () => {
  const { book, managed, cardPage, addCard, visits, stripe } = await cardSalon();
  const held = await book();
  expect([held.body.status, new URL(held.body.checkoutUrl).pathname]).toEqual([
    "card",
    expect.stringMatching(/^\/card\/1-/),
  ]);
  expect((await book()).body).toEqual(held.body);
  expect(await visits()).toEqual([]);
  expect((await book({}, "+12025550177")).status).toBe(409);
  expect(await managed(held)).toMatchObject({
    status: "held",
    deposit: null,
    cardUrl: held.body.checkoutUrl,
  });
  expect(await cardPage(held.body.checkoutUrl)).toMatchObject({
    status: "open",
    fee: "$48.00 (40% of the price)",
    policy: expect.stringContaining("charge it $48.00 (40% of the price) if I miss my appointment"),
    visit: { start: `${FRIDAY}T10:00:00`, price: "120.00", url: held.body.manageUrl },
  });
  await addCard(held.body.checkoutUrl);
  expect(await visits()).toMatchObject([{ status: "booked", clientName: "Ruth Abernathy" }]);
  expect(await managed(held)).toMatchObject({ status: "booked", cardUrl: null });
  expect([stripe.unexpected, stripe.bugs]).toEqual([[], []]);
});

test("a client with a card on file books at once, also where a card is always wanted", async () => {
  const { book, addCard, visits } = await cardSalon();
  await addCard((await book()).body.checkoutUrl);
  expect((await book({ start: `${FRIDAY}T14:00:00` })).body).toMatchObject({
    status: "booked",
    checkoutUrl: null,
  });
  expect(await visits()).toHaveLength(2);
});

test("a time whose card comes too late is booked while it is free, and its client is told otherwise", async () => {
  const { book, addCard, visits, clock, app } = await cardSalon();
  const late = await book();
  const later = await book({ start: `${FRIDAY}T12:00:00`, name: "Ruth’s Daughter" });
  const pages = [late, later].map(({ body }) => body.checkoutUrl);
  const texts = () =>
    app.db
      .query<{ body: string }, []>("select body from messages order by id")
      .all()
      .map(({ body }) => body);
  await addCard(pages[0]);
  clock.now += 32 * MINUTE;
  expect((await book({ start: `${FRIDAY}T12:00:00` }, "+12025550177")).body.status).toBe("card");
  // The page is closed by then, and the card of an open page at Stripe may still arrive.
  expect(await visits()).toHaveLength(1);
  expect(texts().some((body) => body.includes("on file"))).toBe(true);
});

test("a card that arrives after its client canceled books nothing", async () => {
  const { book, addCard, managed, visits, visitor, stripe } = await cardSalon();
  const held = await book();
  const cancel = () => visitor("POST", `/api/booking/${tokenOf(held)}/cancel`);
  await addCard(held.body.checkoutUrl, cancel);
  expect(await visits()).toEqual([]);
  expect(await managed(held)).toMatchObject({ status: "canceled" });
  expect([stripe.unexpected, stripe.bugs]).toEqual([[], []]);
});

test("with approval the card comes before the request", async () => {
  const { book, addCard, visits } = await cardSalon({
    bookingCardRule: "always",
    bookingApproval: true,
  });
  const held = await book();
  expect(held.body.status).toBe("card");
  await addCard(held.body.checkoutUrl);
  expect(await visits()).toMatchObject([{ status: "requested" }]);
});

test.each([
  ["never", {}, "booked"],
  ["invented", {}, "booked"],
  ["new-clients", {}, "card"],
  ["over-amount", { bookingCardAmount: "120.00" }, "card"],
  ["over-amount", { bookingCardAmount: "120.01" }, "booked"],
  ["no-show", {}, "booked"],
  ["always", { stripeSecretKey: "" }, "booked"],
])("the rule %s with %o answers %s to a first booking", async (bookingCardRule, more, status) => {
  const { book, app, admin } = await cardSalon();
  saveSettings(app, admin.actor, { bookingCardRule, ...more } as never);
  expect((await book()).body.status).toBe(status);
});

test("a client who missed a visit leaves a card, and one who came is no new client", async () => {
  const { book, app, admin, elena } = await cardSalon({ bookingCardRule: "no-show" });
  const add = async (status: string) => {
    const { body } = await admin.request("POST", "/api/appointments", {
      employeeId: elena,
      clientName: "Ruth Abernathy",
      phoneNumber: RUTH,
      appointmentDate: "2026-11-19T10:00",
      allowOverlap: true,
    });
    return admin.request("PATCH", `/api/appointments/${body.id}`, { status });
  };
  expect((await book()).body.status).toBe("booked");
  expect((await add("no_show")).status).toBe(200);
  expect((await book({ start: `${FRIDAY}T12:00:00` })).body.status).toBe("card");
  saveSettings(app, admin.actor, { bookingCardRule: "new-clients" });
  expect((await add("confirmed")).status).toBe(200);
  expect((await book({ start: `${FRIDAY}T14:00:00` })).body.status).toBe("booked");
});

test("a deposit is enough", async () => {
  const { book, service } = await cardSalon();
  const serviceId = await service({ name: "Color", deposit: "30.00" });
  expect((await book({ serviceId })).body.status).toBe("deposit");
});
