import { expect, test } from "bun:test";
import * as z from "zod/mini";
import { describeToolCall } from "#src/calls/tools/tools.ts";
import { addTurn } from "#src/calls/transcripts/transcripts.ts";
import { maskReply } from "#src/platform/http/mask-reply.ts";
import { clientName } from "#src/shared/client-fields.ts";
import { NEW_USER_PERMISSIONS, type Permissions } from "#src/shared/permissions.ts";
import { addStaff, crawl } from "#tests/support/crawl.ts";
import {
  type Leaks,
  leaksIn,
  ODD_CLIENTS,
  oddLeaksIn,
  sentinelSalon,
  writeAs,
} from "#tests/support/sentinels.ts";
import { type Person, stranger, testApp } from "#tests/support/test-app.ts";

test("a user who may see both finds the names and numbers that are hidden from others", async () => {
  const parlor = await sentinelSalon();
  const { names, phones, read } = await crawl(addStaff(parlor, {}));
  expect(read).toBeGreaterThan(40);
  // Else the tests below would look for something that is nowhere.
  for (const path of [
    "/api/contacts",
    "/api/conversations",
    "/api/conversations/1/messages",
    "/api/activity",
    "/api/contacts/1/history",
    "/api/appointments",
    "/api/contacts/1/appointments",
    "/api/contact-update-requests",
    "/api/call-transcripts",
    "/api/call-transcripts/1",
    "/api/call-transcripts?q=Zyxwela&search=Zyxwela",
    "/call-transcripts",
    "/call-transcripts?call=2",
    "/api/potential-appointments",
    "/potential-appointments",
    "/api/audit-logs",
    "/api/subscriptions",
    "/subscriptions",
    "/api/payment-plan-subscriptions",
    "/api/payment-plan-subscriptions/1",
    "/payment-plan-subscriptions",
    "/api/google-reviews",
    "/reviews",
    "/inbox",
    "/contact-updates",
    "/audit-logs",
    "/contacts/1",
    "/appointments?date=2026-11-20",
  ]) {
    expect([path, names.includes(path)]).toEqual([path, true]);
    expect([path, phones.includes(path) || path === "/api/activity"]).toEqual([path, true]);
  }
  for (const path of [
    "/api/subscriptions/1/usage",
    "/api/deletion-conflicts",
    "/appointment-management",
  ])
    expect([path, names.includes(path)]).toEqual([path, true]);
});

test.each([
  ["names", { canViewClientNames: false }],
  ["phones", { canViewClientPhoneNumbers: false }],
] as const)("hidden %s appear nowhere", async (what, permissions) => {
  const parlor = await sentinelSalon();
  const seen = await crawl(addStaff(parlor, permissions));
  expect(seen.read).toBeGreaterThan(40);
  expect(seen[what]).toEqual([]);
});

test("a user who may see neither names nor numbers sees neither", async () => {
  const parlor = await sentinelSalon();
  const seen = await crawl(
    addStaff(parlor, { canViewClientNames: false, canViewClientPhoneNumbers: false }),
  );
  expect(seen).toMatchObject({ names: [], phones: [], failed: [] });
});

test.each(ODD_CLIENTS)(
  "%s %s is read by others on every screen and list, and by this user nowhere",
  async (first, last, name) => {
    const parlor = await sentinelSalon(undefined, writeAs(first, last));
    const look = oddLeaksIn(name);
    const open = await crawl(addStaff(parlor, {}), look);
    expect(open.names.length).toBeGreaterThan(40);
    expect(open.phones.length).toBeGreaterThan(25);
    const seen = await crawl(addStaff(parlor, { ...HIDES_NAMES, ...HIDES_PHONES }), look);
    expect(seen).toMatchObject({ names: [], phones: [], failed: [] });
    expect(seen.read).toBeGreaterThan(40);
  },
);

test("a text that can't be masked is hidden, and the rest of its list is read", async () => {
  const parlor = await sentinelSalon();
  const { request } = addStaff(parlor, HIDES_NAMES);
  parlor.app.db.run("drop table own_words");
  const { status, body } = await request("GET", "/api/conversations/1/messages");
  expect(status).toBe(200);
  expect(new Set(body.messages.map((one: { body: string }) => one.body))).toEqual(new Set(["•••"]));
});

test("a value of an unknown shape is hidden", () => {
  const { app } = testApp();
  const shape = z.object({ name: clientName("id"), pair: z.tuple([clientName()]) });
  const reply = { name: "Ana", pair: ["Ana"] };
  const reader = {
    role: "user",
    permissions: { ...NEW_USER_PERMISSIONS, ...HIDES_NAMES, ...HIDES_PHONES },
  } as const;
  expect(maskReply(app, shape, reply as never, reader, undefined)).toEqual({
    name: "Client",
    pair: null,
  } as never);
});

/** The service of both appointments of the second employee. */
const OF_ANOTHER = /balayage|2026-11-27T10/i;

function ofAnother(text: string, path: string, leaks: Leaks): void {
  if (OF_ANOTHER.test(text)) leaks.names.push(path);
}

test("a user who may see one employee finds nothing of another's, on any page or in any reply", async () => {
  const parlor = await sentinelSalon();
  const all = await crawl(addStaff(parlor, {}), ofAnother);
  expect(all.names).toContain("/api/appointments");
  expect(all.names).toContain("/api/deletion-conflicts");
  expect(all.names).toContain("/api/potential-appointments");
  const limited = await crawl(addStaff(parlor, { employeeIds: [1] }), ofAnother);
  expect(limited.read).toBeGreaterThan(40);
  expect(limited.names).toEqual([]);
});

test("server events contain ids, and nothing about a client", async () => {
  const parlor = await sentinelSalon();
  const { open } = addStaff(parlor, {
    canViewClientNames: false,
    canViewClientPhoneNumbers: false,
  });
  const stream = (await open("/api/events")).body?.getReader();
  await parlor.admin.request("PATCH", "/api/contacts/1", { name: "Zyxwela Second" });
  await parlor.admin.request("POST", "/api/contacts/1/notes", { body: "Zyxwela, 2025557391" });
  let told = "";
  while (!told.includes('"contacts"')) {
    const { value } = (await stream?.read()) ?? {};
    told += new TextDecoder().decode(value);
  }
  await stream?.cancel();
  const seen: Leaks = { names: [], phones: [], read: 0, failed: [] };
  leaksIn(told, "/api/events", seen);
  expect(seen).toEqual({ names: [], phones: [], read: 0, failed: [] });
});

const HIDES_NAMES = { canViewClientNames: false };
const HIDES_PHONES = { canViewClientPhoneNumbers: false };
const NAME_GUESSES = ["Zyxwela", "quorvane", "Zy", "yxwe"];
const PHONE_GUESSES = ["2025557391", "5557391", "+1202555", "+1", "7391", '"5557391', "20"];

test.each([
  ["names", HIDES_NAMES, NAME_GUESSES],
  ["numbers", HIDES_PHONES, PHONE_GUESSES],
  ["either", { ...HIDES_NAMES, ...HIDES_PHONES }, [...NAME_GUESSES, ...PHONE_GUESSES]],
] as const)("a guess at hidden %s finds the same as nonsense", async (_, permissions, guesses) => {
  const parlor = await sentinelSalon();
  const { request } = addStaff(parlor, permissions);
  for (const list of ["contacts", "conversations"]) {
    const nonsense = await request("GET", `/api/${list}?q=qqqqqq`);
    expect(nonsense.body[list]).toEqual([]);
    for (const guess of guesses) {
      const { body } = await request("GET", `/api/${list}?q=${encodeURIComponent(guess)}`);
      expect([guess, body]).toEqual([guess, nonsense.body]);
    }
  }
});

test("a guess at hidden names or numbers finds no review either", async () => {
  const parlor = await sentinelSalon();
  const found = async (permissions: Partial<Permissions>, q: string) =>
    (await addStaff(parlor, permissions).request("GET", `/api/google-reviews?q=${q}`)).body.length;
  expect([await found({}, "quorv"), await found({}, "5557391")]).toEqual([3, 2]);
  for (const guess of ["quorv", "Zyxwela", "Fan", "5557391"]) {
    const digits = /\d/.test(guess);
    expect(await found(HIDES_NAMES, guess)).toBe(digits ? 2 : 0);
    if (digits) expect(await found(HIDES_PHONES, guess)).toBe(0);
    expect(await found({ ...HIDES_NAMES, ...HIDES_PHONES }, guess)).toBe(0);
  }
});

test("visible fields can still be searched", async () => {
  const parlor = await sentinelSalon();
  const found = async (permissions: Partial<Permissions>, q: string) =>
    (await addStaff(parlor, permissions).request("GET", `/api/contacts?q=${q}`)).body.contacts
      .length;
  expect(await found(HIDES_PHONES, "zyxwela")).toBe(1);
  expect(await found(HIDES_NAMES, "5557391")).toBe(1);
});

test("the digits of a hidden name find no one", async () => {
  const parlor = await sentinelSalon();
  stranger(parlor.app, parlor.admin, "Studio 64", "+12025550111");
  const find = async (person: Person) =>
    (await person.request("GET", "/api/contacts?q=64")).body.contacts.length;
  expect([await find(parlor.admin), await find(addStaff(parlor, HIDES_NAMES))]).toEqual([1, 0]);
});

test.each([
  ["names", HIDES_NAMES, NAME_GUESSES],
  ["numbers", HIDES_PHONES, PHONE_GUESSES],
] as const)("a guess at hidden %s finds no call", async (_, permissions, guesses) => {
  const parlor = await sentinelSalon();
  const { request } = addStaff(parlor, permissions);
  for (const guess of guesses) {
    const { body } = await request("GET", `/api/call-transcripts?q=${encodeURIComponent(guess)}`);
    expect([guess, body]).toEqual([guess, []]);
  }
});

test("a caller's words are masked for users who may not see names", async () => {
  const parlor = await sentinelSalon();
  const { body } = await addStaff(parlor, HIDES_NAMES).request("GET", "/api/call-transcripts/1");
  expect(body).toMatchObject({
    callerNumber: "+12025557391",
    matchedContact: { name: "Client #1" },
    callerNames: ["Client #1"],
  });
  expect(body.messagesJson.map(({ content }: { content: string }) => content)).toEqual([
    "Hi, it's •••, from 202 555 7391.",
    "Hello •••!",
    "Tell •••'S sister too, +1 (202) 555-7392.",
  ]);
});

test("a tool's arguments are stored as read, and omitted for users who may not see clients", async () => {
  const parlor = await sentinelSalon();
  const content = describeToolCall({
    id: "1",
    name: "request_appointment",
    args: String.raw`{"name":"\u005ayxwela","time":null,"notes":"call +1202555\u0037391"}`,
  });
  expect(content).toBe("request_appointment, name: Zyxwela, notes: call +12025557391");
  addTurn(parlor.app, 1, { role: "system", content });
  const rolesFor = async (permissions: Partial<Permissions>) => {
    const { body } = await addStaff(parlor, permissions).request("GET", "/api/call-transcripts/1");
    return body.messagesJson.map(({ role }: { role: string }) => role);
  };
  expect(await rolesFor({})).toContain("system");
  expect(await rolesFor(HIDES_NAMES)).not.toContain("system");
  expect(await rolesFor(HIDES_PHONES)).not.toContain("system");
});

const SOMEBODY = { name: "Ivy New", phoneNumber: "+12025557391" };

test.each([
  ["names", HIDES_NAMES, "POST", "/api/contacts", SOMEBODY],
  ["numbers", HIDES_PHONES, "POST", "/api/contacts", SOMEBODY],
  ["names", HIDES_NAMES, "PATCH", "/api/contacts/1", { name: "Ivy" }],
  ["names", HIDES_NAMES, "PATCH", "/api/contacts/1", { email: "ivy@example.com" }],
  ["numbers", HIDES_PHONES, "PATCH", "/api/contacts/1", { phoneNumber: "+12025557392" }],
  ["names", HIDES_NAMES, "GET", "/api/payment-plan-subscriptions/1/agreement", undefined],
  ["numbers", HIDES_PHONES, "GET", "/api/payment-plan-subscriptions/1/agreement", undefined],
  ["names", HIDES_NAMES, "GET", "/api/subscriptions/1/agreement", undefined],
  ["numbers", HIDES_PHONES, "GET", "/api/subscriptions/1/agreement", undefined],
  ["names", HIDES_NAMES, "POST", "/api/google-reviews/1/match", { contactId: 1 }],
  ["names", HIDES_NAMES, "DELETE", "/api/google-reviews/1/match", undefined],
  ["names", HIDES_NAMES, "GET", "/api/media/1", undefined],
  ["numbers", HIDES_PHONES, "GET", "/api/media/1", undefined],
  ["names", HIDES_NAMES, "POST", "/api/contact-update-requests/1/approve", { contactId: 1 }],
  ["numbers", HIDES_PHONES, "POST", "/api/contact-update-requests/1/approve", { contactId: 1 }],
  ["names", HIDES_NAMES, "GET", "/api/contact-update-requests/1/suggestions", undefined],
  ["numbers", HIDES_PHONES, "GET", "/api/contact-update-requests/1/suggestions", undefined],
] as const)(
  "%#: a user who may not see %s is refused",
  async (_, permissions, method, path, body) => {
    const parlor = await sentinelSalon();
    expect((await addStaff(parlor, permissions).request(method, path, body)).status).toBe(403);
  },
);

test("a taken number is reported without the name of its contact", async () => {
  const parlor = await sentinelSalon();
  const { request } = addStaff(parlor, HIDES_NAMES);
  const { status, body } = await request("PATCH", "/api/contacts/2", {
    phoneNumber: "+12025557391",
  });
  expect([status, body.message]).toEqual([409, "This contact already exists."]);
});

test("a test text to an opted-out number reveals nothing to users who may not see numbers", async () => {
  const parlor = await sentinelSalon();
  await parlor.admin.request("POST", "/api/settings", { testPhoneNumber: "+12025557391" });
  const test = { message: "Hello" };
  const open = await addStaff(parlor, {}).request("POST", "/api/campaigns/test", test);
  const masked = await addStaff(parlor, HIDES_PHONES).request("POST", "/api/campaigns/test", test);
  expect([open.status, masked.status]).toEqual([403, 201]);
  const sent = parlor.app.db.query("select 1 from messages where kind = 'test'").all();
  expect(sent).toEqual([]);
});

test("a quick reply's fields are filled in for the client although the writer never sees the name", async () => {
  const parlor = await sentinelSalon();
  await parlor.admin.request("POST", "/api/contacts/1/opt-in");
  const { request } = addStaff(parlor, HIDES_NAMES);
  const body = "Hi {firstName|there}, come in";
  const sent = await request("POST", "/api/conversations/messages", { conversationId: 1, body });
  expect([sent.status, sent.body.body]).toEqual([201, "Hi •••, come in"]);
  const kept = parlor.app.db.query("select body from messages order by id desc limit 1").get();
  expect(kept).toEqual({ body: "Hi Zyxwela, come in" });
});
