import { expect, test } from "bun:test";
import fc from "fast-check";
import { migrate } from "#db/migrate.ts";
import { findContactsByName } from "#src/clients/name-matching/name-matching.ts";
import { createSchema40 } from "#tests/support/schema-40.ts";
import { contact, testApp } from "#tests/support/test-app.ts";
import { desk, TODAY } from "./stand.ts";

const DAYS = { startDate: TODAY, endDate: TODAY };

test("an appointment without a number gets that of the only contact with the same name", async () => {
  const { app, admin, book } = await desk();
  contact(app, admin, "Ruth Abernathy", "+12025550134");
  contact(app, admin, "Ana Müller", "+12025550135");
  contact(app, admin, "Noor O'Haddad", "+12025550136");
  contact(app, admin, "Mei Li", "+12025550137");
  contact(app, admin, "Mei Li", "+12025550138");
  const names = ["ABERNATHY,  Ruth", "muller, ana", "Noor OHaddad", "Mei Li", "Nobody Known"];
  for (const [at, clientName] of names.entries())
    await book({ clientName, appointmentDate: `${TODAY}T1${at}:00`, allowOverlap: true });

  const match = () => admin.request("POST", "/api/appointments/match-phones", DAYS);
  expect((await match()).body).toEqual({ matched: 3 });
  const { body } = await admin.request("GET", `/api/appointments?from=${TODAY}&to=${TODAY}`);
  expect(body.map((one: { phoneNumber: string }) => one.phoneNumber)).toEqual([
    "+12025550134",
    "+12025550135",
    "+12025550136",
    null,
    null,
  ]);
  expect((await match()).body).toEqual({ matched: 0 });
  contact(app, admin, "Nobody Known", "+12025550139");
  expect((await match()).body).toEqual({ matched: 1 });
});

test.each([
  ["Luczak", "Łuczak"],
  ["łuczak", "Łuczak"],
  ["Dudek-Luczak, Ewa", "Ewa Dudek-Łuczak"],
  ["SOREN THORSEN", "Søren Þorsen"],
  ["Gross, Aeneas", "Æneas Groß"],
  ["Isik", "Işık"],
])("the whole name %p, as it is typed without its strokes, is that of %p", async (typed, name) => {
  const { app, admin } = await desk();
  contact(app, admin, name, "+12025550135");
  const path = `/api/appointments/clients?name=${encodeURIComponent(typed)}`;
  expect((await admin.request("GET", path)).body).toMatchObject([{ name }]);
});

test("an upgrade compares the names of former visits, services and reviews without strokes", () => {
  const db = createSchema40();
  db.run("insert into employees (name, display_order, created_at) values ('Jo', 1, 0)");
  db.run(
    `insert into appointments (employee_id, client_name, name_key, starts_at, ends_at, duration_minutes, service, status,
       source, created_at, buffer_minutes)
     values (1, 'Søren Łuczak', 'søren łuczak', '2026-06-01T10:00:00', '2026-06-01T10:45:00', 45, 'Cut', 'booked', 'staff', 0, 0)`,
  );
  const service = `insert into services (name, name_key, category, duration_minutes, buffer_minutes, price_cents, color,
    overrides, online_booking, created_at) values (?, ?, '', 60, 0, 4000, 'plum', '[]', 1, 0)`;
  for (const name of ["Weiss", "Weiß", "Weißung"]) db.run(service, [name, name.toLowerCase()]);
  db.run(
    `insert into reviews (google_review_id, reviewer_name, name_key, rating, reviewed_at, changed_at, created_at, updated_at)
     values ('1', 'Æsa', 'æsa', 5, 0, 0, 0, 0)`,
  );
  migrate(db);
  const keys = (table: string) => db.query(`select name_key from ${table} order by id`).values();
  expect(["appointments", "services", "reviews"].map((table) => keys(table).flat())).toEqual([
    ["soren luczak"],
    ["weiss", "weiß", "weissung"],
    ["aesa"],
  ]);
});

test("only the requested days and the visible employees are matched", async () => {
  const parlor = await desk();
  const { app, admin, book, elena, tomas } = parlor;
  contact(app, admin, "Ruth Abernathy", "+12025550134");
  await book({ appointmentDate: "2026-11-21T10:00" });
  await book({ employeeId: tomas });
  const mia = parlor.desk([elena]);
  const match = (days: object) => mia.request("POST", "/api/appointments/match-phones", days);
  expect((await match(DAYS)).body).toEqual({ matched: 0 });
  expect((await match({ ...DAYS, endDate: "2026-11-21" })).body).toEqual({ matched: 1 });
  expect((await match({ startDate: "2026-11-21", endDate: TODAY })).status).toBe(400);
});

const WORDS = [
  "Ana",
  "Lucía",
  "Müller",
  "O'Brien",
  "Doe-Smith",
  "Wu",
  "Nguyễn",
  "Søren",
  "St. John",
  "Zoë",
  "D’Arc",
  "Macdonald",
];
const name = fc
  .tuple(fc.constantFrom(...WORDS), fc.constantFrom(...WORDS))
  .map(([first, last]) => ({ first, last }));

test("a contact is found by name in any order, case, accents and spacing", () => {
  const { app, admin } = testApp();
  let phones = 12_025_550_000;
  const stored = new Set<string>();
  fc.assert(
    fc.property(
      name,
      fc.boolean(),
      fc.boolean(),
      fc.boolean(),
      ({ first, last }, turned, loud, spaced) => {
        const plain = `${first} ${last}`;
        if (!stored.has(plain)) {
          stored.add(plain);
          phones += 1;
          contact(app, admin, plain, `+${phones}`);
        }
        let typed = turned ? `${last}, ${first}` : plain;
        if (loud) typed = typed.toUpperCase();
        if (spaced) typed = ` ${typed.replaceAll(" ", "   ")} `;
        const found = findContactsByName(app, typed, 5).map((one) => one.name);
        expect(found).toContain(plain);
      },
    ),
    { numRuns: 150 },
  );
});

test("a contact is also found without accents and signs, but not by a name that only contains theirs", () => {
  const { app, admin } = testApp();
  contact(app, admin, "Lucía Ferrer", "+12025550134");
  contact(app, admin, "Lucía Ferrer-Pons", "+12025550135");
  contact(app, admin, "Mary O'Brien", "+12025550136");
  const named = (typed: string) => findContactsByName(app, typed, 5).map((one) => one.name);
  expect(named("lucia ferrer")).toEqual(["Lucía Ferrer"]);
  expect(named("OBrien, Mary")).toEqual(["Mary O'Brien"]);
  expect(named('"; drop')).toEqual([]);
  for (const name of ["Le\u0301 Vo\u0303", "\u{20bb7}野", "Anna \u{1d40b}\u{1d422}"])
    contact(app, admin, name, `+1202555${1000 + name.length}`);
  expect(named("Lé Võ")).toEqual(["Le\u0301 Vo\u0303"]);
  expect(named("Vo\u0303, Le\u0301")).toEqual(["Le\u0301 Vo\u0303"]);
  expect(named("\u{20bb7}野")).toEqual(["\u{20bb7}野"]);
  expect(named("\u{1d40b}\u{1d422}, Anna")).toEqual(["Anna \u{1d40b}\u{1d422}"]);
  expect(named("")).toEqual([]);
});

test("among many contacts, a name is found through the index instead of by reading all", () => {
  const { app } = testApp();
  const plan = (sql: string) =>
    app.db
      .query<{ detail: string }, []>(`explain query plan ${sql}`)
      .all()
      .map(({ detail }) => detail)
      .join("\n");
  const byWords = plan(
    `select contacts.id from contacts_search cross join contacts on contacts.id = contacts_search.rowid
     where contacts_search match '"rut" AND "uth"' limit 10`,
  );
  expect(byWords).toContain("SCAN contacts_search VIRTUAL TABLE INDEX");
  expect(byWords).toContain("SEARCH contacts USING INTEGER PRIMARY KEY");
  const spelt = plan(
    `select contacts.id from json_each('["li wu"]') cross join contacts on contacts.name = value collate nocase limit 10`,
  );
  expect(spelt).toContain("SEARCH contacts USING COVERING INDEX contacts_by_name");
});
