import { expect, test } from "bun:test";
import Papa from "papaparse";
import { contact, testApp } from "#tests/support/test-app.ts";
import { until } from "#tests/support/until.ts";

const PATH = "/api/contacts/export";

function auditedExports({ app }: ReturnType<typeof testApp>) {
  return app.db
    .query<{ metadata: string }, []>(
      "select metadata from audit_logs where action = 'contact.export'",
    )
    .all()
    .map(({ metadata }) => JSON.parse(metadata));
}

test("the file has a date in its name, Excel's byte order mark, and a row for each contact", async () => {
  const parlor = testApp();
  const { admin, app, clock } = parlor;
  const ada = contact(app, admin, 'Ada "Ace" Byrne, Jr.', "+12025550111");
  contact(app, admin, "Zoë", "+12025550112");
  const { body: tag } = await admin.request("POST", "/api/tags", { name: "VIP" });
  await admin.request("POST", `/api/tags/${tag.id}/put-on`, { contactIds: [ada] });
  await admin.request("POST", `/api/contacts/${ada}/opt-out`);
  clock.now += 1000;
  const { headers, body } = await admin.request("GET", PATH);
  expect(headers.get("content-disposition")).toBe('attachment; filename="contacts-2026-11-20.csv"');
  expect(headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(body).toBe(
    [
      "Name,Phone,Email,Birthday,Tags,Opted out,Undeliverable,Offers,Created",
      "Zoë,+12025550112,,,,,,agreed,2026-11-20",
      '"Ada ""Ace"" Byrne, Jr.",+12025550111,,,VIP,2026-11-20,,none,2026-11-20',
      "",
    ].join("\r\n"),
  );
});

test("Excel's byte order mark comes first", async () => {
  const bytes = await (await testApp().admin.open(PATH)).bytes();
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
});

test.each([
  ["=1+1", "'=1+1"],
  ["+1-900", "'+1-900"],
  ["-2", "'-2"],
  ["@sum", "'@sum"],
  ["+12025550111", "+12025550111"],
])("a name %p is written as %p, so that no spreadsheet runs it", async (name, written) => {
  const { admin, app } = testApp();
  contact(app, admin, name, "+12025550111");
  const { body } = await admin.request("GET", PATH);
  const rows = Papa.parse<string[]>(body).data;
  expect(rows[1]?.slice(0, 2)).toEqual([written, "+12025550111"]);
});

test("only filtered contacts are written, and the audit log says which and how many", async () => {
  const parlor = testApp();
  const { admin, app } = parlor;
  for (let n = 0; n < 2300; n += 1)
    contact(app, admin, n % 2 ? `Odd ${n}` : `Even ${n}`, `+1303555${String(n).padStart(4, "0")}`);
  const { body } = await admin.request("GET", `${PATH}?q=odd`);
  const rows = Papa.parse<string[]>(body, { skipEmptyLines: true }).data.slice(1);
  expect(rows).toHaveLength(1150);
  expect(new Set(rows.map(([name]) => name)).size).toBe(1150);
  expect(auditedExports(parlor)).toEqual([{ state: "all", searched: true, count: 1150 }]);
  expect((await admin.request("GET", `${PATH}?tag=99`)).status).toBe(404);
});

test("an interrupted download is audited with what had been sent", async () => {
  const parlor = testApp();
  const { admin, app } = parlor;
  for (let n = 0; n < 2500; n += 1)
    contact(app, admin, `Client ${n}`, `+1303555${String(n).padStart(4, "0")}`);
  const response = await admin.open(PATH);
  const reader = response.body?.getReader();
  await reader?.read();
  await reader?.read();
  await reader?.cancel();
  await until("the audit entry", () => auditedExports(parlor).length > 0);
  const [{ count }] = auditedExports(parlor);
  expect(count).toBeLessThan(2500);
});
