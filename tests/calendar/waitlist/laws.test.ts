import { expect, test } from "bun:test";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { insertAppointment } from "#db/calendar/appointments.ts";
import { closeDatabase, openDatabase } from "#db/connection.ts";
import { migrate } from "#db/migrate.ts";
import { changeAppointment, deleteAppointment } from "#src/calendar/appointments/appointments.ts";
import { createService } from "#src/calendar/services/services.ts";
import { offerGaps } from "#src/calendar/waitlist/offer-gaps.ts";
import { offerTime } from "#src/calendar/waitlist/routes.ts";
import { addToWaitlist, cancelEntry, offerToNext } from "#src/calendar/waitlist/waitlist.ts";
import { createApp } from "#src/create-app.ts";
import { receiveText } from "#src/messaging/inbox/inbound.ts";
import { Problem } from "#src/shared/problem.ts";
import { sidOf } from "#tests/fakes/sms.ts";
import { addEmployee } from "#tests/support/employee.ts";
import { contact, testApp } from "#tests/support/test-app.ts";
import { brokenLaws } from "./broken-laws.ts";

const PHONES = ["+12025550134", "+12025550120", "+12025550137"] as const;
const DAY = "2026-11-27";
/** Back to back, so that a longer visit reaches from one gap into the next. */
const STARTS = ["10:00", "11:00", "12:00"] as const;

const who = fc.constantFrom(0, 1, 2);
const step = fc.oneof(
  fc.record({ kind: fc.constantFrom("cancel", "delete", "move", "shorten", "restore"), at: who }),
  fc.record({ kind: fc.constantFrom("yes", "no", "stop"), at: who }),
  fc.record({ kind: fc.constantFrom("wait", "wait long", "leave", "next", "offer"), at: who }),
  fc.record({ kind: fc.constant("job"), at: who }),
  fc.record({ kind: fc.constantFrom("3 minutes", "20 minutes", "restart"), at: who }),
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

test("in any order of cancel, YES, NO, time and restarts: one open offer for a time, one booking, none without an offer", async () => {
  const root = mkdtempSync(join(tmpdir(), "parlor-waitlist-"));
  // Migrating each run's database was most of the test's time.
  const empty = openUnsynced(join(root, "empty.db"));
  migrate(empty);
  closeDatabase(empty);
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
      runs += 1;
      const path = join(root, `${runs}.db`);
      copyFileSync(join(root, "empty.db"), path);
      const salon = openSalon(path);
      for (const [at, one] of steps.entries()) {
        await salon.take(one, at);
        expect(brokenLaws(salon.app.db)).toEqual([]);
      }
      salon.app.db.close();
    }),
    { numRuns: 60, seed: 7 },
  );
  rmSync(root, { recursive: true });
});

/** Doesn't wait for the disk, which other tests keep busy. */
function openUnsynced(path: string) {
  const db = openDatabase(path);
  db.run("PRAGMA synchronous = OFF");
  return db;
}

function openSalon(path: string) {
  const parlor = testApp({ path });
  parlor.app.db.run("PRAGMA synchronous = OFF");
  const { admin, clock } = parlor;
  let { app } = parlor;
  const employeeId = addEmployee(parlor.app.db, "Elena");
  const [short, long] = [60, 90].map(
    (durationMinutes) =>
      createService(parlor.app, admin.actor, {
        name: `Facial ${durationMinutes}`,
        category: "",
        durationMinutes,
        bufferMinutes: 0,
        processing: null,
        price: "100.00",
        deposit: null,
        color: "#5f87c9",
        employeeIds: null,
        overrides: [],
        onlineBooking: false,
      }).id,
  );
  const contacts = PHONES.map((phone, at) => contact(parlor.app, admin, `Client ${at}`, phone));
  const appointments = STARTS.map((clock, at) =>
    insertAppointment(parlor.app.db, {
      employeeId,
      clientName: `Booked ${at}`,
      nameKey: `booked ${at}`,
      phone: null,
      startsAt: `${DAY}T${clock}:00`,
      endsAt: `${DAY}T${STARTS[at + 1] ?? "13:00"}:00`,
      durationMinutes: 60,
      service: "Facial 60",
      source: "staff",
      createdAt: 0,
    }),
  );

  async function take({ kind, at }: Step, number: number): Promise<void> {
    clock.now += 1;
    const id = appointments[at] ?? 0;
    const contactId = contacts[at] ?? 0;
    const entryOf = () =>
      app.db
        .query<{ id: number }, [number]>(
          "select id from waitlist where contact_id = ? and status in ('waiting', 'offered')",
        )
        .get(contactId)?.id ?? 0;
    const wait = (serviceId = 0) =>
      addToWaitlist(app, admin.actor, {
        contactId,
        serviceId,
        employeeId: null,
        from: DAY,
        to: DAY,
        weekdays: null,
        timeFrom: null,
        timeTo: null,
      });
    const text = (body: string) =>
      receiveText(app, {
        providerId: sidOf(90_000 + number),
        from: PHONES[at] ?? "",
        body,
        at: clock.now,
        carrierAnswered: false,
      });
    const steps: Record<string, () => unknown> = {
      cancel: () => change({ status: "canceled" }),
      restore: () => change({ status: "booked" }),
      move: () => change({ appointmentDate: `${DAY}T14:0${at}:00` }),
      shorten: () => change({ durationMinutes: 15 }),
      delete: () => deleteAppointment(app, admin.actor, id),
      yes: () => text("YES"),
      no: () => text("NO"),
      stop: () => text("STOP"),
      wait: () => wait(short),
      "wait long": () => wait(long),
      leave: () => cancelEntry(app, admin.actor, entryOf()),
      next: () => offerToNext(app, admin.actor, entryOf()),
      offer: () =>
        offerTime(app, admin.actor, {
          employeeId,
          start: `${DAY}T${STARTS[at]}:00`,
          end: `${DAY}T${STARTS[at + 1] ?? "13:00"}:00`,
        }),
      job: () => offerGaps(app),
      "3 minutes": () => {
        clock.now += 3 * 60_000;
      },
      "20 minutes": () => {
        clock.now += 20 * 60_000;
      },
      restart: () => {
        app.db.close();
        app = createApp({ ...app, db: openUnsynced(path), now: () => clock.now });
      },
    };
    const change = (to: object) =>
      changeAppointment(app, admin.actor, id, { allowOverlap: false, ...to });
    try {
      await steps[kind]?.();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
    }
  }

  return {
    take,
    get app() {
      return app;
    },
  };
}
