import { expect, test } from "bun:test";
import { startScheduledCampaigns } from "#src/messaging/campaigns/start.ts";
import { saveSettings } from "#src/platform/settings/settings.ts";
import { contact, type TestApp, testApp } from "#tests/support/test-app.ts";

const create = (salon: TestApp, scheduledFor: string, more = {}) =>
  salon.admin.request("POST", "/api/campaigns", {
    name: "Spring",
    message: "Hi there",
    contactIds: [contact(salon.app, salon.admin, "Ada", "+12025550111")],
    skipCheck: true,
    scheduledFor,
    ...more,
  });

test("a scheduled campaign waits for the salon's local time, then sends once", async () => {
  const salon = testApp();
  const created = await create(salon, "2026-11-21T15:30");
  expect(created.body).toMatchObject({
    status: "scheduled",
    scheduledAt: "2026-11-21T20:30:00.000Z",
    totalRecipients: 1,
  });
  await salon.sendAll();
  expect(salon.sms.sent).toHaveLength(0);

  salon.clock.now = Date.parse("2026-11-21T20:30:00Z");
  startScheduledCampaigns(salon.app);
  startScheduledCampaigns(salon.app);
  await salon.sendAll();
  expect(salon.sms.sent).toHaveLength(1);
  const { body } = await salon.admin.request("GET", `/api/campaigns/${created.body.id}`);
  expect(body).toMatchObject({ status: "completed", scheduledAt: null });
});

test.each([
  ["2026-11-20T10:59", "Choose a time in the future."],
  ["2026-02-30T10:00", "This date or time doesn't exist. Choose another one."],
  ["2028-01-01T10:00", "Choose a time within the next year."],
  ["2027-03-14T02:30", "The clocks skip 2:30 AM on March 14. Use 3:30 AM."],
  ["tomorrow", "Use a time such as 2026-11-27T10:00"],
])("%s is refused at its field, and no campaign is created", async (wall, text) => {
  const salon = testApp();
  const refused = await create(salon, wall);
  expect(refused.status).toBe(400);
  expect(refused.body.errors).toEqual({ scheduledFor: text });
  expect((await salon.admin.request("GET", "/api/campaigns")).body).toEqual([]);
});

test("a time in the repeated hour means the first", async () => {
  const salon = testApp();
  const { body } = await create(salon, "2026-11-27T10:00");
  salon.clock.now = Date.parse("2027-06-01T12:00:00Z");
  const address = `/api/campaigns/${body.id}/schedule`;
  const admin = salon.person("admin", []);
  const twice = await admin.request("PATCH", address, { scheduledFor: "2027-11-07T01:30" });
  expect(twice.body.scheduledAt).toBe("2027-11-07T05:30:00.000Z");
});

test("a campaign can be moved, started now, or stopped; a non-admin can only stop it", async () => {
  const salon = testApp();
  const user = salon.person("user", ["/campaigns"]);
  const { body } = await create(salon, "2026-11-27T10:00");
  const address = `/api/campaigns/${body.id}/schedule`;
  expect((await user.request("PATCH", address, { scheduledFor: null })).status).toBe(403);

  const moved = await salon.admin.request("PATCH", address, { scheduledFor: "2026-11-28T10:00" });
  expect(moved.body.scheduledAt).toBe("2026-11-28T15:00:00.000Z");
  const begun = await salon.admin.request("PATCH", address, { scheduledFor: null });
  expect(begun.body).toMatchObject({ status: "sending", scheduledAt: null });
  expect((await salon.admin.request("PATCH", address, { scheduledFor: null })).status).toBe(409);

  const other = await salon.admin.request("POST", "/api/campaigns", {
    name: "Later",
    message: "Hi",
    skipCheck: true,
    contactIds: [contact(salon.app, salon.admin, "Bea", "+12025550112")],
    scheduledFor: "2026-11-27T10:00",
  });
  const stopped = await user.request("POST", `/api/campaigns/${other.body.id}/stop`);
  expect(stopped.body.status).toBe("stopped");
});

test("a campaign due while texting isn't set up fails with a message and can be resumed", async () => {
  const salon = testApp();
  const { body } = await create(salon, "2026-11-20T12:00");
  saveSettings(salon.app, salon.admin.actor, { twilioAuthToken: "" });
  salon.clock.now = Date.parse("2026-11-20T17:00:00Z");
  startScheduledCampaigns(salon.app);
  const { body: failed } = await salon.admin.request("GET", `/api/campaigns/${body.id}`);
  expect(failed.status).toBe("failed");
  expect(failed.reason).toContain("Texting isn't set up");
});
