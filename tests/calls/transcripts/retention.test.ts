import { expect, test } from "bun:test";
import { beginCall, deleteOldCalls } from "#src/calls/transcripts/transcripts.ts";
import { askTo, phoneIn } from "#tests/support/callers.ts";
import { actions, countOf } from "#tests/support/outside.ts";
import { testApp } from "#tests/support/test-app.ts";

const DAY = 24 * 60 * 60 * 1000;

test("old calls are deleted with their transcripts; their requests and newer calls stay", async () => {
  const parlor = testApp();
  const { app, clock } = parlor;
  for (let n = 0; n < 45; n += 1) phoneIn(parlor, { said: ["balayage", "Yes"] });
  askTo(parlor, { callId: phoneIn(parlor, { said: ["balayage"] }) });
  clock.now += 20 * DAY;
  const newer = phoneIn(parlor, { said: ["balayage"] });
  clock.now += 15 * DAY;
  // Whose session is of today.
  const admin = parlor.person("admin", []);
  const set = await admin.request("POST", "/api/settings", { callTranscriptRetentionDays: 30 });
  expect(set.status).toBe(200);

  await deleteOldCalls(app);
  const { body } = await admin.request("GET", "/api/call-transcripts");
  expect(body.map(({ id }: { id: number }) => id)).toEqual([newer]);
  expect((await admin.request("GET", "/api/call-transcripts?q=balayage")).body).toHaveLength(1);
  expect((await admin.request("GET", "/api/call-transcripts/count")).body).toEqual({ count: 1 });
  expect(countOf(parlor, "call_turns")).toBe(1);
  const requests = await admin.request("GET", "/api/potential-appointments");
  expect(requests.body).toMatchObject([{ callTranscriptId: null, callTranscript: null }]);
  expect(actions(parlor, "call.forget")).toEqual(["call.forget"]);
  await deleteOldCalls(app);
  expect(actions(parlor, "call.forget")).toEqual(["call.forget"]);
});

test.each([0, 3651, 1.5])(
  "a retention of %p days is refused",
  async (callTranscriptRetentionDays) => {
    const { admin } = testApp();
    const { status, body } = await admin.request("POST", "/api/settings", {
      callTranscriptRetentionDays,
    });
    expect([status, Object.keys(body.errors)]).toEqual([400, ["callTranscriptRetentionDays"]]);
  },
);

test("a client in a call isn't erased, and erasing them afterwards removes every word", async () => {
  const parlor = testApp();
  const { admin, app } = parlor;
  const { body: ana } = await admin.request("POST", "/api/contacts", {
    name: "Ana Silva",
    phoneNumber: "+12025550134",
  });
  const erase = () => admin.request("POST", `/api/contacts/${ana.id}/erase`, { name: "Ana Silva" });
  beginCall(app, { callSid: "CA9", phone: "+12025550134" });
  const refused = await erase();
  expect([refused.status, refused.body.message]).toEqual([
    409,
    "This client is on a call right now. Try again after the call.",
  ]);
  app.db.run("update calls set status = 'completed'");
  expect((await erase()).status).toBe(204);
  expect(countOf(parlor, "calls")).toBe(0);
});
