import { expect, test } from "bun:test";
import { firstBrokenAudit } from "#db/platform/audit.ts";
import { type TestApp, testApp } from "#tests/support/test-app.ts";

/** A log of ten rows, the first of them of the settings that every test starts with. */
async function tenRows(): Promise<TestApp> {
  const parlor = testApp();
  for (let n = 0; n < 9; n += 1)
    await parlor.admin.request("POST", "/api/contacts", {
      name: "A",
      phoneNumber: `+1202555010${n}`,
    });
  expect(parlor.app.db.query("select count(*) as n from audit_logs").get()).toEqual({ n: 10 });
  return parlor;
}

test("an unchanged log is valid", async () => {
  expect(firstBrokenAudit((await tenRows()).app.db)).toBeUndefined();
});

test.each([
  ["a changed action", "update audit_logs set action = 'contact.delete' where id = 5", 5],
  ["a changed actor", "update audit_logs set actor_id = 'somebody' where id = 5", 5],
  ["a changed target", "update audit_logs set target_id = '99' where id = 5", 5],
  ["changed facts", "update audit_logs set metadata = '{\"a\":1}' where id = 5", 5],
  ["a changed time", "update audit_logs set created_at = created_at + 1 where id = 5", 5],
  ["an invented address", "update audit_logs set ip_address = '192.0.2.1' where id = 5", 5],
  ["a missing row", "delete from audit_logs where id = 5", 6],
  ["a missing beginning", "delete from audit_logs where id = 1", 2],
  [
    "two rows that changed places",
    "update audit_logs set id = iif(id = 5, 1005, 1006) where id in (5, 6); update audit_logs set id = 11 - (id - 1000) where id > 1000",
    5,
  ],
])("%s is detected at its row", async (_, tamper, row) => {
  const { app } = await tenRows();
  for (const step of tamper.split("; ")) app.db.run(step);
  expect(firstBrokenAudit(app.db)).toBe(row);
});
