import { expect, test } from "bun:test";
import fc from "fast-check";
import { planSearch, RANK, rankOf } from "#db/clients/contact-search.ts";
import { listContacts, searchContacts } from "#db/clients/contacts-list.ts";
import { sourceOf } from "#db/clients/search-source.ts";
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
  const parlor = testApp();
  for (const [n, name] of NAMES.entries())
    contact(parlor.app, parlor.admin, name, `+1202555010${n}`);
  return parlor;
}

async function find({ admin }: TestApp, q: string, more = ""): Promise<string[]> {
  const { status, body } = await admin.request(
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
  "three or more letters are found anywhere, and nothing is an operator: %p finds %p",
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
])("a number is found by its digits in any spelling: %p", async (q, names) => {
  expect(await find(salon(), q)).toEqual(names);
});

test.each([
  ["a", ["Añez", "Al*an", "ann-marie NEAR", "Ada Byrne"]],
  ["AN", ["Al*an", "Añez", "ann-marie NEAR"]],
  ["by", ["Ada Byrne"]],
  ["mü", ["Zoë Müller"]],
  ["MU", ["Zoë Müller"]],
  ["él", ["Élodie Laurent"]],
  ["bu", ['O\'Neill "Bud" Brown']],
  ["ma", ["ann-marie NEAR"]],
  ["yr", []],
  ["o'", ['O\'Neill "Bud" Brown']],
  ["%", []],
  ["_", []],
  ['"', []],
  ["50", ["50% Club"]],
  ["03", ['O\'Neill "Bud" Brown']],
  ["20", NAMES.toReversed()],
  ["+1", NAMES.toReversed()],
  ["55", []],
])(
  "one or two characters match the start of a word or a number, or the end of a number: %p finds %p",
  async (q, names) => {
    expect(await find(salon(), q)).toEqual(names);
  },
);

test.each([
  ["Li", ["Wei Li"]],
  ["Wu", ["Bo Wu"]],
  ["Ng", ["Ng Jo"]],
  ["40", ["Wei Li"]],
  ["李", ["李小龙"]],
  ["กิ", ["กิตติ ใจดี"]],
  ["ใจ", ["กิตติ ใจดี"]],
  ["им", ["Иван Имя"]],
  ["é", ["Élodie"]],
])("short names and names in any script are found: %p finds %p", async (q, names) => {
  const parlor = testApp();
  const all = ["Wei Li", "Bo Wu", "Ng Jo", "李小龙", "กิตติ ใจดี", "Иван Имя", "Élodie"];
  for (const [n, name] of all.entries())
    contact(parlor.app, parlor.admin, name, n === 0 ? "+14085550140" : `+1202555010${n}`);
  expect(await find(parlor, q)).toEqual(names);
});

test.each([
  ["Byrne, Ada", ["Ada Byrne"]],
  ["byrne,a", ["Ada Byrne"]],
  ["Müller, Z", ["Zoë Müller"]],
  ["brown, o", ['O\'Neill "Bud" Brown']],
  ["Byrne, Zoë", []],
  ["Byrne,", ["Ada Byrne", 'O\'Neill "Bud" Brown']],
])("the last name first finds the client too: %p finds %p", async (q, names) => {
  expect(await find(salon(), q)).toEqual(names);
});

test("a search is paged like a list, and each match is on one page", async () => {
  const parlor = testApp();
  for (let n = 0; n < 25; n += 1)
    contact(parlor.app, parlor.admin, n % 2 ? `Mia Li ${n}` : `Bo ${n}`, `+1202555${1000 + n}`);
  for (const q of ["li", "mia", "Li, M"]) {
    const seen: string[] = [];
    for (let cursor = ""; ; ) {
      const { body } = await parlor.admin.request(
        "GET",
        `/api/contacts?limit=5&q=${encodeURIComponent(q)}${cursor && `&cursor=${cursor}`}`,
      );
      seen.push(...body.contacts.map(({ name }: { name: string }) => name));
      if (body.nextCursor === null) break;
      cursor = body.nextCursor;
    }
    expect(seen).toEqual(Array.from({ length: 12 }, (_, at) => `Mia Li ${23 - 2 * at}`));
  }
});

test("the index and the comparison in code agree on every search", async () => {
  const name = fc.constantFrom(
    "Li",
    "Wei",
    "O'Neill",
    "Müller",
    "ann-marie",
    "40th",
    "李小龙",
    "Đỗ",
  );
  const person = fc.tuple(fc.array(name, { minLength: 1, maxLength: 3 }), fc.nat(9_999));
  const term = fc.oneof(
    fc.stringMatching(/^[a-z0-9]{1,2}$/),
    fc.constantFrom(
      "mü",
      "MU",
      "李",
      "ne",
      "o'",
      "ma",
      "Li, W",
      "Müller, ann",
      "neill, wei",
      "Li, Wei",
      "iwe",
      "lei",
      "Muler",
      "oneil",
      "o’neil wei",
      "mrs. o'neill",
      "mi anne",
      "+1",
      "+12",
      "e\u0301e\u0301",
      "1",
      "wei",
      "wei 212",
      "555 mül",
      "12125",
      "21355500",
    ),
    fc.stringMatching(/^[0-9]{3,7}$/),
    fc.nat(99).map((end) => `5550${end}`),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(person, { maxLength: 8 }), fc.array(term), async (people, terms) => {
      const { app, admin } = testApp();
      for (const [at, [name, line]] of people.entries())
        contact(app, admin, name.join(" "), `+1${212 + at}555${String(line).padStart(4, "0")}`);
      const all = searchContacts(app.db, "", 100);
      for (const q of terms) {
        const matching = all
          .flatMap((one) => {
            const rank = rankOf(one, planSearch(q));
            return rank === undefined ? [] : [{ id: one.id, rank }];
          })
          .sort((one, other) => one.rank - other.rank);
        const found = listContacts(app.db, {
          search: q,
          state: "all",
          after: undefined,
          limit: 100,
          now: 0,
        });
        expect([q, found.map(({ id, rank }) => ({ id, rank }))]).toEqual([q, matching]);
      }
    }),
    { numRuns: 60 },
  );
});

test("tagging, opting out and importing search short words too, and skip deleted contacts", async () => {
  const parlor = testApp();
  await parlor.admin.request("POST", "/api/contacts/bulk-import", {
    contacts: [
      { firstName: "Wei", lastName: "Li", phoneNumber: "+12025550111" },
      { firstName: "Bo", lastName: "Wu", phoneNumber: "+12025550112" },
    ],
  });
  await parlor.admin.request("POST", "/api/contacts/1/opt-out");
  expect(await find(parlor, "li", "&state=opted-out")).toEqual(["Wei Li"]);
  expect(await find(parlor, "wu", "&state=opted-out")).toEqual([]);
  await parlor.admin.request("PATCH", "/api/contacts/1", { name: "Wei Chen" });
  expect([await find(parlor, "li"), await find(parlor, "ch")]).toEqual([[], ["Wei Chen"]]);
  await parlor.admin.request("DELETE", "/api/contacts/1");
  expect([await find(parlor, "ch"), await find(parlor, "11")]).toEqual([[], []]);
});

test("a renamed contact is found only by the new name and number", async () => {
  const parlor = salon();
  const change = { name: "Grace Hopper", phoneNumber: "+13105559999" };
  await parlor.admin.request("PATCH", "/api/contacts/1", change);
  expect(await find(parlor, "ada")).toEqual([]);
  expect(await find(parlor, "hopper")).toEqual(["Grace Hopper"]);
  expect(await find(parlor, "310-555")).toEqual(["Grace Hopper"]);
  expect(await find(parlor, "5550100")).toEqual([]);
  await parlor.admin.request("DELETE", "/api/contacts/1");
  expect(await find(parlor, "hopper")).toEqual([]);
});

test("a state and a search combine, and the total is that of the state", async () => {
  const parlor = salon();
  await parlor.admin.request("POST", "/api/contacts/1/opt-out");
  await parlor.admin.request("POST", "/api/contacts/2/opt-out");
  expect(await find(parlor, "ada", "&state=opted-out")).toEqual(["Ada Byrne"]);
  expect(await find(parlor, "ada", "&state=subscribed")).toEqual([]);
  expect(await find(parlor, "z", "&state=opted-out")).toEqual(["Zoë Müller"]);
  const { body } = await parlor.admin.request("GET", "/api/contacts?q=ada&state=opted-out");
  expect(body.total).toBe(2);
});

test("no search text ever causes an error", async () => {
  const parlor = salon();
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
        expect((await parlor.admin.request("GET", `/api/${path}?q=${query}`)).status).toBe(200);
    }),
    { numRuns: 300 },
  );
});

test.each(["x", "e30", "bnVsbA", "WyJhIl0", "W251bGxd", "%00", `${"9".repeat(90)}`])(
  "the cursor %p is refused by its name",
  async (cursor) => {
    const { admin } = testApp();
    const { status, body } = await admin.request("GET", `/api/contacts?cursor=${cursor}`);
    expect([status, body.message]).toEqual([400, "cursor: use a cursor from an earlier response."]);
  },
);

test.each(["0", "201", "1.5", "x", ""])("a limit of %p is refused by its name", async (limit) => {
  const { admin } = testApp();
  const { status, body } = await admin.request("GET", `/api/contacts?limit=${limit}`);
  expect([status, Object.keys(body.errors)]).toEqual([400, ["limit"]]);
});

test("a long number is compared completely, not only by its end", async () => {
  const parlor = testApp();
  contact(parlor.app, parlor.admin, "In Washington", "+12025550100");
  contact(parlor.app, parlor.admin, "In New York", "+12125550100");
  expect(await find(parlor, "(212) 555-0100")).toEqual(["In New York"]);
  expect(await find(parlor, "+12025550100")).toEqual(["In Washington"]);
  expect(await find(parlor, "+1 202 555 01")).toEqual(["In Washington"]);
  expect(await find(parlor, "+1 212-555-0")).toEqual(["In New York"]);
  expect(await find(parlor, "+2025550100")).toEqual([]);
  expect(await find(parlor, "555-0100")).toEqual(["In New York", "In Washington"]);
  expect(await find(parlor, "(646) 555-0100")).toEqual([]);
});

test("numbers that have the searched digits apart are not read", () => {
  const { app, admin } = testApp();
  for (let n = 0; n < 100; n += 1) contact(app, admin, `Guest ${n}`, `+1212555${1_000 + n * 37}`);
  contact(app, admin, "Ruth Abernathy", "+16462121234");
  const source = sourceOf(planSearch("21212"), RANK.exact);
  const read = app.db
    .query<{ name: string }, Record<string, string>>(
      `select contacts.name from ${source?.from} where ${source?.where}`,
    )
    .all({ ...source?.values });
  expect(read).toEqual([{ name: "Ruth Abernathy" }]);
});
