import { expect, test } from "bun:test";
import fc from "fast-check";
import { findUser } from "#db/platform/users.ts";
import { openSession } from "#src/platform/http/sessions.ts";
import { GRANTABLE_PAGES, mayOpen, maySeeEmployee } from "#src/shared/permissions.ts";
import { addEmployee } from "#tests/support/employee.ts";
import { testApp } from "#tests/support/test-app.ts";

/** A request that only this page permits, for each page. */
const CALLS = {
  "/": "/api/stats",
  "/campaigns": "/api/campaigns",
  "/inbox": "/api/conversations",
  "/contacts": "/api/contacts/1/history",
} as const;
const EMPLOYEES = 6;

test("for any permissions, the API agrees with mayOpen and maySeeEmployee", async () => {
  const { app, hono, admin, person } = testApp();
  const ids = Array.from({ length: EMPLOYEES }, (_, at) =>
    addEmployee(app.db, `Employee ${at}`, at),
  );
  const mia = person("user", ["/"]);
  const set = fc.record({
    pages: fc.subarray(
      GRANTABLE_PAGES.map(({ path }) => path),
      { minLength: 1 },
    ),
    employeeIds: fc.subarray(ids),
    canViewClientPhoneNumbers: fc.boolean(),
    canViewClientNames: fc.boolean(),
  });
  let opened = 0;
  let refused = 0;

  await fc.assert(
    fc.asyncProperty(set, async (permissions) => {
      await admin.request("PUT", `/api/users/${mia.id}/permissions`, { permissions });
      const user = findUser(app.db, mia.id);
      if (!user) throw new Error("no such user");
      const answer = new Headers();
      openSession(app, user, { ip: null, userAgent: null }, answer);
      const cookie = answer.get("set-cookie")?.split(";")[0] ?? "";
      const ask = (path: string) => hono.request(path, { headers: { cookie } });

      for (const [page, path] of Object.entries(CALLS)) {
        const { status } = await ask(path);
        expect([page, status !== 403]).toEqual([page, mayOpen(user, page)]);
        if (status === 403) refused += 1;
        else opened += 1;
      }
      const shown = (await (await ask("/api/employees")).json()) as { id: number }[];
      expect(shown.map(({ id }) => id)).toEqual(ids.filter((id) => maySeeEmployee(user, id)));
    }),
    { numRuns: 60 },
  );
  // Both outcomes occurred often, so the test isn't empty.
  expect(Math.min(opened, refused)).toBeGreaterThan(20);
});
