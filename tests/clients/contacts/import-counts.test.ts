import { expect, test } from "bun:test";
import { readCounter } from "#db/counters.ts";
import { contact, testApp } from "#tests/support/test-app.ts";

test("an import counts all rows, those who can be texted, and those with an earlier STOP", async () => {
  const parlor = testApp();
  const id = contact(parlor.app, parlor.admin, "Ada", "+12025550101");
  await parlor.admin.request("POST", `/api/contacts/${id}/opt-out`);
  await parlor.admin.request("DELETE", `/api/contacts/${id}`);
  const { status } = await parlor.admin.request("POST", "/api/contacts/bulk-import", {
    contacts: ["1", "2", "3"].map((n) => ({ firstName: "Client", phoneNumber: `+1202555010${n}` })),
  });
  expect(status).toBe(200);
  const { db } = parlor.app;
  const names = ["contacts", "subscribed", "opted-out", "undeliverable"] as const;
  expect(names.map((name) => readCounter(db, name))).toEqual([3, 2, 1, 0]);
});
