import { expect, test } from "bun:test";
import { contact, testApp } from "#tests/support/test-app.ts";

function salon() {
  const parlor = testApp();
  const id = contact(parlor.app, parlor.admin, "Ada", "+12025550111");
  return { ...parlor, id, path: `/api/contacts/${id}/notes` };
}

test("a note shows its author and time, and the newest is first", async () => {
  const { admin, person, clock, path } = salon();
  const mia = person("user", ["/contacts"]);
  const { status, body } = await mia.request("POST", path, { body: " Likes window seats " });
  const note = {
    id: 1,
    body: "Likes window seats",
    author: mia.actor.username,
    canChange: true,
    createdAt: new Date(clock.now).toISOString(),
    editedAt: null,
  };
  expect([status, body]).toEqual([201, note]);
  clock.now += 1000;
  await admin.request("POST", path, { body: "Allergic to ammonia" });
  const { body: list } = await mia.request("GET", path);
  expect(list).toMatchObject({
    notes: [{ body: "Allergic to ammonia", canChange: false }, note],
    nextCursor: null,
  });
});

test("a note is changed and deleted only by its author or an admin", async () => {
  const { admin, person, path, clock } = salon();
  const [mia, leo] = [person("user", ["/contacts"]), person("user", ["/inbox"])];
  const { body: note } = await mia.request("POST", path, { body: "First" });
  const one = `${path}/${note.id}`;
  expect((await leo.request("PATCH", one, { body: "Mine" })).status).toBe(403);
  expect((await leo.request("DELETE", one)).status).toBe(403);
  clock.now += 5000;
  const { body: changed } = await mia.request("PATCH", one, { body: "Second" });
  expect(changed).toEqual({ ...note, body: "Second", editedAt: new Date(clock.now).toISOString() });
  expect((await admin.request("PATCH", one, { body: "Third" })).body.author).toBe(note.author);
  expect((await admin.request("DELETE", one)).status).toBe(204);
  expect((await admin.request("DELETE", one)).status).toBe(404);
});

test("notes are audited without their text", async () => {
  const { admin, app, path, id } = salon();
  const { body: note } = await admin.request("POST", path, { body: "secretword" });
  await admin.request("PATCH", `${path}/${note.id}`, { body: "secretword two" });
  await admin.request("DELETE", `${path}/${note.id}`);
  const rows = app.db
    .query(
      "select action, target_id as target, metadata from audit_logs where action like '%note%'",
    )
    .all();
  expect(rows).toEqual(
    ["contact.note_add", "contact.note_change", "contact.note_delete"].map((action) => ({
      action,
      target: String(id),
      metadata: JSON.stringify({ note: note.id }),
    })),
  );
});

test.each([
  ["  ", "Write a note first"],
  ["x".repeat(4001), "A note can be up to 4000 characters"],
])("an empty or oversized note is refused at its field (%#)", async (body, message) => {
  const { admin, path } = salon();
  const refused = await admin.request("POST", path, { body });
  expect([refused.status, refused.body.errors]).toEqual([400, { body: message }]);
  expect((await admin.request("GET", path)).body.notes).toEqual([]);
});

test("notes are paged, and another client's note is not found", async () => {
  const { admin, app, path } = salon();
  const bea = contact(app, admin, "Bea", "+12025550112");
  for (const body of ["1", "2", "3"]) await admin.request("POST", path, { body });
  const { body: first } = await admin.request("GET", `${path}?limit=2`);
  const { body: rest } = await admin.request("GET", `${path}?before=${first.nextCursor}`);
  const words = [...first.notes, ...rest.notes].map(({ body }) => body);
  expect([words, rest.nextCursor]).toEqual([["3", "2", "1"], null]);
  expect((await admin.request("DELETE", `/api/contacts/${bea}/notes/1`)).status).toBe(404);
  expect((await admin.request("POST", "/api/contacts/99/notes", { body: "x" })).status).toBe(404);
  expect((await admin.request("GET", `${path}?before=nonsense`)).status).toBe(400);
});
