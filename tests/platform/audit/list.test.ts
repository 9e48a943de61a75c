import { expect, test } from "bun:test";
import fc from "fast-check";
import { checkDatabase } from "#db/doctor.ts";
import { firstBrokenAudit } from "#db/platform/audit.ts";
import { indexOldAudits } from "#db/platform/audit-search.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import { testApp } from "#tests/support/test-app.ts";
import { empty, idsOf, LIST, logOf } from "./stand.ts";

test("a row says who did what to what, when and from where", async () => {
  const { admin } = testApp({ connected: false });
  await admin.request("POST", "/api/contacts", { name: "Ada", phoneNumber: "+12025550111" });
  const { body } = await admin.request("GET", LIST);
  expect(body).toEqual({
    logs: [
      {
        id: 1,
        actorId: admin.id,
        actorName: "admin1",
        actorType: "user",
        action: "contact.create",
        targetType: "contact",
        targetId: "1",
        subject: {
          contactId: 1,
          clientName: "Ada",
          visitId: null,
          day: null,
          startsAt: null,
          service: null,
          name: null,
        },
        metadata: {},
        ipAddress: null,
        userAgent: null,
        createdAt: "2026-11-20T16:00:00.000Z",
      },
    ],
    total: 1,
    totalIsExact: true,
    nextCursor: null,
  });
});

test("pages by offset and by cursor list the same rows, and the offset ends at 10,000 with a message", async () => {
  const parlor = empty();
  logOf(
    parlor,
    Array.from({ length: 130 }, (_, n) => ({ action: `a.${n % 7}` })),
  );
  const { admin } = parlor;
  const first = await admin.request("GET", LIST);
  expect([idsOf(first.body).length, first.body.total, first.body.nextCursor]).toEqual([
    50,
    130,
    "81",
  ]);
  const byOffset = await admin.request("GET", `${LIST}?limit=50&offset=50`);
  const byCursor = await admin.request("GET", `${LIST}?cursor=81`);
  expect(idsOf(byOffset.body)).toEqual(idsOf(byCursor.body));
  const last = await admin.request("GET", `${LIST}?offset=100`);
  expect([idsOf(last.body).length, last.body.nextCursor]).toEqual([30, null]);
  const far = await admin.request("GET", `${LIST}?offset=10001`);
  expect([far.status, far.body.message]).toEqual([
    400,
    "Numbered pages end at 10,000. Continue with the previous page's cursor.",
  ]);
  expect((await admin.request("GET", `${LIST}?offset=10000`)).status).toBe(200);
  for (const bad of ["cursor=x", "limit=0", "limit=201", "offset=-1", "actorType=robot"])
    expect((await admin.request("GET", `${LIST}?${bad}`)).status).toBe(400);
});

const metadata = fc.constantFrom(
  undefined,
  { by: "webhook" },
  { fields: ["name", "phoneNumber"] },
  { name: "Señor Björk" },
  { count: 12345 },
);
const entry = fc.record({
  action: fc.constantFrom("contact.create", "contact.opt_out", "user.login", "message.send"),
  who: fc.constantFrom("admin", "mia", "nobody"),
  metadata,
});
const filter = fc.record({
  action: fc.constantFrom(undefined, "contact.create", "user.login", "no.such"),
  actorType: fc.constantFrom(undefined, "user", "system"),
  actor: fc.constantFrom(undefined, "admin", "mia"),
  search: fc.constantFrom(
    "",
    "con",
    "LOGIN",
    "admin1",
    "user2",
    "web",
    "bjork",
    "phoneNumber",
    "12345",
    "we",
    "senor bj",
    "zzz",
    '"',
  ),
});

test("every filter lists, pages and counts the same rows as a full comparison", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(entry, { maxLength: 40 }), filter, async (entries, wanted) => {
      const parlor = empty();
      const { admin, mia } = parlor;
      const people = { admin, mia, nobody: undefined };
      logOf(
        parlor,
        entries.map((one) => ({ ...one, by: people[one.who] })),
      );

      const fold = (text: string) =>
        text
          .normalize("NFD")
          .replace(/\p{M}/gu, "")
          .replace(/[{}[\]":,\s]+/g, " ")
          .trim()
          .toLowerCase();
      const names = { admin: "admin1", mia: "user2", nobody: "" };
      const { action, actorType, actor, search } = wanted;
      const expected = entries.flatMap((one, at) => {
        const type = one.who === "nobody" ? "system" : "user";
        const told = fold(JSON.stringify(one.metadata ?? {}));
        const found =
          search === "" ||
          one.action.includes(search.toLowerCase()) ||
          (names[one.who] !== "" && names[one.who].includes(search.toLowerCase())) ||
          (fold(search).length >= 3 && told.includes(fold(search)));
        const fits =
          (action === undefined || one.action === action) &&
          (actorType === undefined || type === actorType) &&
          (actor === undefined || one.who === actor);
        return found && fits ? [at + 1] : [];
      });
      expected.reverse();

      const query = new URLSearchParams({ search });
      if (action) query.set("action", action);
      if (actorType) query.set("actorType", actorType);
      if (actor) query.set("actor", people[actor as "admin" | "mia"].id);
      const whole = await admin.request("GET", `${LIST}?${query}`);
      expect(idsOf(whole.body)).toEqual(expected);
      expect([whole.body.total, whole.body.totalIsExact]).toEqual([expected.length, true]);
      const paged: number[] = [];
      let cursor: string | null = null;
      do {
        const page = await admin.request(
          "GET",
          `${LIST}?${query}&limit=7${cursor ? `&cursor=${cursor}` : ""}`,
        );
        paged.push(...idsOf(page.body));
        cursor = page.body.nextCursor;
      } while (cursor);
      expect(paged).toEqual(expected);
      const second = await admin.request("GET", `${LIST}?${query}&limit=7&offset=7`);
      expect(idsOf(second.body)).toEqual(expected.slice(7, 14));
      expect(checkDatabase(parlor.app.db).filter(({ isFine }) => !isFine)).toEqual([]);
      expect(firstBrokenAudit(parlor.app.db)).toBeUndefined();
    }),
    { numRuns: 120 },
  );
});

test("a search with too many matches says more than, and continues by cursor", async () => {
  const parlor = empty();
  parlor.app.db.transaction(() => {
    for (let n = 0; n < 10_200; n += 1)
      recordSystem(parlor.app, { action: "a.b", metadata: { by: "webhook" } });
  })();
  const { body } = await parlor.admin.request("GET", `${LIST}?search=webhook`);
  expect([body.total, body.totalIsExact, body.logs.length, body.nextCursor]).toEqual([
    10_000,
    false,
    50,
    "10151",
  ]);
  const { body: all } = await parlor.admin.request("GET", LIST);
  expect([all.total, all.totalIsExact]).toEqual([10_200, true]);
});

test("rows older than the search index are indexed in slices", async () => {
  const parlor = empty();
  logOf(
    parlor,
    Array.from({ length: 9 }, () => ({ action: "a.b", metadata: { by: "webhook" } })),
  );
  const { db } = parlor.app;
  db.run("drop table audit_search");
  db.run(
    "create virtual table audit_search using fts5 (words, content = '', detail = none, columnsize = 0, tokenize = 'trigram remove_diacritics 1')",
  );
  db.run("insert into state (name, value) values ('audit-to-index', 9)");
  logOf(parlor, [{ action: "a.b", metadata: { by: "webhook" } }]);
  const found = async () =>
    (await parlor.admin.request("GET", `${LIST}?search=webhook`)).body.total;
  expect(await found()).toBe(1);
  expect(indexOldAudits(db, 4)).toBe(true);
  expect(await found()).toBe(5);
  while (indexOldAudits(db, 4));
  expect(await found()).toBe(10);
  expect(indexOldAudits(db, 4)).toBe(false);
});
