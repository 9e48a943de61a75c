import { expect, test } from "bun:test";
import { writeState } from "#db/state.ts";
import { adoptSentSinceBackup } from "#src/messaging/outbox/after-restore.ts";
import { contact, testApp } from "#tests/support/test-app.ts";

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
