import { expect, test } from "bun:test";
import { addStaff } from "#tests/support/crawl.ts";
import { endpoints } from "#tests/support/endpoints.ts";
import { sentinelSalon } from "#tests/support/sentinels.ts";
import { contact, type Person } from "#tests/support/test-app.ts";

const HIDES_NAMES = { canViewClientNames: false };
const HIDES_PHONES = { canViewClientPhoneNumbers: false };

/** A real client's name and number between others, in the forms that are masked. */
const GUESSES = "Anna Zyxwela Quorvane Maria 5557390 5557391 5557392 +1 202 555 7391 zyxwéla";
const SPOKEN = "five five five seven three nine one";

/** Every request with which a user writes words of their own. */
const WRITES = {
  note: (words: string) => ["POST", "/api/contacts/1/notes", { body: words }],
  "changed note": (words: string) => ["PATCH", "/api/contacts/1/notes/:own", { body: words }],
  text: (words: string) => [
    "POST",
    "/api/conversations/messages",
    { conversationId: 1, body: words },
  ],
  draft: (words: string) => ["POST", "/api/conversations/1/draft", { body: words }],
  appointment: (words: string) => ["PATCH", "/api/appointments/1", { service: words }],
  usage: (words: string) => [
    "POST",
    "/api/subscriptions/1/mark-usage",
    { usedDate: "2026-11-20", notes: words },
  ],
  tag: (words: string) => ["POST", "/api/tags", { name: words.slice(0, 40) }],
  campaign: (words: string) => [
    "POST",
    "/api/campaigns",
    { name: words.slice(0, 40), message: words, audience: { all: true }, skipCheck: true },
  ],
  membership: (words: string) => [
    "POST",
    "/api/memberships",
    { name: words.slice(0, 40), description: words, price: "49.00" },
  ],
} as const satisfies Record<string, (words: string) => readonly [string, string, object]>;

/** Every text in a reply that begins with the marker. */
function textsIn(value: unknown, marker: string): string[] {
  if (typeof value === "string") return value.includes(marker) ? [value] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap((one) => textsIn(one, marker));
}

/** What a person reads that contains the marker, by every GET of the API. */
async function readAll(person: Person, marker: string): Promise<string[]> {
  const paths = endpoints
    .filter(({ method, file }) => method === "GET" && !file)
    .flatMap(({ path }) =>
      path.includes(":") ? [1, 2, 3].map((id) => path.replace(/:\w+/, String(id))) : [path],
    );
  const found: string[] = [];
  for (const path of [...paths, `/api/conversations?q=${marker}`]) {
    const { status, body } = await person.request("GET", path);
    if (status === 200) found.push(...textsIn(body, marker));
  }
  return found;
}

for (const [hidden, permissions] of [
  ["names", HIDES_NAMES],
  ["numbers", HIDES_PHONES],
  ["both", { ...HIDES_NAMES, ...HIDES_PHONES }],
] as const)
  for (const [kind, write] of Object.entries(WRITES))
    test(`a ${kind} by a user without ${hidden} reads back as it was written`, async () => {
      const parlor = await sentinelSalon();
      await parlor.admin.request("POST", "/api/contacts/1/opt-in");
      const author = addStaff(parlor, permissions);
      const words = `Marked ${GUESSES} ${SPOKEN}`;
      const own = await author.request("POST", "/api/contacts/1/notes", { body: "Hello" });
      const [method, path, body] = write(words);
      const reply = await author.request(method, path.replace(":own", own.body.id), body);
      expect(reply.status).toBeLessThan(300);

      const read = [...textsIn(reply.body, "Marked "), ...(await readAll(author, "Marked "))];
      expect(read.length).toBeGreaterThan(0);
      // Shortened where a title or a preview is.
      for (const text of read) expect(words).toStartWith(text);
    });

test.each([
  ["note", WRITES.note],
  ["text", WRITES.text],
  ["appointment", WRITES.appointment],
  ["usage", WRITES.usage],
] as const)("other users read a %s masked according to their permissions", async (_, write) => {
  const parlor = await sentinelSalon();
  await parlor.admin.request("POST", "/api/contacts/1/opt-in");
  const author = addStaff(parlor, HIDES_NAMES);
  await author.request(...(write("Marked for Zyxwela, 202 555 7391") as [string, string, object]));
  const other = addStaff(parlor, { ...HIDES_NAMES, ...HIDES_PHONES });
  const read = await readAll(other, "Marked ");
  expect(new Set(read)).toEqual(new Set(["Marked for •••, ••• ••• 7391"]));
  expect(await readAll(parlor.admin, "Marked ")).toContain("Marked for Zyxwela, 202 555 7391");
});

test("a note that another user changed is no longer its author's own", async () => {
  const parlor = await sentinelSalon();
  const author = addStaff(parlor, HIDES_NAMES);
  const note = await author.request("POST", "/api/contacts/1/notes", { body: "Marked" });
  const path = `/api/contacts/1/notes/${note.body.id}`;
  await parlor.admin.request("PATCH", path, { body: "Marked Zyxwela" });
  expect(new Set(await readAll(author, "Marked "))).toEqual(new Set(["Marked •••"]));
});

test("a retried text stays its author's own, and merge fields stay hidden", async () => {
  const parlor = await sentinelSalon();
  await parlor.admin.request("POST", "/api/contacts/1/opt-in");
  const author = addStaff(parlor, HIDES_NAMES);
  const body = "Marked {firstName} {name} Zyxwela";
  const sent = await author.request("POST", "/api/conversations/messages", {
    conversationId: 1,
    body,
  });
  parlor.app.db.run(`update messages set status = 'failed' where id = ${sent.body.id}`);
  await parlor.admin.request("POST", `/api/conversations/messages/${sent.body.id}/retry`);
  const read = await readAll(author, "Marked ");
  expect(new Set(read)).toEqual(new Set(["Marked ••• ••• ••• Zyxwela"]));
});

test("a campaign's text in a thread doesn't show masked readers which words are the name", async () => {
  const parlor = await sentinelSalon();
  await parlor.admin.request("POST", "/api/contacts/1/opt-in");
  await parlor.admin.request("POST", "/api/campaigns", {
    name: "Guesses",
    message: `Marked {firstName|there} ${GUESSES}`,
    audience: { all: true },
    skipCheck: true,
  });
  await parlor.sendAll();
  const masked = addStaff(parlor, { ...HIDES_NAMES, ...HIDES_PHONES });
  const { body } = await masked.request("GET", "/api/conversations/1/messages");
  const [text = ""] = textsIn(body, "Marked ");
  expect(text).toStartWith(`Marked ••• ${GUESSES}`);
  const nameless = addStaff(parlor, HIDES_PHONES);
  const named = await nameless.request("GET", "/api/conversations/1/messages");
  expect(textsIn(named.body, "Marked ")[0]).toStartWith(`Marked Zyxwela ${GUESSES}`);
});

test("a reminder repeats the author's own service unmasked, and never the client's name", async () => {
  const parlor = await sentinelSalon();
  await parlor.admin.request("POST", "/api/contacts/1/opt-in");
  await parlor.admin.request("POST", "/api/settings", {
    appointmentThankYouEnabled: true,
    appointmentThankYouMessage: "Thanks {firstName} for {service}",
    appointmentThankYouDelayMinutes: 0,
  });
  const author = addStaff(parlor, HIDES_NAMES);
  await author.request("PATCH", "/api/appointments/1", { service: "Marked Anna Zyxwela" });
  parlor.clock.now += 3 * 60 * 60 * 1000;
  const { sendThankYous } = await import("#src/calendar/reminders/send-thank-yous.ts");
  await sendThankYous(parlor.app);
  // The wording itself is listed too, with its fields.
  const texts = (await readAll(author, "Thanks")).filter((text) => /^Thanks [^{]/.test(text));
  expect(new Set(texts)).toEqual(new Set(["Thanks ••• for Marked Anna Zyxwela"]));
});

test("erasing what was written erases the author's copy", async () => {
  const parlor = await sentinelSalon();
  await parlor.admin.request("POST", "/api/contacts/1/opt-in");
  const author = addStaff(parlor, HIDES_NAMES);
  await author.request(...WRITES.note("Marked "));
  await author.request(...WRITES.text("Marked "));
  const count = () => parlor.app.db.query("select count(*) as n from own_words").get();
  expect(count()).toEqual({ n: 2 });
  await parlor.admin.request("DELETE", "/api/conversations/1");
  expect(count()).toEqual({ n: 1 });
  const notes = await parlor.admin.request("GET", "/api/contacts/1/notes");
  await parlor.admin.request("DELETE", `/api/contacts/1/notes/${notes.body.notes[0].id}`);
  expect(count()).toEqual({ n: 0 });
});

test("erasing a client erases what was written about them, also in waiting texts", async () => {
  const parlor = await sentinelSalon();
  const id = contact(parlor.app, parlor.admin, "Ada Quill", "+12025550111");
  const started = await parlor.admin.request("POST", "/api/conversations", { contactId: id });
  const author = addStaff(parlor, HIDES_NAMES);
  await author.request("POST", `/api/contacts/${id}/notes`, { body: "Marked" });
  const sent = await author.request("POST", "/api/conversations/messages", {
    conversationId: started.body.id,
    body: "Marked",
  });
  expect(sent.status).toBe(201);
  const erased = await parlor.admin.request("POST", `/api/contacts/${id}/erase`, {
    name: "Ada Quill",
  });
  expect(erased.status).toBe(204);
  expect(parlor.app.db.query("select * from own_words").all()).toEqual([]);
});
