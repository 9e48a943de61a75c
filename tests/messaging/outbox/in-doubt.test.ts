import { expect, test } from "bun:test";
import { markClaimedInDoubt } from "#db/messaging/message-outcomes.ts";
import { claimDue } from "#src/messaging/outbox/claim.ts";
import { reconcileTextsInDoubt } from "#src/messaging/outbox/reconcile.ts";
import { campaign, oneText, PHONE } from "#tests/support/one-text.ts";
import { letPass } from "#tests/support/passing-time.ts";
import { contact, testApp } from "#tests/support/test-app.ts";

const MINUTE = 60_000;

test("after a lost reply the provider is asked, and the text it has is adopted, not sent again", async () => {
  const parlor = await oneText(() => ({ kind: "in-doubt", reason: "reset" }));
  expect(await campaign(parlor)).toMatchObject({ status: "sending", sentCount: 0 });
  await reconcileTextsInDoubt(parlor.app);
  expect(await campaign(parlor)).toMatchObject({ sentCount: 0 });

  parlor.clock.now += 2 * MINUTE;
  await reconcileTextsInDoubt(parlor.app);
  await parlor.sendAll();
  expect(parlor.sms.sent).toHaveLength(1);
  expect(await campaign(parlor)).toMatchObject({ status: "completed", sentCount: 1 });
});

test("a text that the provider never received is queued again", async () => {
  const parlor = await oneText();
  const { sms, app, clock } = parlor;
  const second = contact(app, parlor.admin, "Bea", "+12025550112");
  await parlor.admin.request("POST", "/api/campaigns", {
    name: "B",
    message: "Yo",
    skipCheck: true,
    contactIds: [second],
  });
  // A crash between the claim and the request.
  expect(claimDue(app, false, { direct: 10, paced: 10 }).paced).toHaveLength(1);
  markClaimedInDoubt(app.db);
  clock.now += 2 * MINUTE;
  await reconcileTextsInDoubt(app);
  await parlor.sendAll();
  expect(sms.sent.map(({ to }) => to)).toEqual([PHONE, "+12025550112"]);
});

test("another text to the number from the same time is ambiguous, and staff are told", async () => {
  const parlor = testApp();
  const { sms, app, clock } = parlor;
  const id = contact(app, parlor.admin, "Ada", PHONE);
  await parlor.admin.request("POST", "/api/campaigns", {
    name: "A",
    message: "Hi",
    skipCheck: true,
    contactIds: [id],
  });
  claimDue(app, false, { direct: 10, paced: 10 });
  markClaimedInDoubt(app.db);
  sms.accept({ to: PHONE, body: "Something from another program", statusCallback: undefined });
  clock.now += 2 * MINUTE;
  await reconcileTextsInDoubt(app);
  await parlor.sendAll();
  expect(sms.sent).toHaveLength(1);
  expect(await campaign(parlor)).toMatchObject({
    status: "completed",
    sentCount: 0,
    unknownCount: 1,
  });
});

test("a text with a trial account's prefix is still recognized", async () => {
  const parlor = testApp();
  const { sms, app, clock } = parlor;
  const id = contact(app, parlor.admin, "Ada", PHONE);
  await parlor.admin.request("POST", "/api/campaigns", {
    name: "A",
    message: "Hi",
    skipCheck: true,
    contactIds: [id],
  });
  claimDue(app, false, { direct: 10, paced: 10 });
  markClaimedInDoubt(app.db);
  sms.accept({
    to: PHONE,
    body: "Sent from your Twilio trial account - Hi",
    statusCallback: undefined,
  });
  clock.now += 2 * MINUTE;
  await reconcileTextsInDoubt(app);
  await parlor.sendAll();
  expect(await campaign(parlor)).toMatchObject({
    status: "completed",
    sentCount: 1,
    unknownCount: 0,
  });
});

test.each([
  [
    "changed their number",
    "PATCH",
    { phoneNumber: "+12025550177", agreement: "Told us by phone" },
    ["+12025550177"],
  ],
  ["was deleted", "DELETE", undefined, []],
] as const)(
  "a text that never left, whose client %s meanwhile, obeys that",
  async (_, method, body, sentTo) => {
    const parlor = testApp();
    const { app, admin, sms, clock } = parlor;
    const id = contact(app, admin, "Ada", PHONE);
    await admin.request("POST", "/api/campaigns", {
      name: "A",
      message: "Hi",
      skipCheck: true,
      contactIds: [id],
    });
    claimDue(app, false, { direct: 10, paced: 10 });
    markClaimedInDoubt(app.db);
    await admin.request(method, `/api/contacts/${id}`, body);
    clock.now += 2 * MINUTE;
    await reconcileTextsInDoubt(app);
    await parlor.sendAll();
    expect(sms.sent.map(({ to }) => to)).toEqual([...sentTo]);
    expect(await campaign(parlor)).toMatchObject({ status: "completed", sentCount: sentTo.length });
  },
);

test("a carrier that loses every answer for a while gets few texts until it answers again", async () => {
  const parlor = testApp();
  const { app, admin, sms } = parlor;
  const contactIds = Array.from({ length: 300 }, (_, n) =>
    contact(app, admin, `C${n}`, `+1202555${1000 + n}`),
  );
  await admin.request("POST", "/api/settings", { messageCount: 10, delaySeconds: 1 });
  sms.answer = () => ({ kind: "in-doubt", reason: "Twilio sent an unexpected reply" });
  const form = { name: "A", message: "Hi", skipCheck: true, contactIds };
  await admin.request("POST", "/api/campaigns", form);
  await letPass(parlor, 10_200, 200);
  const before = sms.sent.length;
  await letPass(parlor, 10_000, 200);
  expect(before).toBeGreaterThan(50);
  expect(sms.sent.length - before).toBeLessThan(20);
  sms.answer = undefined;
  await letPass(parlor, 10_000, 200);
  expect(sms.sent.length - before).toBeGreaterThan(40);
});

test("hundreds of texts in doubt are resolved in one go, several at a time", async () => {
  const parlor = testApp();
  const { app, admin, sms, clock } = parlor;
  const contactIds = Array.from({ length: 130 }, (_, n) =>
    contact(app, admin, `C${n}`, `+1202555${1000 + n}`),
  );
  await admin.request("POST", "/api/settings", { messageCount: 1_000, delaySeconds: 1 });
  const form = { name: "A", message: "Hi", skipCheck: true, contactIds };
  await admin.request("POST", "/api/campaigns", form);
  claimDue(app, false, { direct: 0, paced: 200 });
  markClaimedInDoubt(app.db);
  clock.now += 2 * MINUTE;
  let atOnce = 0;
  let most = 0;
  const list = sms.list.bind(sms);
  sms.list = async (filter) => {
    atOnce += 1;
    most = Math.max(most, atOnce);
    await Bun.sleep(1);
    atOnce -= 1;
    return list(filter);
  };
  await reconcileTextsInDoubt(app);
  const inDoubt = "select count(*) as n from messages where status in ('claimed', 'in_doubt')";
  expect(app.db.query(inDoubt).get()).toEqual({ n: 0 });
  expect(most).toBe(8);
});
