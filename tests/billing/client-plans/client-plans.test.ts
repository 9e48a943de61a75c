import { expect, test } from "bun:test";
import { createMembership, joinMembership } from "#tests/support/one-member.ts";
import { payByPlan } from "#tests/support/one-plan.ts";
import { contact, testApp } from "#tests/support/test-app.ts";

const PHONE = "+12025550111";

async function payingClient() {
  const parlor = testApp();
  const { admin, app } = parlor;
  const id = contact(app, admin, "Ada", PHONE);
  const membershipId = await createMembership(admin);
  joinMembership(parlor, membershipId, id);
  payByPlan(app, { id, name: "Ada", phone: PHONE }, admin.id);
  return {
    ...parlor,
    membershipId: membershipId as string,
    id,
    path: `/api/contacts/${id}/plans`,
  };
}

test("a client's memberships and payment plans are listed while they run", async () => {
  const { admin, app, path } = await payingClient();
  const { body } = await admin.request("GET", path);
  expect(body).toEqual({
    memberships: [
      {
        id: 1,
        status: "active",
        currentPeriodEnd: "2026-12-20T16:00:00.000Z",
        cancelAtPeriodEnd: false,
        membershipName: "Glow Club",
        membershipPrice: "49.00",
        membershipBillingFrequency: "month",
        currency: "USD",
      },
    ],
    paymentPlans: [
      {
        id: 1,
        planName: "Laser",
        installmentCount: expect.any(Number),
        remainingInstallments: expect.any(Number),
        nextPaymentDate: expect.any(String),
        status: "active",
      },
    ],
  });
  app.db.run("update subscriptions set status = 'canceled'");
  app.db.run("update payment_plan_subscriptions set status = 'canceled', canceled_at = 1");
  expect((await admin.request("GET", path)).body).toEqual({ memberships: [], paymentPlans: [] });
  expect((await admin.request("GET", "/api/contacts/999/plans")).status).toBe(404);
});

test.each([
  [["/contacts"], [0, 0]],
  [
    ["/contacts", "/subscriptions"],
    [1, 0],
  ],
  [
    ["/contacts", "/payment-plan-subscriptions"],
    [0, 1],
  ],
])("a user of %p sees the plans of those pages only", async (pages, counts) => {
  const { person, path } = await payingClient();
  const { body } = await person("user", pages).request("GET", path);
  expect([body.memberships.length, body.paymentPlans.length]).toEqual(counts);
});

test("the list is unchanged until a membership changes", async () => {
  const parlor = await payingClient();
  const { admin, app, path } = parlor;
  const etag = (await admin.request("GET", path)).headers.get("etag") ?? "";
  const read = async () =>
    (await admin.request("GET", path, undefined, { "if-none-match": etag })).status;
  expect(await read()).toBe(304);
  joinMembership(parlor, parlor.membershipId, parlor.id);
  app.events.changed("subscriptions");
  expect(await read()).toBe(200);
});
