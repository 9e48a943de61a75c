import { expect, test } from "bun:test";
import { readCounter } from "#db/counters.ts";
import { contact, testApp } from "#tests/support/test-app.ts";

test("an import counts all rows, those who can be texted, and those with an earlier STOP", async () => {
  const given = testApp();
  const id = contact(given.app, given.admin, "Ada", "+12025550101");
  await given.admin.request("POST", `/api/contacts/${id}/opt-out`);
  await given.admin.request("DELETE", `/api/contacts/${id}`);
  const { status } = await given.admin.request("POST", "/api/contacts/bulk-import", {
    contacts: ["1", "2", "3"].map((n) => ({ firstName: "Client", phoneNumber: `+1202555010${n}` })),
  });
  expect(status).toBe(200);
  const { db } = given.app;
  const names = ["contacts", "subscribed", "opted-out", "undeliverable"] as const;
  expect(names.map((name) => readCounter(db, name))).toEqual([3, 2, 1, 0]);
});
