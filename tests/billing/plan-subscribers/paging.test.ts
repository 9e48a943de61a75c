import { expect, test } from "bun:test";
import { payByPlan } from "#tests/support/one-plan.ts";
import { contact, testApp } from "#tests/support/test-app.ts";

const LIST = "/api/payment-plan-subscriptions";

function salon(payers: number) {
  const parlor = testApp();
  for (let n = 0; n < payers; n += 1) {
    const [name, phone] = [`Client ${n}`, `+1202555${1_000 + n}`];
    payByPlan(
      parlor.app,
      { id: contact(parlor.app, parlor.admin, name, phone), name, phone },
      parlor.admin.id,
    );
  }
  return parlor;
}

test("paging lists every payer once, newest first, each with their own ledger", async () => {
  const { admin } = salon(5);
  const ids: number[] = [];
  for (let before = ""; ; before = `&before=${ids.at(-1)}`) {
    const { body } = await admin.request("GET", `${LIST}?limit=2${before}`);
    ids.push(...body.map(({ id }: { id: number }) => id));
    for (const one of body) expect(one.installments).toHaveLength(3);
    if (body.length < 2) break;
  }
  expect(ids).toEqual([5, 4, 3, 2, 1]);
  expect((await admin.request("GET", LIST)).body).toHaveLength(5);
});

test("past-due plans can be listed first, and no page repeats or skips a plan", async () => {
  const { app, admin } = salon(6);
  for (const id of [2, 5])
    app.db.query("update payment_plan_subscriptions set status = 'past_due' where id = ?").run(id);
  for (const limit of [1, 2, 3, 4, 6]) {
    const ids: number[] = [];
    for (let after = ""; ; ) {
      const { body } = await admin.request("GET", `${LIST}?first=past_due&limit=${limit}${after}`);
      ids.push(...body.map(({ id }: { id: number }) => id));
      const last = body.at(-1);
      if (body.length < limit) break;
      after = `&before=${last.id}&beforeStatus=${last.status}`;
    }
    expect(ids).toEqual([5, 2, 6, 4, 3, 1]);
  }
});

test.each(["limit=0", "limit=201", "before=x", "before=0"])("%s is refused", async (query) => {
  const { admin } = salon(0);
  expect((await admin.request("GET", `${LIST}?${query}`)).status).toBe(400);
  expect((await admin.request("GET", `/api/subscriptions?${query}`)).status).toBe(400);
});
