import { expect, test } from "bun:test";
import { writeState } from "#db/state.ts";
import { saveWatchedUntil } from "#src/messaging/inbox/catch-up.ts";
import { adoptSentSinceBackup, catchUpAfterRestore } from "#src/messaging/outbox/after-restore.ts";
import { saveSettings } from "#src/platform/settings/settings.ts";
import { ACCOUNT_SID, AUTH_TOKEN, contact, testApp } from "#tests/support/test-app.ts";

test("after a restore, texts sent since the backup are adopted and not sent again", async () => {
  const { app, admin, sms, sendAll, clock } = testApp();
  const phones = ["+12025550111", "+12025550112", "+12025550113"];
  const contactIds = phones.map((phone, n) => contact(app, admin, `Client ${n}`, phone));
  await admin.request("POST", "/api/campaigns", {
    name: "A",
    message: "Hi {name}",
    skipCheck: true,
    contactIds,
  });
  // The original went on after the backup and texted two of the three.
  clock.now += 60_000;
  sms.accept({ to: phones[0] ?? "", body: "Hi Client 0", statusCallback: undefined });
  sms.accept({ to: phones[2] ?? "", body: "Hi Client 2", statusCallback: undefined });
  writeState(app.db, "restored-at", clock.now);

  expect(await adoptSentSinceBackup(app)).toBe(2);
  expect(await adoptSentSinceBackup(app)).toBe(0);
  await sendAll();
  expect(sms.sent.map(({ to }) => to)).toEqual(["+12025550111", "+12025550113", "+12025550112"]);
  const { body } = await admin.request("GET", "/api/campaigns");
  expect(body).toMatchObject([{ status: "completed", sentCount: 3 }]);
});

test("what left days ago is adopted too, whatever came in and was done since the restore", async () => {
  const { app, admin, sms, sendAll, clock } = testApp();
  const id = contact(app, admin, "Ada", "+12025550111");
  const campaign = { name: "A", message: "Hi", skipCheck: true, contactIds: [id] };
  await admin.request("POST", "/api/campaigns", campaign);
  writeState(app.db, "inbound-watched-until", clock.now);
  clock.now += 60_000;
  sms.accept({ to: "+12025550111", body: "Hi", statusCallback: undefined });
  clock.now += 3 * 24 * 60 * 60_000;
  sms.receive({ from: "+12025550112", body: "Are you open?" });
  writeState(app.db, "restored-at", clock.now);
  clock.now += 60_000;
  await admin.request("PATCH", `/api/contacts/${id}`, { name: "Ada Lovelace" });
  await catchUpAfterRestore(app);
  await sendAll();
  expect(sms.sent).toHaveLength(1);
});

test("texts of a campaign that waits for approval again in the backup are adopted too", async () => {
  const { app, admin, sms, sendAll, clock, person } = testApp();
  const phones = ["+12025550111", "+12025550112"];
  const contactIds = phones.map((phone, n) => contact(app, admin, `Client ${n}`, phone));
  const author = person("user", ["/campaigns"]);
  await author.request("POST", "/api/campaigns", { name: "A", message: "Hi" });
  const read = async () => (await admin.request("GET", "/api/campaigns/1")).body;
  const approve = async (approval: object) => {
    const { version } = await read();
    const sent = { ...approval, version };
    return (await admin.request("POST", "/api/campaigns/1/approve", sent)).status;
  };
  const later = { contactIds, skipCheck: true, scheduledFor: "2026-11-21T10:00" };
  expect(await approve(later)).toBe(200);
  await author.request("PATCH", "/api/campaigns/1/message", { message: "Hi {name}" });
  expect(await read()).toMatchObject({ status: "draft" });
  // In the original it was approved after the backup, and texted one of the two.
  clock.now += 60_000;
  sms.accept({ to: phones[0] ?? "", body: "Hi Client 0", statusCallback: undefined });
  writeState(app.db, "restored-at", clock.now);

  expect(await adoptSentSinceBackup(app)).toBe(1);
  expect(await approve({})).toBe(200);
  await admin.request("PATCH", "/api/campaigns/1/schedule", { scheduledFor: null });
  await sendAll();
  expect(sms.sent.map(({ to }) => to)).toEqual(["+12025550111", "+12025550112"]);
  expect(await read()).toMatchObject({ status: "completed", sentCount: 2 });
});

test("after an import, sending resumes only once Twilio has said what was sent and received since", async () => {
  const { app, admin, sms, clock } = testApp({ connected: false });
  const id = contact(app, admin, "Ada", "+12025550111");
  writeState(app.db, "inbound-watched-until", clock.now);
  writeState(app.db, "restored-at", clock.now);
  clock.now += 60_000;
  sms.receive({ from: "+12025550111", body: "STOP" });
  const resume = async () => (await admin.request("POST", "/api/settings/resume-sending")).status;

  await saveWatchedUntil(app);
  await catchUpAfterRestore(app);
  expect(await resume()).toBe(409);

  saveSettings(app, admin.actor, {
    twilioAccountSid: ACCOUNT_SID,
    twilioAuthToken: AUTH_TOKEN,
    twilioPhoneNumber: sms.from,
  });
  expect(await resume()).toBe(409);
  await catchUpAfterRestore(app);
  expect(await resume()).toBe(200);
  const { body } = await admin.request("GET", `/api/contacts/${id}`);
  expect(body.optedOut).toBe(true);
});
