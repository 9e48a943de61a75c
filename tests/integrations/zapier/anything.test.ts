import { expect, test } from "bun:test";
import fc from "fast-check";
import { checkDatabase } from "#db/doctor.ts";
import { firstBrokenAudit } from "#db/platform/audit.ts";
import { INBOUND_PATHS, type Inbound } from "#src/integrations/zapier/contract.ts";
import { ANA, BALAYAGE, employee, outside } from "#tests/support/outside.ts";
import { testApp } from "#tests/support/test-app.ts";

const KINDS = Object.keys(INBOUND_PATHS) as Inbound[];
const NAMES = [...Object.keys({ ...BALAYAGE, ...ANA }), "__proto__", "constructor", "other"];
const good: Readonly<Record<string, string>> = { ...BALAYAGE, ...ANA };
/** What is right, nearly right, or nothing of the kind. */
const value = (name: string) =>
  fc.oneof(
    fc.constant(good[name]),
    fc.string({ unit: "binary", maxLength: 80 }),
    fc.constantFrom(
      "\ud800",
      "' or 1=1 --",
      '"*',
      "𝕁𝕠",
      "+1",
      "9999-12-31T23:59",
      "0000-01-01T00:00",
    ),
    fc.jsonValue({ maxDepth: 2 }),
  );
const body = fc.record(Object.fromEntries(NAMES.map((name) => [name, value(name)])), {
  requiredKeys: [],
});

test("any input with a valid key is processed or refused with a message, and the data stays consistent", async () => {
  const parlor = testApp();
  employee(parlor, "Jo");
  const own = await outside(parlor);
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...KINDS), body, async (what, fields) => {
      parlor.clock.now += 1_000;
      const reply = await own.send(what, fields);
      expect([200, 201, 202, 400, 404]).toContain(reply.status);
      expect(reply.body.message).toBeTruthy();
    }),
    { numRuns: 400 },
  );
  const { app, admin } = parlor;
  expect(checkDatabase(app.db).filter(({ isFine }) => !isFine)).toEqual([]);
  expect(firstBrokenAudit(app.db)).toBeUndefined();
  for (const path of [
    "/api/webhook-calls",
    "/api/contact-update-requests",
    "/api/deletion-conflicts",
    "/api/contacts",
  ])
    expect([path, (await admin.request("GET", path)).status]).toEqual([path, 200]);
});
