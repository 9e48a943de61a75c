import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { expireCheckouts } from "#src/billing/expire-checkouts.ts";
import { reconcile } from "#src/billing/stripe/reconcile.ts";
import { ADA } from "#tests/billing/ledger/stand.ts";
import { type ClientBrowser, clientBrowser, lastCode } from "./client-browser.ts";
import { type FinancingStand, financingStand } from "./financing-stand.ts";

setDefaultTimeout(60_000);
const BEA = "+12025550112";

let stand: FinancingStand;
let browser: ClientBrowser;
let planId: string;
beforeEach(async () => {
  stand = financingStand();
  browser = clientBrowser(stand.hono);
  planId = (await stand.newPlan()).id;
});
afterEach(async () => {
  await stand.stripe.stop();
  expect([stand.stripe.unexpected, stand.stripe.bugs]).toEqual([[], []]);
});

const checkout = (by: ClientBrowser, contactId: unknown, paymentPlanId = planId) =>
  by.post("/api/payment-plan-subscriptions/create-checkout", { paymentPlanId, contactId });

test("phone, code, signature, checkout and payment create a plan with its schedule and ledger", async () => {
  const shown = await browser.get(`/api/payment-plans/${planId}/public`);
  expect(shown.body).toMatchObject({ firstInstallmentAmount: "33.34", installmentAmount: "33.33" });
  expect(JSON.stringify(shown.body)).not.toMatch(/createdBy|lendingNote|subscriberCount/);
  const signed = await stand.sign(browser, ADA, planId, { planUpdatedAt: shown.body.updatedAt });
  expect([signed.status, signed.body]).toEqual([200, { contactId: 1 }]);
  const { status, body } = await checkout(browser, 1);
  expect(status).toBe(200);
  expect((await checkout(browser, 1)).body).toEqual(body);
  const [sessionId = ""] = stand.stripe.book.sessions.keys();
  const confirm = () => browser.post("/api/financing/confirm-checkout", { sessionId });
  expect((await confirm()).body).toEqual({ status: "open", bought: null });
  stand.stripe.complete(sessionId);
  const bought = {
    name: shown.body.name,
    paid: "33.34",
    currency: "USD",
    payments: 3,
    next: { amount: "33.33", day: "2026-12-20" },
  };
  expect((await confirm()).body).toEqual({ status: "fulfilled", bought });
  expect((await confirm()).body).toEqual({ status: "fulfilled", bought });

  const { body: rows } = await stand.admin.request("GET", "/api/payment-plan-subscriptions");
  expect(rows).toMatchObject([
    {
      contactId: 1,
      contactName: "Ada Lovelace",
      status: "active",
      totalAmount: "100.00",
      remainingInstallments: 2,
      installments: [
        { amount: "33.34", status: "paid" },
        { amount: "33.33", status: "pending" },
        { amount: "33.33", status: "pending" },
      ],
    },
  ]);
  expect(stand.plan()?.stripeScheduleId).toMatch(/^sub_sched_/);
  const paid = [...stand.stripe.book.invoices.values()].map(({ amount_paid }) => amount_paid);
  expect(paid).toEqual([3334]);
  const again = await checkout(browser, 1);
  expect([again.status, again.body.message]).toEqual([
    409,
    "You've already paid for this plan. Sign in to see your payments.",
  ]);
});

test("ids other than the signed ones are refused, also in another browser", async () => {
  const other = (await stand.newPlan({ name: "Dearer" })).id;
  const mine = (await stand.sign(browser, ADA, planId)).body.contactId;
  const beas = clientBrowser(stand.hono, "203.0.113.8");
  const hers = (await stand.sign(beas, BEA, planId)).body.contactId;
  expect(hers).not.toBe(mine);
  for (const [by, contactId, plan] of [
    [browser, hers, planId],
    [browser, mine, other],
    [beas, mine, planId],
    [clientBrowser(stand.hono), mine, planId],
  ] as const) {
    const { status, body } = await checkout(by, contactId, plan);
    expect([status, body.error]).toEqual([
      403,
      "We can't find your sign-up in this browser. Start again.",
    ]);
  }
  expect(stand.stripe.book.sessions.size).toBe(0);
  const forged = clientBrowser(stand.hono);
  const [[name = "", value = ""] = []] = [...browser.cookies].filter(([one]) => /proof/.test(one));
  forged.cookies.set(name, value.replace(/^\d+\.\d+/, `2.${hers}`));
  expect((await checkout(forged, hers)).status).toBe(403);
});

test("a signature needs a code verified in the same browser, and uses it up", async () => {
  const code = await stand.prove(browser, ADA);
  const body = {
    phoneNumber: ADA,
    verificationCode: code,
    paymentPlanId: planId,
    signatureData: "Ada",
    signatureType: "text",
    signerName: "Ada",
    fullName: "Ada",
    email: "ada@example.com",
  };
  const path = "/api/payment-plan-subscriptions/store-signature";
  expect((await clientBrowser(stand.hono, "203.0.113.9").post(path, body)).status).toBe(400);
  expect((await browser.post(path, { ...body, phoneNumber: BEA })).status).toBe(400);
  const stale = { ...body, planUpdatedAt: "2020-01-01T00:00:00.000Z" };
  expect((await browser.post(path, stale)).status).toBe(409);
  expect((await browser.post(path, body)).status).toBe(200);
  expect((await browser.post(path, body)).status).toBe(400);
});

test.each([
  [{ fullName: " " }, "fullName", "Please enter your full name"],
  [{ signerName: "" }, "signerName", "Please enter your full name"],
  [{ email: "ada" }, "email", "Please enter a valid email address"],
  [{ signatureData: "" }, "signatureData", "Please provide a signature"],
  [{ signatureData: "  " }, "signatureData", "Please type your name to sign"],
] as const)("signing with %j is refused with a message", async (change, field, expectedText) => {
  const { status, body } = await stand.sign(browser, ADA, planId, change);
  expect([status, body.errors?.[field]]).toEqual([400, expectedText]);
});

test("guessing codes is stopped after five tries, with a message in error", async () => {
  await browser.post("/api/payment-plan-subscriptions/verify-phone", { phoneNumber: ADA });
  const code = lastCode(stand.app);
  const wrong = code === "000000" ? "000001" : "000000";
  const verify = (guess: string) =>
    browser.post("/api/payment-plan-subscriptions/verify-code", { phoneNumber: ADA, code: guess });
  expect((await verify("")).body.error).toBe("Please enter the verification code");
  expect((await verify("12")).body.error).toBe("Verification code must be 6 digits");
  for (let n = 0; n < 5; n += 1) {
    const { status, body } = await verify(wrong);
    expect([status, body.error]).toEqual([400, "Invalid or expired code"]);
  }
  expect((await verify(code)).status).toBe(429);
});

test("a client who paid while another account was connected isn't shown an error", async () => {
  await stand.sign(browser, ADA, planId);
  await checkout(browser, 1);
  const { sessions } = stand.stripe.book;
  const [[sessionId, session] = []] = sessions;
  if (!sessionId || !session) throw new Error("no page was opened");
  stand.stripe.complete(sessionId);
  const confirm = () => browser.post("/api/financing/confirm-checkout", { sessionId });
  sessions.delete(sessionId);
  expect((await confirm()).body).toEqual({ status: "open", bought: null });
  sessions.set(sessionId, session);
  expect((await confirm()).body).toMatchObject({ status: "fulfilled" });
});

test("amounts can't change once a client pays, and a plan with a payer can't be deleted", async () => {
  await stand.sign(browser, ADA, planId);
  await checkout(browser, 1);
  const remove = () => stand.admin.request("DELETE", `/api/payment-plans/${planId}`);
  const [sessionId = ""] = stand.stripe.book.sessions.keys();
  stand.stripe.complete(sessionId);
  expect((await remove()).status).toBe(409);
  await browser.post("/api/financing/confirm-checkout", { sessionId });
  const change = (body: object) =>
    stand.admin.request("PATCH", `/api/payment-plans/${planId}`, body);
  for (const frozen of [
    { principalAmount: "99" },
    { feePercentage: 1 },
    { installmentCount: 4 },
    { installmentInterval: "week" },
  ])
    expect(await change(frozen)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining("can't be changed") },
    });
  expect((await change({ name: "New name", principalAmount: "100" })).status).toBe(200);
  expect((await remove()).body.message).toContain("Clients have signed up");
});

test("deleting a plan ends the page of a client who hasn't paid", async () => {
  await stand.sign(browser, ADA, planId);
  await checkout(browser, 1);
  const { status } = await stand.admin.request("DELETE", `/api/payment-plans/${planId}`);
  const [sessionId = ""] = stand.stripe.book.sessions.keys();
  expect([status, stand.stripe.book.sessions.get(sessionId)?.status]).toEqual([204, "expired"]);
  expect((await checkout(browser, 1)).status).toBe(404);
});

test("the page of a plan in a former Stripe account asks its client to start again", async () => {
  await stand.sign(browser, ADA, planId);
  await checkout(browser, 1);
  stand.stripe.book.sessions.clear();
  const again = await checkout(browser, 1);
  expect([again.status, again.body.message]).toEqual([
    409,
    "This payment page has expired. Start again.",
  ]);
});

test("the client is charged what they signed, even if the plan changes before the payment", async () => {
  await stand.sign(browser, ADA, planId);
  await stand.admin.request("PATCH", `/api/payment-plans/${planId}`, { principalAmount: "900" });
  await checkout(browser, 1);
  const [sessionId = ""] = stand.stripe.book.sessions.keys();
  stand.stripe.complete(sessionId);
  await browser.post("/api/financing/confirm-checkout", { sessionId });
  const { body } = await stand.admin.request("GET", "/api/payment-plan-subscriptions/1");
  expect(body.installments.map(({ amount }: { amount: string }) => amount)).toEqual([
    "33.34",
    "33.33",
    "33.33",
  ]);
});

test("a plan that is edited before the payment is collected, and shown, as it was signed", async () => {
  await stand.sign(browser, ADA, planId);
  await checkout(browser, 1);
  const edit = { installmentInterval: "week", installmentCount: 5, principalAmount: "900" };
  await stand.admin.request("PATCH", `/api/payment-plans/${planId}`, edit);
  const [sessionId = ""] = stand.stripe.book.sessions.keys();
  stand.stripe.complete(sessionId);
  await browser.post("/api/financing/confirm-checkout", { sessionId });
  const { body } = await stand.admin.request("GET", "/api/payment-plan-subscriptions/1");
  expect(body).toMatchObject({
    installmentAmount: "33.33",
    installmentCount: 3,
    installmentInterval: "month",
  });
  const own = await (await stand.login(ADA)).get("/api/financing/portal/subscriptions");
  expect(own.body[0].plan).toMatchObject({
    principalAmount: "100.00",
    totalAmount: "100.00",
    installmentInterval: "month",
  });
  for (let month = 0; month < 3; month += 1) {
    stand.pass(31);
    await stand.tell();
  }
  await reconcile(stand.app);
  expect(stand.plan()?.status).toBe("completed");
});

test("a plan that changes while Stripe creates its price doesn't keep that price", async () => {
  const verificationCode = await stand.prove(browser, ADA);
  stand.clock.now += 1000;
  const signing = browser.post("/api/payment-plan-subscriptions/store-signature", {
    phoneNumber: ADA,
    ...{ verificationCode, paymentPlanId: planId },
    ...{ signatureData: "Ada Lovelace", signatureType: "text", signerName: "Ada Lovelace" },
    ...{ fullName: "Ada Lovelace", email: "ada@example.com" },
  });
  await stand.admin.request("PATCH", `/api/payment-plans/${planId}`, { principalAmount: "900" });
  const { status, body } = await signing;
  expect([status, body.message]).toEqual([
    409,
    "This plan changed while you were reading it. Reload the page and read it again.",
  ]);
  await stand.sign(browser, BEA, planId);
  expect([...stand.stripe.book.prices.values()].map(({ unit_amount }) => unit_amount)).toEqual([
    3_333, 30_000,
  ]);
});

test("erasing a client ends their open checkout at Stripe and removes their details from it", async () => {
  await stand.sign(browser, ADA, planId);
  await checkout(browser, 1);
  const [session] = stand.stripe.book.sessions.values();
  const { contacts } = (await stand.admin.request("GET", "/api/contacts")).body;
  const { id, name } = contacts[0];
  const erased = await stand.admin.request("POST", `/api/contacts/${id}/erase`, { name });
  expect([erased.status, session?.status]).toEqual([204, "open"]);
  const stored = () =>
    stand.app.db.query("select status, contact_name, phone, email from checkouts").values();
  expect(stored()).toEqual([["open", "Ada Lovelace", 12_025_550_111, "ada@example.com"]]);
  await expireCheckouts(stand.app);
  expect(session?.status).toBe("expired");
  expect(stored()).toEqual([["expired", "Erased client", 0, ""]]);
});

test("a checkout that was paid before it could end keeps what the payment needs", async () => {
  await stand.sign(browser, ADA, planId);
  await checkout(browser, 1);
  const [sessionId = ""] = stand.stripe.book.sessions.keys();
  const { contacts } = (await stand.admin.request("GET", "/api/contacts")).body;
  const { id, name } = contacts[0];
  await stand.admin.request("POST", `/api/contacts/${id}/erase`, { name });
  stand.stripe.complete(sessionId);
  await expireCheckouts(stand.app);
  expect((await browser.post("/api/financing/confirm-checkout", { sessionId })).body).toMatchObject(
    {
      status: "fulfilled",
    },
  );
});
