import { expect, test } from "bun:test";
import fc from "fast-check";
import { planSearch, rankOf } from "#db/clients/contact-search.ts";
import { migrate } from "#db/migrate.ts";
import { addStaff } from "#tests/support/crawl.ts";
import { createSchema40 } from "#tests/support/schema-40.ts";
import { contact, type Person, type TestApp, testApp } from "#tests/support/test-app.ts";

const NAMES = [
  "Nora O’Neil",
  "John Baker",
  "Johnathan Reed",
  "Jane Cole",
  "Catherine Diaz",
  "Sean Ross",
  "Nguyễn Thị Hoa",
  "D'Angelo Pope",
  "Ruth Abernathy",
  "Grace Lindqvist",
  "Rosalind Abbey",
  "Gwen Ortega",
  "Hideo Huang",
  "Ewa Dudek-Łuczak",
  "Søren Åkesson",
  "Mei Castellano",
];

function salon(names = NAMES): TestApp {
  const parlor = testApp();
  for (const [n, name] of names.entries())
    contact(parlor.app, parlor.admin, name, `+1202555${4100 + n}`);
  return parlor;
}

async function find({ request }: Person, q: string, more = ""): Promise<string[]> {
  const { status, body } = await request("GET", `/api/contacts?q=${encodeURIComponent(q)}${more}`);
  expect(status).toBe(200);
  return body.contacts.map(({ name }: { name: string }) => name);
}

test.each([
  ["O'Neil", "Nora O’Neil"],
  ["o’neil", "Nora O’Neil"],
  ["oneil", "Nora O’Neil"],
  ["mrs. o'neil", "Nora O’Neil"],
  ["neil nora", "Nora O’Neil"],
  ["nora oniel", "Nora O’Neil"],
  ["dangelo", "D'Angelo Pope"],
  ["Jhon", "John Baker"],
  ["jhon baekr", "John Baker"],
  ["Katherine", "Catherine Diaz"],
  ["Shawn", "Sean Ross"],
  ["Abernaty", "Ruth Abernathy"],
  ["abernaty ru", "Ruth Abernathy"],
  ["lindquist", "Grace Lindqvist"],
  ["lindkvist", "Grace Lindqvist"],
  ["gven", "Gwen Ortega"],
  ["linquist", "Grace Lindqvist"],
  ["hwang", "Hideo Huang"],
  ["luczak", "Ewa Dudek-Łuczak"],
  ["ewa luchak", "Ewa Dudek-Łuczak"],
  ["soren", "Søren Åkesson"],
  ["rozalin abby", "Rosalind Abbey"],
  ["Cath Diez", "Catherine Diaz"],
  ["katherine dia", "Catherine Diaz"],
  ["mai castellano", "Mei Castellano"],
  ["castelano mey", "Mei Castellano"],
  ["nguyen", "Nguyễn Thị Hoa"],
  ["nguyen hoa", "Nguyễn Thị Hoa"],
  ["4102", "Johnathan Reed"],
  ["baker 4101", "John Baker"],
])("a client is found as they are called or misspelled: %p finds %p first", async (q, name) => {
  expect((await find(salon().admin, q))[0]).toBe(name);
});

test("exact names come first, then beginnings, then parts, then names that sound the same", async () => {
  const names = ["Anna Li", "Joanna Li", "Annabel Li", "Anna Old", "Anne Li"];
  const parlor = salon([...names, "Berta Ruiz"]);
  const ranked = ["Anna Old", "Anna Li", "Annabel Li", "Joanna Li", "Anne Li"];
  expect(await find(parlor.admin, "anna")).toEqual(ranked);
  const seen: string[] = [];
  for (let cursor = ""; ; ) {
    const path = `/api/contacts?limit=1&q=anna${cursor && `&cursor=${cursor}`}`;
    const { body } = await parlor.admin.request("GET", path);
    seen.push(...body.contacts.map(({ name }: { name: string }) => name));
    if (body.nextCursor === null) break;
    cursor = body.nextCursor;
  }
  expect(seen).toEqual(ranked);
});

test.each([
  ["Brok", ["Brooke Bell", "Brooke Tanaka", "Cleo Park"]],
  ["Luchia Ferer", ["Lucía Ferrer"]],
  ["lusia ferrar", ["Lucía Ferrer"]],
  ["Jhon", ["John Baker", "Jane Cole"]],
  ["Catherine", ["Catherine Diaz", "Katherine Reed"]],
  ["Katherine", ["Katherine Reed", "Catherine Diaz"]],
  ["lucia brok", []],
  ["leigh baker", []],
  ["bea baker", []],
  ["jai baker", ["John Baker"]],
])("%p finds %p: the fewer letters differ, the earlier, and each word fits", async (q, found) => {
  const names = ["Lucía Ferrer", "Katherine Reed", "Catherine Diaz", "Jane Cole", "John Baker"];
  const parlor = salon([...names, "Brooke Tanaka", "Cleo Park", "Brooke Bell"]);
  expect(await find(parlor.admin, q)).toEqual(found);
  const first = await find(parlor.admin, q, "&limit=1");
  expect(first).toEqual(found.slice(0, 1));
});

test("a swapped letter is found among hundreds of the same family name, whose initials fit too", async () => {
  const others = Array.from({ length: 201 }, (_, n) => `Jon${"abcdefghij"[n % 10]} Martinez`);
  expect((await find(salon(["Mia Martinez", ...others]).admin, "mai martinez"))[0]).toBe(
    "Mia Martinez",
  );
});

test("what is done to all matches leaves out clients whose name is only similar", async () => {
  const parlor = salon();
  expect(await find(parlor.admin, "john")).toEqual(["John Baker", "Johnathan Reed", "Jane Cole"]);
  const { body } = await parlor.admin.request("POST", "/api/tags", { name: "VIP" });
  const tagged = await parlor.admin.request("POST", `/api/tags/${body.id}/put-on`, {
    matching: { q: "john" },
    except: [],
  });
  expect([tagged.status, tagged.body.count]).toEqual([200, 2]);
});

test("the inbox lists conversations of similar names only when no name is closer", async () => {
  const parlor = salon();
  for (const contactId of [2, 4])
    await parlor.admin.request("POST", "/api/conversations", { contactId });
  const inbox = async (q: string) => {
    const { body } = await parlor.admin.request("GET", `/api/conversations?q=${q}`);
    return body.conversations.map(({ contact: { name } }: { contact: { name: string } }) => name);
  };
  expect([await inbox("john"), await inbox("jhon")]).toEqual([
    ["John Baker"],
    ["Jane Cole", "John Baker"],
  ]);
});

test("renaming, deleting, importing, merging and undoing keep spelling-tolerant search right", async () => {
  const parlor = salon();
  const { admin } = parlor;
  await admin.request("PATCH", "/api/contacts/5", { name: "Petra Diaz" });
  expect([await find(admin, "katherine"), await find(admin, "peter diaz")]).toEqual([
    [],
    ["Petra Diaz"],
  ]);
  await admin.request("DELETE", "/api/contacts/6");
  expect(await find(admin, "shawn")).toEqual([]);
  await admin.request("POST", "/api/contacts/bulk-import", {
    contacts: [{ firstName: "Shaun", lastName: "O'Hara", phoneNumber: "+12025550199" }],
  });
  expect([await find(admin, "sean"), await find(admin, "ohara")]).toEqual([
    ["Shaun O'Hara"],
    ["Shaun O'Hara"],
  ]);
});

test("a user who may not see names learns none by a similar name, a part or a number", async () => {
  const parlor = salon();
  const noNames = addStaff(parlor, { canViewClientNames: false });
  for (const q of ["jhon", "john", "katherine", "oneil", "john 4101"])
    expect([q, await find(noNames, q)]).toEqual([q, []]);
  const noPhones = addStaff(parlor, { canViewClientPhoneNumbers: false });
  for (const q of ["4101", "john 4101"]) expect([q, await find(noPhones, q)]).toEqual([q, []]);
  expect(await find(noPhones, "jhon")).toEqual(["John Baker", "Jane Cole"]);
});

test("an upgrade indexes the names of existing contacts by their sound", () => {
  const db = createSchema40();
  db.run(
    `insert into users (id, username, email, password_hash, role, approved, permissions, created_at)
     values ('u1', 'olivia', 'o@example.com', 'hash', 'admin', 1, '{}', 0)`,
  );
  db.run("insert into owners (user_id) values ('u1')");
  db.run(
    "insert into contacts (name, phone, owner, created_at) values ('Nora O’Neil', 12025550111, 1, 0), ('Ruth', 12025550112, 1, 0)",
  );
  migrate(db);
  const matches = (text: string) =>
    db.query("select rowid from contacts_words where contacts_words match ?").all(text).length;
  const found = ["oneil", "nora", "\u{e001}nr", "\u{e001}rt"].map((one) => matches(`"${one}"`));
  expect(found).toEqual([1, 1, 1, 1]);
});

const word = fc.oneof(
  fc.stringMatching(/^[A-Z][a-z]{2,9}$/),
  fc.stringMatching(/^[A-Z][’'][A-Z][a-z]{2,7}$/),
  fc.constantFrom("Müller", "Nguyễn", "ann-marie", "Łucja", "李小龙", "Ångström", "Jo", "van"),
);

test("any search by a full word of a name finds it, by a misspelled one too, and nothing else is found", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(word, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 6 }),
      async (people) => {
        const { admin } = salon(people.map((words) => words.join(" ")));
        for (const words of people)
          for (const one of words) {
            const found = await find(admin, one);
            expect(found).toContain(words.join(" "));
            for (const name of found)
              expect([one, name, rankOf({ name, phone: "" }, planSearch(one))]).not.toContain(
                undefined,
              );
            if (/^[A-Z][a-z]{3,}$/.test(one)) {
              const swapped = `${one[0]}${one[2]}${one[1]}${one.slice(3)}`;
              expect([swapped, await find(admin, swapped)]).toEqual([
                swapped,
                expect.arrayContaining([words.join(" ")]),
              ]);
            }
          }
      },
    ),
    { numRuns: 25 },
  );
}, 30_000);
