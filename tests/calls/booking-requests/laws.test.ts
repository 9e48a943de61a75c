import { expect, test } from "bun:test";
import fc from "fast-check";
import { deleteCallsBefore } from "#db/calls/calls-list.ts";
import { inTransaction } from "#db/connection.ts";
import { checkDatabase } from "#db/doctor.ts";
import { askTo, phoneIn } from "#tests/support/callers.ts";
import { countOf, employee } from "#tests/support/outside.ts";
import { contact, type TestApp, testApp } from "#tests/support/test-app.ts";

const LIST = "/api/potential-appointments";
const PHONES = ["+12025550111", "+12025550112", null] as const;

type Step = readonly [
  "call" | "ask" | "approve" | "book" | "reject" | "reopen" | "forget" | "meet" | "erase",
  number,
];
const step: fc.Arbitrary<Step> = fc.tuple(
  fc.constantFrom(
    "call",
    "ask",
    "ask",
    "approve",
    "book",
    "reject",
    "reopen",
    "forget",
    "meet",
    "erase",
  ),
  fc.nat(11),
);

test("in any order of actions, counts match a recount and no request books twice", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const parlor = testApp();
      const elena = employee(parlor, "Elena");
      for (const one of steps) await take(parlor, elena, one);

      const wrong = checkDatabase(parlor.app.db).filter(({ isFine }) => !isFine);
      expect(wrong).toEqual([]);
      const listed = (await parlor.admin.request("GET", LIST)).body as { status: string }[];
      const { body: counts } = await parlor.admin.request("GET", `${LIST}/count`);
      for (const status of ["pending", "approved", "rejected"])
        expect(counts[status]).toBe(listed.filter((row) => row.status === status).length);
      expect(counts.all).toBe(listed.length);
      const calls = (await parlor.admin.request("GET", "/api/call-transcripts")).body;
      const count = (await parlor.admin.request("GET", "/api/call-transcripts/count")).body;
      expect(count).toEqual({ count: calls.length });
      const twice = parlor.app.db
        .query("select 1 from appointments group by starts_at, client_name having count(*) > 1")
        .all();
      expect(twice).toEqual([]);
    }),
    { numRuns: 40 },
  );
});

async function take(parlor: TestApp, elena: number, [what, n]: Step): Promise<void> {
  const { admin, app } = parlor;
  const phone = PHONES[n % PHONES.length] ?? null;
  const decide = (act: string, body?: unknown) =>
    admin.request("POST", `${LIST}/${n + 1}/${act}`, body);
  switch (what) {
    case "call":
      phoneIn(parlor, { phone });
      break;
    case "ask":
      askTo(parlor, { phone, callId: phoneIn(parlor, { phone }) });
      break;
    case "book":
      // Each request has its own minute, so that a double booking is detected.
      await decide("approve", {
        employeeId: elena,
        appointmentDate: `2026-12-01T10:${String(n).padStart(2, "0")}`,
        clientName: `Request ${n}`,
        allowOverlap: true,
      });
      break;
    case "forget":
      inTransaction(app.db, () => deleteCallsBefore(app.db, app.now() + 1, n % 4));
      break;
    case "meet":
      if (phone !== null && !isKnown(parlor, phone)) contact(app, admin, `Client ${n}`, phone);
      break;
    case "erase":
      await eraseClient(parlor);
      break;
    default:
      await decide(what);
  }
}

function isKnown({ app }: TestApp, phone: string): boolean {
  return (
    app.db.query("select 1 from contacts where phone = ?").get(Number(phone.slice(1))) !== null
  );
}

async function eraseClient(parlor: TestApp): Promise<void> {
  const somebody = parlor.app.db
    .query<{ id: number; name: string }, []>("select id, name from contacts limit 1")
    .get();
  if (!somebody) return;
  const { id, name } = somebody;
  parlor.app.db.run("update messages set status = 'sent' where status = 'pending'");
  const { status } = await parlor.admin.request("POST", `/api/contacts/${id}/erase`, { name });
  expect(status).toBe(204);
  expect(countOf(parlor, `calls where contact_id = ${id}`)).toBe(0);
}
