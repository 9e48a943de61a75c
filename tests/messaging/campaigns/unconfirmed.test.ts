import { expect, test } from "bun:test";
import { checkDatabase } from "#db/doctor.ts";
import { contact, testApp } from "#tests/support/test-app.ts";

async function withUnknown() {
  const salon = testApp();
  const contactIds = [1, 2, 3].map((n) =>
    contact(salon.app, salon.admin, `Client ${n}`, `+1202555011${n}`),
  );
  const { body } = await salon.admin.request("POST", "/api/campaigns", {
    name: "Spring",
    message: "Hi there",
    contactIds,
    skipCheck: true,
  });
  salon.sms.answer = () => ({ kind: "in-doubt", reason: "no answer" });
  await salon.sendAll();
  // As reconciliation does when the provider has another text for the number.
  salon.app.db.run("update messages set status = 'unknown', error = 'Cannot be decided'");
  salon.app.db.run("update campaigns set unknown_count = 3, status = 'completed'");
  salon.sms.answer = undefined;
  salon.sms.sent.length = 0;
  const id = body.id as number;
  const list = async () =>
    (await salon.admin.request("GET", `/api/campaigns/${id}/unknown`)).body.recipients;
  return { ...salon, id, list };
}

test("staff see each unconfirmed recipient, and resolve it: delivered, send again, or leave it", async () => {
  const { admin, list, id, sendAll, sms, app } = await withUnknown();
  const [first, second, third] = await list();
  expect(first).toMatchObject({
    name: "Client 1",
    phoneNumber: "+12025550111",
    reason: "Cannot be decided",
  });
  const settle = (recipient: { id: number }, as: string) =>
    admin.request("POST", `/api/campaigns/unknown/${recipient.id}/settle`, { as });

  expect((await settle(first, "arrived")).body).toMatchObject({ unknownCount: 2, sentCount: 1 });
  expect((await settle(second, "leave")).body).toMatchObject({ unknownCount: 1, failedCount: 1 });
  expect((await settle(third, "send-again")).body).toMatchObject({
    unknownCount: 0,
    status: "sending",
  });
  expect((await settle(third, "send-again")).status).toBe(404);
  expect(await list()).toEqual([]);

  await sendAll();
  expect(sms.sent.map(({ to }) => to)).toEqual(["+12025550113"]);
  const { body } = await admin.request("GET", `/api/campaigns/${id}`);
  expect(body).toMatchObject({ status: "completed", sentCount: 2, deliveredCount: 1 });
  expect(checkDatabase(app.db).filter(({ isFine }) => !isFine)).toEqual([]);
});

test("what staff resolved is in the report, by reason and by hour, and among the texts of the day", async () => {
  const { admin, list, id } = await withUnknown();
  const [first, second] = await list();
  for (const [{ id: text }, as] of [
    [first, "arrived"],
    [second, "leave"],
  ])
    await admin.request("POST", `/api/campaigns/unknown/${text}/settle`, { as });
  const { body } = await admin.request("GET", `/api/campaigns/${id}/report`);
  const reason = `Marked as not sent by ${admin.actor.username}`;
  expect(body.failures).toEqual([{ kind: "failed", reason, count: 1 }]);
  expect(body.hours).toMatchObject([{ sent: 1, delivered: 1, failed: 1 }]);
  const { body: stats } = await admin.request("GET", "/api/stats");
  expect(stats.totalMessages).toBe(1);
  expect(stats.days.at(-1)).toMatchObject({ sent: 1, failed: 1 });
});

test("a user may look, and only an administrator resolves", async () => {
  const { person, list, id } = await withUnknown();
  const user = person("user", ["/campaigns"]);
  expect((await user.request("GET", `/api/campaigns/${id}/unknown`)).body.recipients).toHaveLength(
    3,
  );
  const [first] = await list();
  const refused = await user.request("POST", `/api/campaigns/unknown/${first.id}/settle`, {
    as: "arrived",
  });
  expect(refused.status).toBe(403);
});
