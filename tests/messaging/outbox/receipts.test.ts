import { expect, test } from "bun:test";
import fc from "fast-check";
import { checkDatabase } from "#db/doctor.ts";
import { recordReceipt } from "#src/messaging/outbox/receipts.ts";
import { sidOf } from "#tests/fakes/sms.ts";
import { oneText, PHONE } from "#tests/support/one-text.ts";
import { BASE, contact, type TestApp, testApp } from "#tests/support/test-app.ts";
import { postReceipt } from "#tests/support/twilio-posts.ts";

const PHONES = ["+12025550111", "+12025550112", "+12025550113"];

async function campaignOfThree(): Promise<TestApp> {
  const parlor = testApp();
  const contactIds = PHONES.map((phone, n) =>
    contact(parlor.app, parlor.admin, `Client ${n}`, phone),
  );
  await parlor.admin.request("POST", "/api/campaigns", { name: "A", message: "Hi", contactIds });
  await parlor.sendAll();
  return parlor;
}

/** The real outcome of each text; its receipts may arrive in any order and repeatedly. */
const course = fc.constantFrom(
  ["accepted", "sent", "delivered"] as const,
  ["sent", "undelivered"] as const,
  ["sent"] as const,
  ["failed"] as const,
  ["accepted"] as const,
);

test("receipts in any order, with repeats, give the same counts", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(course, course, course).chain((courses) => {
        const receipts = courses.flatMap((statuses, text) =>
          statuses.map((status) => ({ text, status })),
        );
        return fc.record({
          courses: fc.constant(courses),
          order: fc.shuffledSubarray([...receipts, ...receipts], {
            minLength: receipts.length * 2,
          }),
        });
      }),
      async ({ courses, order }) => {
        const { app, admin } = await campaignOfThree();
        for (const { text, status } of order)
          recordReceipt(app, {
            providerId: sidOf(text + 1),
            to: PHONES[text] ?? "",
            status,
            errorCode: status === "undelivered" || status === "failed" ? 30008 : null,
            rowId: undefined,
          });
        const ended = (status: string) => courses.filter((one) => one.at(-1) === status).length;
        const { body } = await admin.request("GET", "/api/campaigns");
        expect(body).toMatchObject([
          {
            sentCount: 3,
            deliveredCount: ended("delivered"),
            failedCount: ended("undelivered") + ended("failed"),
          },
        ]);
        expect(checkDatabase(app.db).filter(({ isFine }) => !isFine)).toEqual([]);
      },
    ),
    { numRuns: 30 },
  );
}, 60_000);

test("a receipt that arrives before the provider's reply is matched to its row, once", async () => {
  const { app, admin, sms, sendAll } = testApp();
  const id = contact(app, admin, "Ada", "+12025550111");
  sms.answer = (text) => {
    const { providerId } = sms.accept(text);
    recordReceipt(app, { providerId, to: text.to, status: "delivered", errorCode: null, rowId: 1 });
    return { kind: "accepted", providerId, segments: 1 };
  };
  await admin.request("POST", "/api/campaigns", {
    name: "A",
    message: "Hi",
    skipCheck: true,
    contactIds: [id],
  });
  await sendAll();
  expect(sms.sent).toHaveLength(1);
  const { body } = await admin.request("GET", "/api/campaigns");
  expect(body).toMatchObject([{ status: "completed", sentCount: 1, deliveredCount: 1 }]);
});

test("a receipt for a number that the client no longer has doesn't keep the text from the new one", async () => {
  const busy = { kind: "busy", pauseMs: 30_000, reason: "slow down" } as const;
  const { admin, hono, sms, clock, sendAll } = await oneText(() => busy);
  const moved = "+12025550112";
  const change = { phoneNumber: moved, agreement: "Signed the form again" };
  expect((await admin.request("PATCH", "/api/contacts/1", change)).status).toBe(200);
  const receipt = { sid: sidOf(99), to: PHONE, status: "delivered" };
  expect(await postReceipt(hono, `${BASE}/api/twilio/status-callback?rid=1`, receipt)).toBe(204);
  sms.answer = undefined;
  clock.now += 30_000;
  await sendAll();
  expect(sms.sent).toMatchObject([{ to: moved }]);
  const { body } = await admin.request("GET", "/api/campaigns");
  expect(body).toMatchObject([{ sentCount: 1, deliveredCount: 0 }]);
});

test("of receipts that arrive together, one that can't be recorded doesn't keep the others from it", async () => {
  const { app, admin, hono } = await campaignOfThree();
  app.db.run(
    "create trigger broken before update of status on messages when new.id = 2 begin select raise(abort, 'broken'); end",
  );
  const answers = await Promise.all(
    PHONES.map((to, n) =>
      postReceipt(hono, `${BASE}/api/twilio/status-callback?rid=${n + 1}`, {
        sid: sidOf(n + 1),
        to,
        status: "delivered",
      }),
    ),
  );
  expect(answers).toEqual([204, 500, 204]);
  const { body } = await admin.request("GET", "/api/campaigns");
  expect(body).toMatchObject([{ deliveredCount: 2 }]);
});
