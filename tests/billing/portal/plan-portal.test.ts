import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { setApproved } from "#db/platform/users.ts";
import { NEW_USER_PERMISSIONS } from "#src/shared/permissions.ts";
import { clientBrowser, lastCode } from "#tests/billing/checkout/client-browser.ts";
import { type FinancingStand, financingStand } from "#tests/billing/checkout/financing-stand.ts";
import { ADA } from "#tests/billing/ledger/stand.ts";

setDefaultTimeout(60_000);
const BEA = "+12025550112";
const PORTAL = "/api/financing/portal/subscriptions";

let stand: FinancingStand;
beforeEach(async () => {
  stand = financingStand();
  const { id } = await stand.newPlan();
  await stand.buy(ADA, id);
  await stand.buy(BEA, id);
});
afterEach(async () => {
  await stand.stripe.stop();
  expect([stand.stripe.unexpected, stand.stripe.bugs]).toEqual([[], []]);
});

const actions = () =>
  stand.app.db
    .query<{ action: string }, []>("select action from audit_logs order by id")
    .all()
    .map(({ action }) => action);

test("a client sees their own plan and agreement, and nobody else's by any id", async () => {
  const ada = await stand.login(ADA);
  expect((await ada.get("/api/financing/session")).body).toEqual({
    contactName: "Ada Lovelace",
    phoneNumber: ADA,
    email: "ada@example.com",
  });
  // She was a contact without an address before she signed with one.
  stand.app.db.run("update contacts set email = null");
  expect((await ada.get("/api/financing/session")).body.email).toBe("ada@example.com");
  const { body } = await ada.get(PORTAL);
  expect(body).toMatchObject([
    { id: 1, status: "active", remainingInstallments: 2, plan: { totalAmount: "100.00" } },
  ]);
  expect(body[0].installments).toHaveLength(3);
  const pdf = await ada.open(`${PORTAL}/1/agreement`);
  expect([pdf.status, pdf.headers.get("content-type")]).toEqual([200, "application/pdf"]);
  expect((await pdf.bytes()).length).toBeGreaterThan(1000);
  for (const id of [2, 3, 0, "x"]) {
    expect((await ada.open(`${PORTAL}/${id}/agreement`)).status).toBe(404);
    const card = await ada.post("/api/financing/portal/update-card", {
      subscriptionId: Number(id),
    });
    expect([400, 404]).toContain(card.status);
  }
  const own = await ada.post("/api/financing/portal/update-card", { subscriptionId: 1 });
  expect(own.body.url).toMatch(/^http/);

  const { status } = await ada.post("/api/financing/logout", {});
  expect(status).toBe(204);
  expect((await ada.get(PORTAL)).status).toBe(401);
  expect(actions().filter((one) => one.startsWith("financing."))).toEqual([
    "financing.login",
    "financing.logout",
  ]);
});

test("a staff cookie doesn't open the portal, and a client's cookie opens no staff page", async () => {
  const { request } = stand.admin;
  expect((await request("GET", PORTAL)).status).toBe(401);
  const ada = await stand.login(ADA);
  for (const path of ["/api/payment-plan-subscriptions", "/api/user", "/api/membership/session"])
    expect([401, 404]).toContain((await ada.get(path)).status);
});

test("a client without a plan gets no text but the same reply, and guessing ends after five tries", async () => {
  const texts = () =>
    stand.app.db.query<{ n: number }, []>("select count(*) as n from messages").get()?.n;
  stand.clock.now += 16 * 60_000;
  const browser = clientBrowser(stand.hono, "203.0.113.50");
  const before = texts();
  const send = (phoneNumber: string) =>
    browser.post("/api/financing/send-verification", { phoneNumber });
  const unknown = await send("+12025550199");
  expect(texts()).toBe(before);
  const known = await send(ADA);
  expect([unknown.status, unknown.body]).toEqual([known.status, known.body]);
  const code = lastCode(stand.app);
  const wrong = code === "000000" ? "000001" : "000000";
  const verify = (guess: string) =>
    browser.post("/api/financing/verify-login", { phoneNumber: ADA, code: guess });
  for (let n = 0; n < 5; n += 1) expect((await verify(wrong)).status).toBe(400);
  expect((await verify(code)).status).toBe(429);
});

test("a login code works once", async () => {
  const ada = await stand.login(ADA);
  const code = lastCode(stand.app);
  const second = clientBrowser(stand.hono, "203.0.113.51");
  const { status } = await second.post("/api/financing/verify-login", { phoneNumber: ADA, code });
  expect([status, (await ada.get(PORTAL)).status]).toEqual([400, 200]);
});

test("twenty Charge Now requests charge once, then canceling ends everything at Stripe", async () => {
  const { request } = stand.admin;
  const path = "/api/payment-plan-subscriptions/1";
  const clicks = await Promise.all(
    Array.from({ length: 20 }, () => request("POST", `${path}/trigger-payment`)),
  );
  const worked = clicks.filter(({ status }) => status === 200);
  expect(worked.map(({ body }) => body.amount)).toEqual(["33.33"]);
  expect(worked[0]?.body.invoiceId).toMatch(/^in_/);
  expect(clicks.filter(({ status }) => status === 409)).toHaveLength(19);
  const paid = [...stand.stripe.book.invoices.values()].map(({ amount_paid }) => amount_paid);
  expect(paid.reduce((sum, one) => sum + one, 0)).toBe(3334 + 3334 + 3333);

  const canceled = await request("POST", `${path}/cancel`);
  expect(canceled.body).toMatchObject({ status: "canceled", cancelReason: "Canceled by staff" });
  expect([...stand.stripe.book.subscriptions.values()].map(({ status }) => status)).toEqual([
    "canceled",
    "active",
  ]);
  expect((await request("POST", `${path}/cancel`)).status).toBe(409);
  expect((await request("POST", `${path}/trigger-payment`)).status).toBe(409);
  expect((await request("POST", "/api/payment-plan-subscriptions/9/cancel")).status).toBe(404);
  expect(actions()).toContain("plan_subscription.charge");
  expect(actions().filter((one) => one === "plan_subscription.cancel")).toHaveLength(1);
});

test("hidden names and numbers stay hidden, and the agreement is refused", async () => {
  const person = stand.person("user", []);
  setApproved(stand.app.db, person.id, {
    ...NEW_USER_PERMISSIONS,
    pages: ["/payment-plan-subscriptions"],
    canViewClientNames: false,
    canViewClientPhoneNumbers: false,
  });
  const { body } = await person.request("GET", "/api/payment-plan-subscriptions");
  expect(body).toHaveLength(2);
  expect(JSON.stringify(body)).not.toMatch(/Ada|Lovelace|2025550|ada@/);
  expect(body[0]).toMatchObject({ contactName: "Client #2", contactPhone: "••• ••• 0112" });
  const path = "/api/payment-plan-subscriptions/1/agreement";
  expect((await person.request("GET", path)).status).toBe(403);
  const pdf = await stand.admin.open(path);
  expect([pdf.status, pdf.headers.get("content-type")]).toEqual([200, "application/pdf"]);
});
