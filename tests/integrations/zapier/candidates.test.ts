import { expect, test } from "bun:test";
import fc from "fast-check";
import { addMinutes } from "#src/shared/wall-time.ts";
import { countOf, employee, outside } from "#tests/support/outside.ts";
import { testApp } from "#tests/support/test-app.ts";

const NAMES = ["Ana Silva", "Silva, Ana", "Ana Silvano", "Bea Osei"] as const;
const SERVICES = ["Balayage", "Cut"] as const;
const STARTS = ["2026-11-19T10:00", "2026-11-20T08:00", "2026-11-27T10:00", "2026-11-28T10:00"];

const appointment = fc.record({
  name: fc.constantFrom(...NAMES),
  start: fc.constantFrom(...STARTS),
  minutes: fc.constantFrom(30, 60),
  service: fc.constantFrom(...SERVICES),
  employee: fc.constantFrom(1, 2, 3),
  canceled: fc.boolean(),
});
const asked = fc.record({
  name: fc.constantFrom(["Ana", "Silva"], ["BEA", "Osei"], ["Nobody", "Here"]),
  start: fc.option(fc.constantFrom(...STARTS), { nil: undefined }),
  minutes: fc.option(fc.constantFrom(30, 60), { nil: undefined }),
  service: fc.option(fc.constantFrom("balayage", "CUT"), { nil: undefined }),
  // Two are called Jo.
  employee: fc.option(fc.constantFrom("jo", "Elena"), { nil: undefined }),
});

test("deletions, conflicts and misses follow from the appointments that match every field", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(appointment, { maxLength: 8 }), asked, async (all, wanted) => {
      const parlor = testApp();
      for (const name of ["Jo Whitlock", "Jo Marsh", "Elena Park"]) employee(parlor, name);
      const own = await outside(parlor);
      const insert = parlor.app.db.query(
        `insert into appointments (employee_id, client_name, name_key, starts_at, ends_at, duration_minutes,
           service, status, source, created_at) values (?, ?, ?, ?, ?, ?, ?, ?, 'staff', 1)`,
      );
      for (const one of all) {
        const key = one.name === "Silva, Ana" ? "ana silva" : one.name.toLowerCase();
        const start = `${one.start}:00`;
        const status = one.canceled ? "canceled" : "booked";
        insert.run(
          one.employee,
          one.name,
          key,
          start,
          addMinutes(start, one.minutes),
          one.minutes,
          one.service,
          status,
        );
      }

      // Said once more, from the decision's words: by hand, not by the code under test.
      const end =
        wanted.start && wanted.minutes
          ? addMinutes(`${wanted.start}:00`, wanted.minutes)
          : undefined;
      const agreeing = all.flatMap((one, at) => {
        const person = one.name === "Silva, Ana" ? "ana silva" : one.name.toLowerCase();
        const agrees =
          person === wanted.name.join(" ").toLowerCase() &&
          (wanted.start ? one.start === wanted.start : one.start >= "2026-11-20") &&
          (end === undefined || addMinutes(`${one.start}:00`, one.minutes) === end) &&
          (wanted.service === undefined ||
            one.service.toLowerCase() === wanted.service.toLowerCase()) &&
          (wanted.employee === undefined || (wanted.employee === "jo") === one.employee < 3);
        return agrees ? [{ id: at + 1, canceled: one.canceled }] : [];
      });
      const standing = agreeing.filter(({ canceled }) => !canceled);
      const ids = (standing.length > 0 ? standing : agreeing).map(({ id }) => id);

      const reply = await own.send("appointmentDelete", {
        first_name: wanted.name[0],
        last_name: wanted.name[1],
        start_datetime: wanted.start,
        end_datetime: end,
        service_display_name: wanted.service,
        employee_first_name: wanted.employee,
      });
      expect(reply.status).toBe(ids.length === 0 ? 404 : ids.length === 1 ? 200 : 202);
      if (ids.length === 1) expect(reply.body.appointmentId).toBe(ids[0]);
      if (ids.length > 1) expect(reply.body.appointmentIds.toSorted()).toEqual(ids);
      expect(countOf(parlor, "appointments")).toBe(all.length - (ids.length === 1 ? 1 : 0));
    }),
    { numRuns: 150 },
  );
});
