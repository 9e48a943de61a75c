import { expect, test } from "bun:test";
import { contact, testApp } from "#tests/support/test-app.ts";

const PLAN = {
  name: "Laser series",
  description: "Six sessions",
  principalAmount: "1000.00",
  feePercentage: 5,
  installmentCount: 6,
  installmentInterval: "month",
  agreementText: "# Agreement\nYou pay.",
};

test("a plan has its amounts to the cent, and the cost disclosures that a client must see", async () => {
  const { admin } = testApp();
  const { status, body } = await admin.request("POST", "/api/payment-plans", {
    ...PLAN,
    principalAmount: 1000,
    installmentCount: "7",
  });
  expect(status).toBe(201);
  expect(body).toMatchObject({
    principalAmount: "1000.00",
    feePercentage: "5.00",
    totalAmount: "1050.00",
    installmentCount: 7,
    installmentAmount: "150.00",
    firstInstallmentAmount: "150.00",
    subscriberCount: 0,
    costs: {
      amountFinanced: "850.00",
      financeCharge: "50.00",
      totalOfPayments: "900.00",
      schedule: expect.arrayContaining([
        { sequenceNumber: 7, dueDate: "2027-05-20", amount: "150.00" },
      ]),
    },
  });
  expect(Number(body.costs.effectiveApr)).toBeGreaterThan(15);
  expect(body.lendingNote).toMatch(/may apply/);
  const free = await admin.request("POST", "/api/payment-plans", {
    ...PLAN,
    principalAmount: "100",
    feePercentage: "0",
    installmentCount: 3,
  });
  expect(free.body).toMatchObject({
    lendingNote: null,
    installmentAmount: "33.33",
    firstInstallmentAmount: "33.34",
    costs: { effectiveApr: "0.00", financeCharge: "0.00" },
  });
  const list = await admin.request("GET", "/api/payment-plans");
  expect(list.body.map(({ id }: { id: string }) => id).sort()).toEqual(
    [body.id, free.body.id].sort(),
  );
});

test.each([
  [{ name: " " }, "name", "Name is required"],
  [{ principalAmount: "0" }, "principalAmount", "Principal must be greater than 0"],
  [{ principalAmount: -3 }, "principalAmount", "Principal must be greater than 0"],
  [{ principalAmount: "1.234" }, "principalAmount", "Principal must be a valid number"],
  [{ principalAmount: "much" }, "principalAmount", "Principal must be a valid number"],
  [{ feePercentage: "-1" }, "feePercentage", "Fee percentage must be 0 or greater"],
  [{ installmentCount: 0 }, "installmentCount", "Must have at least 1 installment"],
  [{ installmentCount: 1 }, "installmentCount", "Must have at least 2 installments"],
  [{ installmentCount: 25 }, "installmentCount", "Cannot exceed 24 installments"],
  [
    { installmentInterval: "day" },
    "installmentInterval",
    "Installment interval must be week, month, or year",
  ],
  [
    { principalAmount: "2", installmentCount: 6 },
    "installmentCount",
    "Each installment must be at least 0.50. Choose fewer installments.",
  ],
] as const)("%j is refused with a message at its field", async (change, field, expectedText) => {
  const { admin } = testApp();
  const { status, body } = await admin.request("POST", "/api/payment-plans", {
    ...PLAN,
    ...change,
  });
  expect([status, body.errors?.[field]]).toEqual([400, expectedText]);
});

test("a plan is changed field by field, and its agreement stays", async () => {
  const { admin } = testApp();
  const { body: plan } = await admin.request("POST", "/api/payment-plans", PLAN);
  const { status, body } = await admin.request("PATCH", `/api/payment-plans/${plan.id}`, {
    principalAmount: "1200",
  });
  expect([status, body.totalAmount, body.agreementText, body.name]).toEqual([
    200,
    "1260.00",
    PLAN.agreementText,
    PLAN.name,
  ]);
  expect((await admin.request("PATCH", "/api/payment-plans/none", {})).status).toBe(404);
  expect((await admin.request("DELETE", `/api/payment-plans/${plan.id}`)).status).toBe(204);
  expect((await admin.request("GET", "/api/payment-plans")).body).toEqual([]);
});

test("an invite is a text with the link, never to opted-out clients, never without an agreement", async () => {
  const { app, admin, sendAll, sms } = testApp();
  const id = contact(app, admin, "Ada", "+12025550111");
  const { body: plan } = await admin.request("POST", "/api/payment-plans", PLAN);
  const { body: bare } = await admin.request("POST", "/api/payment-plans", {
    ...PLAN,
    agreementText: "",
  });
  const send = (planId: string, contactId: unknown) =>
    admin.request("POST", `/api/payment-plans/${planId}/send-invite`, { contactId });
  expect((await send(bare.id, id)).status).toBe(409);
  expect((await send(plan.id, 99)).status).toBe(404);
  expect((await send(plan.id, "")).body.errors).toEqual({ contactId: "Choose a client" });
  expect((await send(plan.id, id)).body).toEqual({ message: "Invite sent successfully" });
  await sendAll();
  expect(sms.sent.map(({ body }: { body: string }) => body).join("\n")).toContain(
    `/financing/signup/${plan.id}`,
  );
  await admin.request("POST", `/api/contacts/${id}/opt-out`);
  const refused = await send(plan.id, id);
  expect([refused.status, refused.body.message]).toEqual([
    403,
    "This contact has opted out and cannot receive messages",
  ]);
});

test("a drafted agreement is stored, and drafting needs a key", async () => {
  const { admin } = testApp();
  const { body: plan } = await admin.request("POST", "/api/payment-plans", PLAN);
  const path = `/api/payment-plans/${plan.id}/generate-agreement`;
  const none = await admin.request("POST", path);
  expect([none.status, none.body.message]).toEqual([400, "Add an OpenAI API key in Settings"]);
  await admin.request("POST", "/api/settings", { openaiApiKey: "sk-of-the-tests" });
  const { status, body } = await admin.request("POST", path);
  expect([status, body.agreementText]).toEqual([200, expect.stringContaining("$1,050.00")]);
  const { body: list } = await admin.request("GET", "/api/payment-plans");
  expect(list[0].agreementText).toBe(body.agreementText);
});

test("authors change and delete their own plan until a client signs up, admins any plan", async () => {
  const { admin, person, app } = testApp();
  const page = ["/payment-plans"];
  const [maker, other] = [person("user", page), person("user", page)];
  const { body: plan } = await maker.request("POST", "/api/payment-plans", PLAN);
  const path = `/api/payment-plans/${plan.id}`;
  const statuses = async (request: typeof maker.request) => [
    (await request("PATCH", path, { description: "Seven sessions" })).status,
    (await request("POST", `${path}/generate-agreement`)).status,
    (await request("DELETE", path)).status,
  ];
  expect(await statuses(other.request)).toEqual([403, 403, 403]);
  expect((await maker.request("PATCH", path, { name: "Laser" })).status).toBe(200);

  app.db.query("update payment_plans set subscriber_count = 1 where id = ?").run(plan.id);
  expect(await statuses(maker.request)).toEqual([403, 403, 403]);
  expect((await admin.request("PATCH", path, { name: "Laser series" })).status).toBe(200);
  app.db.query("update payment_plans set subscriber_count = 0 where id = ?").run(plan.id);
  expect((await maker.request("DELETE", path)).status).toBe(204);
});
