import { expect, setDefaultTimeout, test } from "bun:test";
import { watchConditions } from "#src/platform/alerts/alerts.ts";
import { saveSettings } from "#src/platform/settings/settings.ts";
import { clientBrowser } from "#tests/billing/checkout/client-browser.ts";
import { financingStand } from "#tests/billing/checkout/financing-stand.ts";
import { membersStand, signUpBody } from "#tests/billing/checkout/members-stand.ts";
import { contact, testApp } from "#tests/support/test-app.ts";

// The first request loads the payment SDK.
setDefaultTimeout(60_000);

const CLUB = {
  name: "Glow Club",
  description: "A facial and 10% off",
  price: "49.00",
  billingFrequency: "month",
};
const CLUB_PROBLEM =
  "The agreement says $59.00, which isn't part of this offer (Glow Club, $49.00 per month). Correct the agreement, or add the figure to the description.";

test("a membership whose agreement names another price can't be offered", async () => {
  const { admin } = testApp();
  const wrong = { ...CLUB, agreementText: "It costs $59.00 per month, with 10% off." };
  const refused = await admin.request("POST", "/api/memberships", wrong);
  expect([refused.status, refused.body.errors]).toEqual([400, { agreementText: CLUB_PROBLEM }]);

  const right = { ...CLUB, agreementText: "It costs $49 per month, with 10% off." };
  const { body } = await admin.request("POST", "/api/memberships", right);
  const change = (to: object) => admin.request("PATCH", `/api/memberships/${body.id}`, to);
  for (const to of [
    { price: "59.00" },
    { description: "A facial" },
    { agreementText: "It costs $59.00." },
  ]) {
    const { status, body: answer } = await change(to);
    expect([status, Object.keys(answer.errors)]).toEqual([400, ["agreementText"]]);
  }
  expect((await change({ price: "59.00", agreementText: "It costs $59.00." })).status).toBe(200);
});

test("a membership waits for approval until its agreement fits its price", async () => {
  const { admin, person } = testApp();
  const { body } = await person("user", ["/memberships"]).request("POST", "/api/memberships", CLUB);
  const path = `/api/memberships/${body.id}`;
  expect((await admin.request("PATCH", path, { agreementText: "It costs $59.00." })).status).toBe(
    200,
  );
  const refused = await admin.request("POST", `${path}/approve`);
  expect([refused.status, refused.body.errors]).toEqual([409, { agreementText: CLUB_PROBLEM }]);
  await admin.request("PATCH", path, { agreementText: "It costs $49.00." });
  expect((await admin.request("POST", `${path}/approve`)).status).toBe(200);
});

test("a membership that contradicted its agreement before an upgrade is neither listed, invited to nor signed", async () => {
  const { app, admin, visitor, membershipId } = await membersStand();
  app.db.run("update memberships set price = 5900");
  expect((await visitor("GET", "/api/public/memberships")).body).toEqual([]);
  await watchConditions(app);
  expect((await admin.request("GET", "/api/alerts")).body).toMatchObject([
    {
      message:
        "The agreement of Glow Club names an amount, percentage or date that isn't part of the offer. Correct it in Memberships or Payment Plans.",
    },
  ]);
  const offer = await visitor("GET", `/api/public/memberships/${membershipId}`);
  expect(offer.body.status).toBe("pending");
  const signed = await visitor(
    "POST",
    "/api/stripe/create-checkout-session",
    signUpBody(membershipId),
  );
  expect([signed.status, signed.body.errors]).toEqual([
    409,
    {
      agreementText: "This agreement doesn't match the offer, so it can't be signed. Call us.",
    },
  ]);
  const contactId = contact(app, admin, "Bea", "+12025550177");
  const invited = await admin.request("POST", `/api/memberships/${membershipId}/send-invite`, {
    contactId,
  });
  expect([invited.status, Object.keys(invited.body.errors)]).toEqual([409, ["agreementText"]]);
});

test("a payment plan whose agreement names other amounts can't be saved, invited to or signed", async () => {
  const { app, admin, newPlan, sign, hono, visitor } = financingStand();
  const agreementText =
    "The price is $1,000.00 with a fee of 10%: $275 today, $825 later, $1,100.00 in all.";
  const terms = { principalAmount: "1000", feePercentage: "10", installmentCount: 4 };
  const wrong = { name: "Laser", ...terms, agreementText: `${agreementText} Late fee: $25.` };
  const refused = await admin.request("POST", "/api/payment-plans", wrong);
  expect([refused.status, refused.body.errors.agreementText]).toEqual([
    400,
    "The agreement says $25, which isn't part of this offer (Laser, $1,100.00). Correct the agreement, or add the figure to the description.",
  ]);
  const { id } = await newPlan({ ...terms, agreementText });
  const changed = await admin.request("PATCH", `/api/payment-plans/${id}`, {
    principalAmount: "1200",
  });
  expect([changed.status, Object.keys(changed.body.errors)]).toEqual([400, ["agreementText"]]);

  app.db.run("update payment_plans set principal = 120000");
  expect((await visitor("GET", `/api/payment-plans/${id}/public`)).body.agreementText).toBe("");
  const signed = await sign(clientBrowser(hono), "+12025550111", id);
  expect([signed.status, signed.body.errors]).toEqual([
    409,
    {
      agreementText: "This agreement doesn't match the plan, so it can't be signed. Call us.",
    },
  ]);
});

test("a plan that was read before midnight has other due dates, so it is read again", async () => {
  const { clock, newPlan, sign, hono, visitor } = financingStand();
  const { id } = await newPlan();
  const { version } = (await visitor("GET", `/api/payment-plans/${id}/public`)).body;
  clock.now += 24 * 3_600_000;
  const late = await sign(clientBrowser(hono), "+12025550111", id, { version });
  expect([late.status, late.body.message]).toEqual([
    409,
    "This plan changed while you were reading it. Reload the page and read it again.",
  ]);
});

test("a membership that was read in another currency is read again", async () => {
  const { app, admin, visitor, membershipId } = await membersStand();
  const { version } = (await visitor("GET", `/api/public/memberships/${membershipId}`)).body;
  saveSettings(app, admin.actor, { currency: "CAD" });
  const late = await visitor(
    "POST",
    "/api/stripe/create-checkout-session",
    signUpBody(membershipId, { version }),
  );
  expect(late.status).toBe(409);
});
