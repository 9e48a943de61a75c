import { expect, test } from "bun:test";
import { contact, testApp } from "#tests/support/test-app.ts";

const OPENED = { name: "Ada Lovelace" };

function salon() {
  const given = testApp();
  const id = contact(given.app, given.admin, "Ada Lovelace", "+12025550111");
  const change = (body: object) => given.admin.call("PATCH", `/api/contacts/${id}`, body);
  return { ...given, id, change };
}

test("a change of a field that someone else changed meanwhile is refused with the new value", async () => {
  const { change } = salon();
  await change({ name: "Ada King" });
  const { status, body } = await change({ name: "Ada Byron", was: OPENED });
  expect(status).toBe(409);
  expect(body.errors).toEqual({
    name: "Someone else changed this meanwhile. It's “Ada King” now. Save again to replace it.",
  });
  // As the form does after it has shown the conflict.
  expect((await change({ name: "Ada Byron" })).body.name).toBe("Ada Byron");
});

test("changes of different fields don't conflict", async () => {
  const { change } = salon();
  await change({ email: "ada@example.com" });
  const { status, body } = await change({ name: "Ada Byron", was: OPENED });
  expect([status, body.email]).toEqual([200, "ada@example.com"]);
});

test("what a user may not see can't be guessed by it", async () => {
  const given = salon();
  const masked = given.person("user", ["/contacts"]);
  const guess = (name: string) =>
    masked.call("PATCH", `/api/contacts/${given.id}`, {
      phoneNumber: "+12025550112",
      was: { name },
    });
  const replies = [await guess("Ada Lovelace"), await guess("Nobody")];
  expect(replies[0]).toMatchObject({ status: replies[1]?.status, body: replies[1]?.body });
});
