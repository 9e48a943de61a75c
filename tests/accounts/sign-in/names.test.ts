import { expect, test } from "bun:test";
import { hashQuickly, PASSWORD } from "#tests/support/accounts.ts";
import { testApp } from "#tests/support/test-app.ts";

hashQuickly();

const register = (username: string, password = PASSWORD) =>
  testApp().visitor("POST", "/api/register", { username, email: "mia@example.com", password });

test.each([
  ["a line break", "mia\nVisit us"],
  ["a carriage return", "mia\r\nBcc: x@example.com"],
  ["a control character", "mia\u0007"],
  ["a zero-width space", "mi\u200Ba"],
  ["a direction mark", "mia\u202Eaim"],
  ["a byte order mark", "mi\uFEFFa"],
  ["an address", "https://evil.example.com"],
  ["an address without a scheme", "www.evil.example"],
  ["a domain", "win at evil.com"],
  ["a path", "evil/reset"],
  ["markup", "<b>mia</b>"],
  ["a Cyrillic o between Latin letters", "\u043Ewner"],
  ["a Greek o between Latin letters", "\u03BFwner"],
])("%s is refused in a username", async (_, username) => {
  const { status, body } = await register(username);
  expect([status, Object.keys(body.errors)]).toEqual([400, ["username"]]);
});

test.each([
  "mia",
  "Mia O'Hara",
  "mia.lee-2",
  "mia@example.com",
  "Žaneta",
  "Миа",
  "美容室 花",
  "מיה",
])("%s is a username", async (username) => {
  expect((await register(username)).status).toBe(201);
});

test.each([
  ["miriam", "Miriam"],
  ["miriam", "mia@example.com"],
])("for %s, the password %s is too weak", async (username, password) => {
  const { status, body } = await register(username, password);
  expect([status, Object.keys(body.errors)]).toEqual([400, ["password"]]);
});
