import { expect, test } from "bun:test";
import { addStaff } from "#tests/support/crawl.ts";
import { contact, testApp } from "#tests/support/test-app.ts";

const OPENED = { name: "Ada Lovelace" };

function salon() {
  const parlor = testApp();
  const id = contact(parlor.app, parlor.admin, "Ada Lovelace", "+12025550111");
  const change = (body: object) => parlor.admin.request("PATCH", `/api/contacts/${id}`, body);
  return { ...parlor, id, change };
}

test("changing a field that someone else changed in the meantime is refused with the new value", async () => {
  const { change } = salon();
  await change({ name: "Ada King" });
  const { status, body } = await change({ name: "Ada Byron", was: OPENED });
  expect(status).toBe(409);
  expect(body.errors).toEqual({
    name: "Someone else changed this in the meantime. It's “Ada King” now. Save again to replace it.",
  });
  // Like the form after it has shown the conflict.
  expect((await change({ name: "Ada Byron" })).body.name).toBe("Ada Byron");
});

test("changes of different fields don't conflict", async () => {
  const { change } = salon();
  await change({ email: "ada@example.com" });
  const { status, body } = await change({ name: "Ada Byron", was: OPENED });
  expect([status, body.email]).toEqual([200, "ada@example.com"]);
});

test("a user can't use conflicts to guess hidden values", async () => {
  const parlor = salon();
  const masked = parlor.person("user", ["/contacts"]);
  const guess = (name: string) =>
    masked.request("PATCH", `/api/contacts/${parlor.id}`, {
      phoneNumber: "+12025550112",
      was: { name },
    });
  const replies = [await guess("Ada Lovelace"), await guess("Nobody")];
  expect(replies[0]).toMatchObject({ status: replies[1]?.status, body: replies[1]?.body });
});

test("a note, membership or payment plan changed by someone else isn't overwritten unseen", async () => {
  const { admin, id } = salon();
  const created = async (path: string, body: object) =>
    `${path}/${(await admin.request("POST", path, body)).body.id}`;
  const note = await created(`/api/contacts/${id}/notes`, { body: "Likes tea" });
  const membership = await created("/api/memberships", {
    name: "Glow Club",
    description: "A facial",
    price: "49.00",
    billingFrequency: "month",
  });
  const plan = await created("/api/payment-plans", {
    name: "Laser",
    principalAmount: "600.00",
    feePercentage: "5",
    installmentCount: 6,
    installmentInterval: "month",
  });
  for (const [path, field, was, now, mine] of [
    [note, "body", "Likes tea", "Likes coffee", "Likes water"],
    [membership, "price", "49.00", "59.00", "55.00"],
    [plan, "principalAmount", "600.00", "700.00", "650.00"],
  ] as const) {
    expect((await admin.request("PATCH", path, { [field]: now })).status).toBe(200);
    const late = await admin.request("PATCH", path, { [field]: mine, was: { [field]: was } });
    expect([late.status, late.body.errors]).toEqual([
      409,
      {
        [field]: `Someone else changed this in the meantime. It's “${now}” now. Save again to replace it.`,
      },
    ]);
    const again = await admin.request("PATCH", path, { [field]: mine, was: { [field]: now } });
    expect([again.status, again.body[field]]).toEqual([200, mine]);
  }
});

test("a conflict shows a masked user no words written by others", async () => {
  const parlor = salon();
  const masked = addStaff(parlor, { canViewClientNames: false });
  const path = `/api/contacts/${parlor.id}/notes`;
  const note = await masked.request("POST", path, { body: "Likes tea" });
  await parlor.admin.request("PATCH", `${path}/${note.body.id}`, { body: "Ada likes tea" });
  const late = await masked.request("PATCH", `${path}/${note.body.id}`, {
    body: "Likes water",
    was: { body: "Likes tea" },
  });
  expect(JSON.stringify(late.body)).not.toContain("Ada");
});
