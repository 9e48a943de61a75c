import { expect, test } from "bun:test";
import fc from "fast-check";
import { contact, type TestApp, testApp } from "#tests/support/test-app.ts";

const NAMES = [
  "Ada Byrne",
  "Zoë Müller",
  "Élodie Laurent",
  'O\'Neill "Bud" Brown',
  "ann-marie NEAR",
  "50% Club",
  "Al*an",
  "Añez",
];

function salon(): TestApp {
  const given = testApp();
  for (const [n, name] of NAMES.entries()) contact(given.app, given.admin, name, `+1202555010${n}`);
  return given;
}

async function find({ admin }: TestApp, q: string, more = ""): Promise<string[]> {
  const { status, body } = await admin.call(
    "GET",
    `/api/contacts?q=${encodeURIComponent(q)}${more}`,
  );
  expect(status).toBe(200);
  return body.contacts.map(({ name }: { name: string }) => name);
}

test.each([
  ["yrn", ["Ada Byrne"]],
  ["BYR", ["Ada Byrne"]],
  ["da b", ["Ada Byrne"]],
  ["zoe", ["Zoë Müller"]],
  ["muller", ["Zoë Müller"]],
  ["elodie", ["Élodie Laurent"]],
  ["ÉLO", ["Élodie Laurent"]],
  ['"Bud"', ['O\'Neill "Bud" Brown']],
  ["o'n", ['O\'Neill "Bud" Brown']],
  ["e-m", []],
  ["-mar", ["ann-marie NEAR"]],
  ["NEAR", ["ann-marie NEAR"]],
  ["ada OR zoe", []],
  ["ada NOT zoe", []],
  ["name:ada", []],
  ["{name}", []],
  ["ad*", []],
  ["%%%", []],
  ["0% c", ["50% Club"]],
  ["___", []],
  ["Al*", ["Al*an"]],
])(
  "three letters or more are found anywhere, and nothing is an operator: %p finds %p",
  async (q, names) => {
    expect(await find(salon(), q)).toEqual(names);
  },
);

test.each([
  ["(202) 555-0103", [NAMES[3] ?? ""]],
  ["+1 202.555.0103", [NAMES[3] ?? ""]],
  ["555-010", NAMES.toReversed()],
  ["0105", [NAMES[5] ?? ""]],
  ["999", []],
])("a number is found by its digits however it is written: %p", async (q, names) => {
  expect(await find(salon(), q)).toEqual(names);
});

test.each([
  ["a", ["Ada Byrne", "Al*an", "ann-marie NEAR", "Añez"]],
  ["AN", ["ann-marie NEAR"]],
  ["by", []],
  ["o'", ['O\'Neill "Bud" Brown']],
  ["%", []],
  ["_", []],
  ['"', []],
  ["5", ["50% Club"]],
])("one or two letters are a beginning: %p finds %p", async (q, names) => {
  expect(await find(salon(), q)).toEqual(names);
});

test("a renamed contact is found by the new name and number only", async () => {
  const given = salon();
  const change = { name: "Grace Hopper", phoneNumber: "+13105559999" };
  await given.admin.call("PATCH", "/api/contacts/1", change);
  expect(await find(given, "byrne")).toEqual([]);
  expect(await find(given, "hopper")).toEqual(["Grace Hopper"]);
  expect(await find(given, "310-555")).toEqual(["Grace Hopper"]);
  expect(await find(given, "5550100")).toEqual([]);
  await given.admin.call("DELETE", "/api/contacts/1");
  expect(await find(given, "hopper")).toEqual([]);
});

test("a state and a search hold together; the total is of the state", async () => {
  const given = salon();
  await given.admin.call("POST", "/api/contacts/1/opt-out");
  await given.admin.call("POST", "/api/contacts/2/opt-out");
  expect(await find(given, "ada", "&state=opted-out")).toEqual(["Ada Byrne"]);
  expect(await find(given, "ada", "&state=subscribed")).toEqual([]);
  expect(await find(given, "z", "&state=opted-out")).toEqual(["Zoë Müller"]);
  const { body } = await given.admin.call("GET", "/api/contacts?q=ada&state=opted-out");
  expect(body.total).toBe(2);
});

test("no search, whatever is typed, is ever a failure", async () => {
  const given = salon();
  const typed = fc.oneof(
    fc.string({ maxLength: 40 }),
    fc.string({ unit: "binary", maxLength: 12 }),
    fc.string({
      unit: fc.constantFrom('"', "'", "*", "(", ")", "^", "-", ":", "a", "\0", " ", "%", "1"),
      maxLength: 12,
    }),
  );
  await fc.assert(
    fc.asyncProperty(typed, async (q) => {
      const query = encodeURIComponent(q.isWellFormed() ? q : q.toWellFormed());
      for (const path of ["contacts", "conversations"])
        expect((await given.admin.call("GET", `/api/${path}?q=${query}`)).status).toBe(200);
    }),
    { numRuns: 300 },
  );
});

test.each(["x", "e30", "bnVsbA", "WyJhIl0", "W251bGxd", "%00", `${"9".repeat(90)}`])(
  "the cursor %p is refused by its name",
  async (cursor) => {
    const { admin } = testApp();
    const { status, body } = await admin.call("GET", `/api/contacts?cursor=${cursor}`);
    expect([status, body.message]).toEqual([400, "cursor: use a cursor from an earlier response."]);
  },
);

test.each(["0", "201", "1.5", "x", ""])("a limit of %p is refused by its name", async (limit) => {
  const { admin } = testApp();
  const { status, body } = await admin.call("GET", `/api/contacts?limit=${limit}`);
  expect([status, Object.keys(body.errors)]).toEqual([400, ["limit"]]);
});

test("a long number is compared whole, not only by its end", async () => {
  const given = testApp();
  contact(given.app, given.admin, "In Washington", "+12025550100");
  contact(given.app, given.admin, "In New York", "+12125550100");
  expect(await find(given, "(212) 555-0100")).toEqual(["In New York"]);
  expect(await find(given, "+12025550100")).toEqual(["In Washington"]);
  expect(await find(given, "555-0100")).toEqual(["In New York", "In Washington"]);
  expect(await find(given, "(646) 555-0100")).toEqual([]);
});
