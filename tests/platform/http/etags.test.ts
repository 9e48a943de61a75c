import { expect, test } from "bun:test";
import { users } from "#src/accounts/users/contract.ts";
import { contacts } from "#src/clients/contacts/contract.ts";
import { campaigns } from "#src/messaging/campaigns/contract.ts";
import { dashboard } from "#src/messaging/dashboard/contract.ts";
import { inbox } from "#src/messaging/inbox/contract.ts";
import { settings } from "#src/platform/settings/contract.ts";
import type { AnyEndpoint } from "#src/shared/endpoint.ts";
import { sidOf } from "#tests/fakes/sms.ts";
import { contact, type Person, type TestApp, testApp } from "#tests/support/test-app.ts";
import { postInbound, postReceipt } from "#tests/support/twilio-posts.ts";

const ADA = "+12025550111";
const LISTS = [users, contacts, campaigns, inbox, dashboard, settings]
  .flatMap((contract) => Object.values(contract) as AnyEndpoint[])
  .filter(({ hasEtag, reads }) => hasEtag && reads.length > 0)
  .map(({ path }) => path.replace(":id", "1"))
  // One campaign, its report and its composer: they read what the list reads.
  .filter((path) => !path.startsWith("/api/campaigns/"));

interface Salon extends TestApp {
  readonly mia: Person;
  readonly pending: Person;
}

/** Two contacts, one of whom wrote; a draft (1), a sending campaign (2), a stopped one (3). */
async function salon(): Promise<Salon> {
  const parlor = testApp();
  const { admin, app, hono, person } = parlor;
  const mia = person("user", ["/campaigns"]);
  const contactIds = [contact(app, admin, "Ada", ADA), contact(app, admin, "Bea", "+12025550112")];
  await postInbound(hono, { sid: sidOf(900), from: ADA, body: "Hello" });
  const answer = { conversationId: 1, body: "Good morning" };
  await admin.request("POST", "/api/conversations/messages", answer);
  await parlor.sendAll();
  await mia.request("POST", "/api/campaigns", { name: "Draft", message: "Hi" });
  for (const name of ["Sending", "Stopped"])
    await admin.request("POST", "/api/campaigns", { name, message: "Hi", contactIds });
  await admin.request("POST", "/api/campaigns/3/stop");
  return { ...parlor, mia, pending: person("user", [], false) };
}

interface Seen {
  readonly etag: string;
  readonly body: string;
}

async function look({ admin }: TestApp): Promise<Map<string, Seen>> {
  const seen = new Map<string, Seen>();
  for (const path of LISTS) {
    const { status, headers, body } = await admin.request("GET", path);
    expect([path, status]).toEqual([path, status === 404 ? 404 : 200]);
    seen.set(path, { etag: headers.get("etag") ?? "", body: JSON.stringify(body) });
  }
  return seen;
}

/** A change, and the lists that must not return 304 after it. */
type Row = readonly [
  verb: string,
  run: (parlor: Salon) => Promise<unknown>,
  changed: readonly string[],
];

const CONTACTS = ["/api/contacts", "/api/contacts/all"];
const CAMPAIGNS = ["/api/campaigns", "/api/activity"];
const CHATS = ["/api/conversations", "/api/conversations/1", "/api/activity"];
const THREAD = "/api/conversations/1/messages";
const ASIDE = "/api/conversations/1/client";
const STATS = "/api/stats";
const WAITING = "/api/waiting";
const request =
  (method: string, path: string, body?: unknown) =>
  ({ admin }: Salon) =>
    admin.request(method, path, body);

const TABLE: readonly Row[] = [
  [
    "register",
    ({ visitor }) =>
      visitor("POST", "/api/register", { username: "n", email: "n@e.com", password: "a long one" }),
    ["/api/users", "/api/users/pending"],
  ],
  [
    "approve a user",
    ({ admin, pending }) =>
      admin.request("POST", `/api/users/${pending.id}/approve`, { permissions: { pages: [] } }),
    ["/api/users", "/api/users/pending"],
  ],
  [
    "delete a user",
    ({ admin, mia }) => admin.request("DELETE", `/api/users/${mia.id}`),
    ["/api/users", "/api/campaigns"],
  ],
  [
    "add a contact",
    request("POST", "/api/contacts", { name: "Cleo", phoneNumber: "+12025550113" }),
    [...CONTACTS, STATS],
  ],
  [
    "rename a contact",
    request("PATCH", "/api/contacts/1", { name: "A" }),
    [...CONTACTS, ...CHATS, WAITING],
  ],
  [
    "opt a contact out",
    request("POST", "/api/contacts/1/opt-out"),
    [...CONTACTS, ...CHATS.slice(0, 2), ASIDE, WAITING],
  ],
  [
    "delete a contact",
    request("DELETE", "/api/contacts/1"),
    [...CONTACTS, ...CHATS, THREAD, ASIDE, STATS, "/api/campaigns", WAITING],
  ],
  [
    "import",
    request("POST", "/api/contacts/bulk-import", { contacts: [{ phoneNumber: "+12025550113" }] }),
    [...CONTACTS, STATS],
  ],
  [
    "create a campaign",
    request("POST", "/api/campaigns", {
      name: "B",
      message: "Hi",
      skipCheck: true,
      contactIds: [1],
    }),
    [...CAMPAIGNS, STATS],
  ],
  [
    "approve a draft",
    request("POST", "/api/campaigns/1/approve", { skipCheck: true, contactIds: [1] }),
    CAMPAIGNS,
  ],
  [
    "edit a message",
    request("PATCH", "/api/campaigns/1/message", { message: "x" }),
    ["/api/campaigns"],
  ],
  ["stop", request("POST", "/api/campaigns/2/stop"), CAMPAIGNS],
  ["resume", request("POST", "/api/campaigns/3/resume"), CAMPAIGNS],
  ["delete a campaign", request("DELETE", "/api/campaigns/3"), [...CAMPAIGNS, STATS]],
  [
    "write to a client",
    request("POST", "/api/conversations/messages", { conversationId: 1, body: "Hi" }),
    // What the client wrote is unread and waits, in their words.
    [...CHATS, THREAD],
  ],
  [
    "open a conversation",
    request("POST", "/api/conversations", { contactId: 2 }),
    ["/api/conversations", "/api/activity", STATS],
  ],
  [
    "read a conversation",
    request("POST", "/api/conversations/1/mark-read"),
    [...CHATS, THREAD, STATS, WAITING],
  ],
  [
    "delete a conversation",
    request("DELETE", "/api/conversations/1"),
    [...CHATS, THREAD, ASIDE, STATS, WAITING],
  ],
  ["save settings", request("POST", "/api/settings", { businessName: "Arch" }), ["/api/settings"]],
  [
    "a client writes",
    ({ hono }) => postInbound(hono, { sid: sidOf(901), from: ADA, body: "Me again" }),
    [...CHATS, THREAD, WAITING],
  ],
  [
    "an unknown client writes",
    ({ hono }) => postInbound(hono, { sid: sidOf(901), from: "+12025550119", body: "Hi" }),
    [...CONTACTS, "/api/conversations", "/api/activity", STATS, WAITING],
  ],
  [
    "a client says STOP",
    ({ hono }) => postInbound(hono, { sid: sidOf(901), from: ADA, body: "STOP" }),
    [...CONTACTS, ...CHATS, THREAD, ASIDE, WAITING],
  ],
  [
    "a chat's receipt comes",
    ({ hono, sms }) =>
      postReceipt(hono, sms.sent[0]?.statusCallback ?? "", {
        sid: sidOf(1),
        to: ADA,
        status: "delivered",
      }),
    ["/api/conversations", "/api/conversations/1", THREAD],
  ],
  ["texts leave", ({ sendAll }) => sendAll(), [...CAMPAIGNS, THREAD, ASIDE, STATS]],
  [
    "a waiting chat is skipped for a STOP",
    async ({ admin, sendAll, hono }) => {
      await admin.request("POST", "/api/campaigns/2/stop");
      const wanted = { conversationId: 1, body: "Hi" };
      await admin.request("POST", "/api/conversations/messages", wanted);
      await postInbound(hono, { sid: sidOf(901), from: ADA, body: "STOP", optOutType: "STOP" });
      const former = await admin.request("GET", THREAD);
      await sendAll();
      const etag = former.headers.get("etag") ?? "";
      const poll = await admin.request("GET", THREAD, undefined, { "if-none-match": etag });
      expect(poll.status).toBe(200);
    },
    [...CONTACTS, ...CHATS, THREAD, ASIDE, "/api/campaigns", WAITING],
  ],
];

test.each(TABLE)(
  "after a change, each changed list has a new ETag: %s",
  async (_, run, changed) => {
    const parlor = await salon();
    const before = await look(parlor);
    await run(parlor);
    const answers: Record<string, number> = {};
    for (const [path, { etag }] of before)
      answers[path] = (
        await parlor.admin.request("GET", path, undefined, { "if-none-match": etag })
      ).status;
    const after = await look(parlor);
    const differing = LISTS.filter((path) => before.get(path)?.body !== after.get(path)?.body);
    expect(differing.sort()).toEqual([...changed].sort());
    for (const path of differing) expect([path, answers[path]]).not.toEqual([path, 304]);
  },
);

test("every unchanged list returns 304 without a body, with its caching rules", async () => {
  const parlor = await salon();
  expect(LISTS.length).toBeGreaterThanOrEqual(10);
  for (const path of LISTS) {
    const first = await parlor.admin.request("GET", path);
    const etag = first.headers.get("etag") ?? "";
    expect(etag).toMatch(/^W\/"\S+"$/);
    const again = await parlor.admin.request("GET", path, undefined, { "if-none-match": etag });
    expect([path, again.status, again.body]).toEqual([path, 304, ""]);
    for (const { headers } of [first, again]) {
      expect(headers.get("cache-control")).toBe("private, no-cache");
      expect(headers.get("vary")).toBe("Cookie, Accept-Encoding");
      expect(headers.get("etag")).toBe(etag);
    }
  }
});

test("an ETag is valid for one user with these permissions and one request", async () => {
  const parlor = await salon();
  const etag = async (person: Person, path: string) =>
    (await person.request("GET", path)).headers.get("etag");
  const tags = [
    await etag(parlor.admin, "/api/campaigns"),
    await etag(parlor.mia, "/api/campaigns"),
    await etag(parlor.admin, "/api/contacts"),
    await etag(parlor.admin, "/api/contacts?q=ada"),
  ];
  expect(new Set(tags).size).toBe(4);
  const before = tags[1] ?? "";
  parlor.app.db.run("update users set permission_version = permission_version + 1");
  const poll = await parlor.mia.request("GET", "/api/campaigns", undefined, {
    "if-none-match": before,
  });
  expect(poll.status).toBe(200);
});

test("an ETag grants no access: signed-out users get 401", async () => {
  const parlor = await salon();
  const { headers } = await parlor.admin.request("GET", "/api/contacts");
  const etag = headers.get("etag") ?? "";
  const poll = await parlor.visitor("GET", "/api/contacts", undefined, { "if-none-match": etag });
  expect(poll.status).toBe(401);
});
