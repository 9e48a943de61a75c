import { expect, test } from "bun:test";
import { contact, testApp } from "#tests/support/test-app.ts";
import { postReceipt } from "#tests/support/twilio-posts.ts";

test("a campaign is texted to every reachable contact once, and its receipts are stored", async () => {
  const { app, admin, sms, sendAll, hono } = testApp();
  const ids = ["+12025550111", "+12025550112", "+12025550113"].map((phone, n) =>
    contact(app, admin, `Client ${n}`, phone),
  );
  await admin.request("POST", `/api/contacts/${ids[2]}/opt-out`);

  const created = await admin.request("POST", "/api/campaigns", {
    name: "Spring",
    message: "Hi {firstName}",
    contactIds: [...ids, ids[0]],
    skipCheck: true,
  });
  expect(created.status).toBe(201);
  expect(created.body).toMatchObject({
    status: "sending",
    totalRecipients: 2,
    segments: 1,
    totalCost: "0.0158",
  });

  await sendAll();
  expect(sms.sent.map(({ to, body }) => [to, body]).sort()).toEqual([
    ["+12025550111", "Hi Client"],
    ["+12025550112", "Hi Client"],
  ]);
  for (const { statusCallback, to } of sms.sent) {
    const sid = sms.messages.find((message) => message.to === to)?.providerId ?? "";
    expect(await postReceipt(hono, statusCallback ?? "", { sid, to, status: "delivered" })).toBe(
      204,
    );
  }

  const { body: list } = await admin.request("GET", "/api/campaigns");
  expect(list).toMatchObject([
    { name: "Spring", status: "completed", sentCount: 2, deliveredCount: 2 },
  ]);
});
