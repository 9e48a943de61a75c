import { expect, test } from "bun:test";
import { markUndeliverable } from "#src/messaging/deliverability/deliverability.ts";
import { sidOf } from "#tests/fakes/sms.ts";
import { contact, testApp } from "#tests/support/test-app.ts";
import { postInbound } from "#tests/support/twilio-posts.ts";

const PHONE = "+12025550111";

async function eventfulClient() {
  const parlor = testApp();
  const { admin, app, hono, clock, sendAll } = parlor;
  const id = contact(app, admin, "Ada", PHONE);
  await postInbound(hono, { sid: sidOf(499), from: PHONE, body: "Hello" });
  clock.now += 60_000;
  await admin.request("POST", "/api/campaigns", {
    name: "Spring",
    message: "Hi",
    contactIds: [id],
  });
  await sendAll();
  clock.now += 60_000;
  await postInbound(hono, { sid: sidOf(500), from: PHONE, body: "STOP" });
  clock.now += 60_000;
  await admin.request("POST", `/api/contacts/${id}/notes`, { body: "Called her" });
  await admin.request("POST", `/api/contacts/${id}/opt-in`);
  return { ...parlor, id, path: `/api/contacts/${id}/history` };
}

function summarizeEntries(entries: { kind: string; body?: string; wording?: string }[]) {
  return entries.map((one) => [one.kind, one.body ?? one.wording]);
}

test("texts and consent are one history, newest first; the last three texts are apart, and notes have their own list", async () => {
  const { admin, path } = await eventfulClient();
  const { status, body } = await admin.request("GET", path);
  expect([status, summarizeEntries(body.entries)]).toEqual([
    200,
    [
      ["consent", `Opted in by ${admin.actor.username}`],
      ["consent", "STOP"],
      ["text", "Hello"],
      ["consent", "Signed the form at the desk"],
    ],
  ]);
  expect(summarizeEntries(body.lastTexts)).toEqual([
    ["text", expect.stringContaining("You're unsubscribed")],
    ["text", "STOP"],
    ["text", "Hi"],
  ]);
  expect(body.entries[0]).toMatchObject({ given: true, source: "staff", by: admin.actor.username });
  expect(body.entries[1]).toMatchObject({ given: false, source: "keyword", by: null });
  expect(body.lastTexts[2]).toMatchObject({
    direction: "outbound",
    purpose: "campaign",
    campaignName: "Spring",
    status: "sent",
  });
});

test.each([[1], [2], [3], [4]])(
  "in pages of %p, every entry is listed exactly once",
  async (limit) => {
    const { admin, path } = await eventfulClient();
    const whole = (await admin.request("GET", path)).body.entries;
    const seen: unknown[] = [];
    let cursor = "";
    do {
      const { body } = await admin.request("GET", `${path}?limit=${limit}${cursor}`);
      seen.push(...body.entries);
      cursor = body.nextCursor && `&before=${body.nextCursor}`;
    } while (cursor);
    expect(seen).toEqual(whole);
    expect(whole).toHaveLength(4);
  },
);

test("an unknown client and a foreign cursor are refused", async () => {
  const { admin, path } = await eventfulClient();
  expect((await admin.request("GET", "/api/contacts/99/history")).status).toBe(404);
  expect((await admin.request("GET", "/api/contacts/99")).status).toBe(404);
  expect((await admin.request("GET", `${path}?before=1.x.2`)).status).toBe(400);
});

test("clearing undeliverable keeps a STOP, resets the strikes and is audited once", async () => {
  const { admin, app, hono } = testApp();
  const id = contact(app, admin, "Ada", PHONE);
  await postInbound(hono, { sid: sidOf(500), from: PHONE, body: "STOP" });
  markUndeliverable(app, PHONE, { code: 30006, at: app.now() });
  app.db.run("insert into strikes values (12025550111, '2026-11-20')");
  const path = `/api/contacts/${id}/clear-undeliverable`;
  const { body } = await admin.request("POST", path);
  expect(body).toMatchObject({ undeliverable: false, optedOut: true });
  await admin.request("POST", path);
  const audited = app.db.query(
    "select count(*) as n from audit_logs where action = 'contact.clear_undeliverable'",
  );
  expect(audited.get()).toEqual({ n: 1 });
  expect(app.db.query("select * from strikes").all()).toEqual([]);
});

test("a client's export holds everything stored about them, and is audited", async () => {
  const { admin, id } = await eventfulClient();
  const { body: tag } = await admin.request("POST", "/api/tags", { name: "VIP" });
  await admin.request("POST", `/api/tags/${tag.id}/put-on`, { contactIds: [id] });
  const { headers, body } = await admin.request("GET", `/api/contacts/${id}/export`);
  expect(headers.get("content-disposition")).toBe(
    `attachment; filename="client-${id}-2026-11-20.json"`,
  );
  expect(body).toMatchObject({
    contact: { name: "Ada", phoneNumber: PHONE },
    tags: ["VIP"],
    conversation: { lastMessagePreview: "STOP" },
    consent: [{ given: true }, { given: false, wording: "STOP" }, { given: true }],
    notes: [{ author: admin.actor.username, body: "Called her" }],
    texts: [
      { direction: "inbound", body: "Hello" },
      { campaign: "Spring", body: "Hi", status: "sent" },
      { direction: "inbound", body: "STOP" },
      { purpose: "keyword" },
    ],
  });
  const actions = body.log.map(({ action }: { action: string }) => action);
  expect(actions).toContain("contact.export_one");
  expect(actions).toContain("contact.note_add");
});
