import { expect, setDefaultTimeout, test } from "bun:test";
import { connectStripe } from "#src/platform/providers/stripe/stripe.ts";
import { saveSettings } from "#src/platform/settings/settings.ts";
import { STRIPE_KEY, startStripeStandIn } from "#tests/sandbox/stripe-stand-in.ts";
import { cookieOf, membersStand, sessionIn, signUpBody } from "./members-stand.ts";

// The first request loads the payment SDK.
setDefaultTimeout(60_000);

const SIGN_UP = "/api/stripe/create-checkout-session";
const SETTLE = "/api/membership/settle-checkout";

test("a client reads the offer, signs, pays, and has the membership", async () => {
  const { visitor, admin, membershipId, stripe, app } = await membersStand();
  const offer = await visitor("GET", `/api/public/memberships/${membershipId}`);
  expect(offer.body).toMatchObject({ name: "Glow Club", price: "49.00", status: "approved" });

  const body = signUpBody(membershipId, { version: offer.body.version });
  const reply = await visitor("POST", SIGN_UP, body);
  const { status, body: answer } = reply;
  expect([status, answer.url]).toEqual([200, expect.stringContaining("/pay/cs_")]);
  // A client becomes a contact only by paying.
  expect(app.db.query("select count(*) as n from contacts").get()).toEqual({ n: 0 });

  stripe.complete(sessionIn(answer.url));
  const settled = await visitor(
    "POST",
    SETTLE,
    { sessionId: sessionIn(answer.url) },
    { cookie: cookieOf(reply) },
  );
  expect(settled.body).toEqual({
    ready: true,
    bought: {
      name: "Glow Club",
      paid: "49.00",
      currency: "USD",
      payments: null,
      next: { amount: "49.00", day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) },
    },
  });
  const { body: all } = await admin.request("GET", "/api/subscriptions");
  expect(all).toMatchObject([
    {
      status: "active",
      contactName: "Ada Lovelace",
      contactPhone: "+12025550111",
      membershipName: "Glow Club",
      membershipPrice: "49.00",
      cancelAtPeriodEnd: false,
      signatureType: "text",
    },
  ]);
  const { body: memberships } = await admin.request("GET", "/api/memberships");
  expect(memberships[0].subscriberCount).toBe(1);
  expect([stripe.unexpected, stripe.bugs]).toEqual([[], []]);
});

test("only the browser that opened the checkout sees it confirmed, but the webhook fulfills it anyway", async () => {
  const { visitor, admin, membershipId, stripe, tell } = await membersStand();
  const mine = await visitor("POST", SIGN_UP, signUpBody(membershipId));
  const bea = { contactName: "Bea", contactPhone: "(202) 555-0112" };
  const hers = await visitor("POST", SIGN_UP, signUpBody(membershipId, bea));
  const sessionId = sessionIn(mine.body.url);
  stripe.complete(sessionId);
  const confirm = (cookie: string) => visitor("POST", SETTLE, { sessionId }, { cookie });
  for (const cookie of ["", "parlor-checkout=x", cookieOf(hers)])
    expect(await confirm(cookie)).toMatchObject({
      status: 403,
      body: { message: "This payment wasn't made in this browser. Sign in to see your payments." },
    });
  expect(await tell()).not.toContain(500);
  expect((await admin.request("GET", "/api/subscriptions")).body).toHaveLength(1);
  expect((await confirm(cookieOf(mine))).body).toMatchObject({ ready: true });
});

test("a browser with several checkouts sees each of them", async () => {
  const { visitor, membershipId, stripe } = await membersStand();
  let cookie = "";
  const sessions: string[] = [];
  for (const contactPhone of ["(202) 555-0111", "(202) 555-0112"]) {
    const body = signUpBody(membershipId, { contactPhone });
    const reply = await visitor("POST", SIGN_UP, body, { cookie });
    cookie = cookieOf(reply);
    sessions.push(sessionIn(reply.body.url));
  }
  for (const sessionId of sessions) {
    stripe.complete(sessionId);
    const { body } = await visitor("POST", SETTLE, { sessionId }, { cookie });
    expect(body).toMatchObject({ ready: true });
  }
});

test("pressing twice opens one checkout, and paying it creates one membership", async () => {
  const { visitor, admin, membershipId, stripe } = await membersStand();
  const replies = await Promise.all(
    [1, 2, 3].map(() => visitor("POST", SIGN_UP, signUpBody(membershipId))),
  );
  const urls = replies.map(({ body }) => body.url);
  expect(new Set(urls).size).toBe(1);
  expect(stripe.book.sessions.size).toBe(1);
  stripe.complete(sessionIn(urls[0]));
  for (const reply of replies) {
    const cookie = cookieOf(reply);
    await visitor("POST", SETTLE, { sessionId: sessionIn(urls[0]) }, { cookie });
  }
  expect((await admin.request("GET", "/api/subscriptions")).body).toHaveLength(1);
});

test("after a restore, the next client can sign up although their number was used before", async () => {
  const { visitor, membershipId, app, stripe } = await membersStand();
  const sign = (change: object) => visitor("POST", SIGN_UP, signUpBody(membershipId, change));
  expect((await sign({})).status).toBe(200);
  // Not in the backup, so ids start again from where it was made.
  app.db.exec("delete from checkouts; delete from agreement_events; delete from agreements");
  app.db.exec("delete from sqlite_sequence where name in ('agreements', 'agreement_events')");
  const next = await sign({ contactName: "Bea Boole", signerName: "Bea Boole" });
  expect([next.status, stripe.book.sessions.size]).toEqual([200, 2]);
});

test("after test keys, a membership is sold in the real account, which doesn't know the price of the tests", async () => {
  const { app, admin, visitor, membershipId, clock, join } = await membersStand();
  await join();
  const real = startStripeStandIn(clock.now);
  const connect = () => connectStripe({ stripeApiBase: real.url }, STRIPE_KEY);
  Object.assign(app.providers, { payments: connect });
  saveSettings(app, admin.actor, { stripeSecretKey: "sk_live_of_the_salon" });
  for (const contactPhone of ["(202) 555-0112", "(202) 555-0113"]) {
    const body = signUpBody(membershipId, { contactPhone });
    expect((await visitor("POST", SIGN_UP, body)).status).toBe(200);
  }
  expect(real.book.prices.size).toBe(1);
  await real.stop();
});

test("a client who signs again after the statement name changed can still pay", async () => {
  const { visitor, admin, membershipId, stripe } = await membersStand();
  const sign = () => visitor("POST", SIGN_UP, signUpBody(membershipId));
  expect((await sign()).status).toBe(200);
  await admin.request("POST", "/api/settings", { statementName: "HALCYON HAIR" });
  expect([(await sign()).status, stripe.unexpected]).toEqual([200, []]);
});

test("the price is created once at Stripe, and again for later clients after it changes", async () => {
  const { join, admin, membershipId, stripe } = await membersStand();
  const made = () => stripe.asked.filter((request) => request === "POST /v1/prices").length;
  await join();
  await join({ contactPhone: "+12025550112" });
  expect(made()).toBe(1);
  const change = { price: "59.00", agreementText: "It costs $59.00 per month." };
  await admin.request("PATCH", `/api/memberships/${membershipId}`, change);
  await join({ contactPhone: "+12025550113" });
  expect(made()).toBe(2);
  const { body } = await admin.request("GET", "/api/subscriptions");
  expect(body.map((one: { membershipPrice: string }) => one.membershipPrice)).toEqual([
    "59.00",
    "49.00",
    "49.00",
  ]);
});

test.each([
  ["contactName", "A", "Name must be at least 2 characters"],
  ["contactPhone", "12345", "Phone number must be at least 10 digits"],
  ["contactPhone", "00000000000", "Invalid phone number format"],
  ["contactPhone", "0000000000", "Invalid phone number format"],
  ["contactPhone", "+44 20 7946 0018", "We can't text codes to numbers in this country."],
  ["signerName", " ", "Please enter your full name"],
  ["contactEmail", "ada", "Invalid email address"],
  ["signatureData", "", "Please sign the agreement before proceeding"],
  ["signatureData", " ", "Please type your name to sign"],
])("%s %j is refused with a message", async (field, value, expectedText) => {
  const { visitor, membershipId, stripe } = await membersStand();
  const answer = await visitor("POST", SIGN_UP, signUpBody(membershipId, { [field]: value }));
  expect([answer.status, answer.body.errors[field]]).toEqual([400, expectedText]);
  expect(stripe.asked).not.toContain("POST /v1/customers");
});

test("an offer that isn't approved, is deleted, or has changed can't be signed", async () => {
  const { visitor, admin, person, membershipId, clock } = await membersStand();
  const nobody = await visitor("POST", SIGN_UP, signUpBody("no-such-membership"));
  expect([nobody.status, nobody.body.message]).toEqual([404, "Membership Not Found"]);

  const { request } = person("user", ["/memberships"]);
  const wanted = { name: "B", description: "B", price: "10", billingFrequency: "week" };
  const { body: pending } = await request("POST", "/api/memberships", wanted);
  const early = await visitor("POST", SIGN_UP, signUpBody(pending.id));
  expect([early.status, early.body.message]).toEqual([409, "Membership Not Available"]);

  const { version } = (await visitor("GET", `/api/public/memberships/${membershipId}`)).body;
  clock.now += 1000;
  const change = { price: "99.00", agreementText: "It costs $99.00 per month." };
  await admin.request("PATCH", `/api/memberships/${membershipId}`, change);
  const late = await visitor("POST", SIGN_UP, signUpBody(membershipId, { version }));
  expect([late.status, late.body.message]).toEqual([
    409,
    "This membership changed while you were reading it. Reload the page.",
  ]);

  await admin.request("DELETE", `/api/memberships/${membershipId}`);
  const gone = await visitor("GET", `/api/public/memberships/${membershipId}`);
  expect(gone.status).toBe(404);
});

test("a stranger's eleventh sign-up within fifteen minutes is refused", async () => {
  const { visitor, membershipId } = await membersStand();
  const statuses: number[] = [];
  for (let times = 0; times < 11; times += 1)
    statuses.push((await visitor("POST", SIGN_UP, signUpBody(membershipId))).status);
  expect(statuses).toEqual([...Array(10).fill(200), 429]);
});

test("while Stripe is unreachable, the success page waits instead of failing", async () => {
  const parlor = await membersStand();
  const { visitor, app } = parlor;
  const signed = await visitor(
    "POST",
    "/api/stripe/create-checkout-session",
    signUpBody(parlor.membershipId),
  );
  Object.assign(app.providers, {
    payments: async () => ({
      readCheckout: async () => ({ kind: "unreachable", message: "Stripe can't be reached." }),
    }),
  });
  const { status, body } = await visitor(
    "POST",
    SETTLE,
    { sessionId: sessionIn(signed.body.url) },
    { cookie: cookieOf(signed) },
  );
  expect([status, body]).toEqual([200, { ready: false, bought: null }]);
});
