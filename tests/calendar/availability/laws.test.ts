import { expect, test } from "bun:test";
import fc from "fast-check";
import { insertAppointment } from "#db/calendar/appointments.ts";
import { replaceClosedDays, setHoursVersion } from "#db/calendar/hours.ts";
import { insertTimeOff } from "#db/calendar/time-off.ts";
import { findObstacle, findParts, findSlots } from "#src/calendar/availability/availability.ts";
import { holdParts, holdSlot, releaseHold } from "#src/calendar/availability/holds.ts";
import { createService } from "#src/calendar/services/services.ts";
import type { VisitPart } from "#src/calendar/visits.ts";
import { saveSettings } from "#src/platform/settings/settings.ts";
import { addDays, addMinutes } from "#src/shared/wall-time.ts";
import { mapWeek } from "#src/shared/working-hours.ts";
import { addEmployee } from "#tests/support/employee.ts";
import { type TestApp, testApp } from "#tests/support/test-app.ts";
import { firstShown, minutesOf, wallAt } from "./oracle.ts";

/** Changes of clocks at two in the morning, at midnight and by half an hour, and zones without any. */
const DAYS = [
  ["America/New_York", "2026-11-20"],
  ["America/New_York", "2027-03-14"],
  ["America/New_York", "2026-11-01"],
  ["Europe/London", "2027-03-28"],
  ["Europe/London", "2026-10-25"],
  ["America/Havana", "2027-03-14"],
  ["America/Havana", "2026-11-01"],
  ["Australia/Lord_Howe", "2026-10-04"],
  ["Australia/Lord_Howe", "2027-04-04"],
  ["Asia/Kathmandu", "2026-12-31"],
] as const;

interface Open {
  readonly start: number;
  readonly end: number;
}

/** Two intervals with a break at the most, in minutes of the day, not only at quarter hours. */
const open = fc
  .uniqueArray(fc.integer({ min: 0, max: 144 }), { minLength: 2, maxLength: 4 })
  .map((points) => points.map((point) => point * 10).toSorted((a, b) => a - b))
  .map(([a = 0, b = 0, c, d]): Open[] => [
    { start: a, end: b },
    ...(c !== undefined && d !== undefined ? [{ start: c, end: d }] : []),
  ]);
const salonShape = fc.record({
  place: fc.constantFrom(...DAYS),
  business: open,
  /** Of each employee; null follows the business. */
  own: fc.tuple(fc.option(open), fc.option(open), fc.constant(null)),
  isClosedNext: fc.boolean(),
  appointments: fc.array(
    fc.record({
      ...{ ...spanFields(), buffer: fc.constantFrom(0, 0, 10, 45), canceled: fc.boolean() },
      processing: processingShape(),
    }),
    { maxLength: 8 },
  ),
  timeOff: fc.array(fc.record({ ...spanFields(), isForAll: fc.boolean() }), { maxLength: 2 }),
  longTimeOff: fc.option(fc.integer({ min: 0, max: 2 * 1440 })),
  holds: fc.array(fc.record({ ...spanFields(), isExpired: fc.boolean() }), { maxLength: 2 }),
  services: fc.array(
    fc.record({
      minutes: fc.integer({ min: 5, max: 200 }),
      buffer: fc.constantFrom(0, 15, 20),
      override: fc.option(fc.integer({ min: 5, max: 200 })),
      processing: processingShape(),
      performers: performersShape(),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  chosen: fc.option(fc.integer({ min: 0, max: 2 }), { freq: 3 }),
  nowAfter: fc.integer({ min: 0, max: 1440 }),
});
type Shape = typeof salonShape extends fc.Arbitrary<infer One> ? One : never;

/** In tenths of the shortest length, so that it lies within. */
function processingShape() {
  return fc.option(
    fc
      .uniqueArray(fc.integer({ min: 1, max: 9 }), { minLength: 2, maxLength: 2 })
      .map((points) => points.toSorted((a, b) => a - b)),
  );
}

function performersShape(): fc.Arbitrary<number[]> {
  const all = [0, 1, 2];
  return fc.oneof(fc.constant(all), fc.subarray(all, { minLength: 1 }));
}

function toProcessing(shape: readonly number[] | null, minutes: number) {
  const [from = 0, until = 0] = (shape ?? []).map((tenths) => Math.floor((tenths * minutes) / 10));
  return from >= 1 && until > from ? { afterMinutes: from, minutes: until - from } : null;
}

type ServiceShape = Shape["services"][number];

function shortestOf(service: ServiceShape): number {
  return Math.min(service.minutes, service.override ?? service.minutes);
}

function spanFields() {
  return {
    who: fc.constantFrom(0, 1, 2),
    at: fc.integer({ min: -900, max: 2 * 1440 }),
    minutes: fc.integer({ min: 5, max: 400 }),
  };
}

const RUNS = Number(process.env["AVAILABILITY_RUNS"] ?? 20);

test(
  "slots of one to four services by up to three employees match a minute-by-minute search, in every zone and on the days of both clock changes",
  async () => {
    let compared = 0;
    await fc.assert(
      fc.asyncProperty(salonShape, async (shape) => {
        const { parlor, serviceIds, ids } = salonOf(shape);
        const [, from] = shape.place;
        const visit = { serviceIds };
        const describe = (parts: readonly VisitPart[]) =>
          parts.map(({ employeeId, startsAt, terms }) => {
            const services = terms.services.map(({ serviceId }) => serviceIds.indexOf(serviceId));
            return `${startsAt} ${ids.indexOf(employeeId)} does ${services}, then ${terms.bufferMinutes}`;
          });
        const employeeId = shape.chosen === null ? undefined : (ids[shape.chosen] ?? 0);
        const search = { from, to: addDays(from, 1), employeeId };
        const slots = await findSlots(parlor.app, visit, search);
        const found = slots.map(({ startsAt, parts, ...slot }) =>
          parts ? describe(parts).join("; ") : `${startsAt} ${ids.indexOf(slot.employeeId)}`,
        );
        const expected = quarters(from).flatMap((startsAt) => findSlowly(shape, startsAt));
        expect(found).toEqual(expected);
        compared += quarters(from).length * ids.length;
        // The checks of a booking agree on every single time.
        for (const startsAt of quarters(from).filter((_, at) => at % 3 === 0)) {
          const { alone, together } = assignSlowly(shape, startsAt);
          for (const [who, id] of ids.entries())
            if (shape.chosen === null || shape.chosen === who)
              expect([
                startsAt,
                findObstacle(parlor.app, visit, { startsAt, employeeId: id }) === undefined,
              ]).toEqual([startsAt, alone.includes(who)]);
          const parts = findParts(parlor.app, visit, { startsAt, employeeId });
          if (alone[0] !== undefined)
            expect(parts?.map((part) => part.employeeId)).toEqual([ids[alone[0]] ?? 0]);
          else
            expect(parts && describe(parts)).toEqual(
              together && describeSlowly(shape, together, startsAt),
            );
        }
      }),
      { numRuns: RUNS },
    );
    process.stdout.write(`${compared} quarter hours of employees compared\n`);
  },
  Math.max(60_000, RUNS * 2_000),
);

test("two services are one visit: as long as both, by someone who performs both, with one cleanup", async () => {
  const parlor = testApp();
  const ids = ["Elena", "Tomas"].map((name) => addEmployee(parlor.app.db, name, name.length));
  const service = (name: string, fields: object) =>
    createService(parlor.app, parlor.admin.actor, {
      ...BARE,
      name,
      durationMinutes: 60,
      ...fields,
    }).id;
  const cut = service("Cut", { bufferMinutes: 10 });
  const color = service("Color", { durationMinutes: 90, bufferMinutes: 30, employeeIds: [ids[1]] });
  const day = "2026-11-27";
  setHoursVersion(parlor.app.db, {
    employeeId: null,
    from: "",
    weekly: JSON.stringify(mapWeek(() => [{ start: "09:00", end: "12:00" }])),
    start: null,
    end: null,
  });
  parlor.app.events.changed("hours");
  const slots = await findSlots(parlor.app, { serviceIds: [cut, color] }, { from: day, to: day });
  expect(slots).toEqual(
    ["09:00", "09:15", "09:30"].map((clock) => ({
      startsAt: `${day}T${clock}:00`,
      employeeId: ids[1] ?? 0,
    })),
  );
  expect(
    findObstacle(
      parlor.app,
      { serviceIds: [color] },
      {
        startsAt: `${day}T09:00:00`,
        employeeId: ids[0] ?? 0,
      },
    ),
  ).toBe("not performed");
});

test("only the client who holds a slot may book it, until the hold ends or is released", () => {
  const parlor = testApp();
  const employeeId = addEmployee(parlor.app.db, "Elena", "Elena".length);
  const slot = { startsAt: "2026-11-27T10:00:00", employeeId };
  const visit = { minutes: 60 };
  const until = parlor.clock.now + 30 * 60_000;
  const hold = holdSlot(parlor.app, { ...slot, minutes: 60, bufferMinutes: 0, until });
  expect(findObstacle(parlor.app, visit, slot)).toBe("taken");
  expect(findObstacle(parlor.app, visit, slot, { hold })).toBeUndefined();
  releaseHold(parlor.app, hold);
  expect(findObstacle(parlor.app, visit, slot)).toBeUndefined();
  holdSlot(parlor.app, { ...slot, minutes: 60, bufferMinutes: 0, until });
  expect(findObstacle(parlor.app, visit, slot)).toBe("taken");
  parlor.clock.now = until;
  expect(findObstacle(parlor.app, visit, slot)).toBeUndefined();
});

test("a released hold of a visit by two employees frees the time of both", () => {
  const parlor = testApp();
  const visit = { minutes: 60 };
  const slots = ["Elena", "Tomas"].map((name, at) => ({
    startsAt: `2026-11-27T1${at}:00:00`,
    employeeId: addEmployee(parlor.app.db, name, name.length),
  }));
  const parts = slots.map((slot) => ({ ...slot, terms: { minutes: 60, bufferMinutes: 0 } }));
  const obstacles = () => slots.map((slot) => findObstacle(parlor.app, visit, slot));
  const hold = holdParts(parlor.app, parts, parlor.clock.now + 30 * 60_000);
  expect(obstacles()).toEqual(["taken", "taken"]);
  releaseHold(parlor.app, hold);
  expect(obstacles()).toEqual([undefined, undefined]);
});

const BARE = {
  category: "",
  bufferMinutes: 0,
  processing: null,
  price: "0.00",
  deposit: null,
  employeeIds: null,
  overrides: [],
  onlineBooking: false,
};

function salonOf(shape: Shape): { parlor: TestApp; serviceIds: number[]; ids: number[] } {
  const parlor = testApp();
  const { app, admin, clock } = parlor;
  const [timeZone, from] = shape.place;
  saveSettings(app, admin.actor, { timeZone });
  clock.now = nowOf(shape);
  const ids = ["Elena", "Tomas 2", "Uma the third"].map((name) =>
    addEmployee(parlor.app.db, name, name.length),
  );
  const version = (employeeId: number | null, intervals: readonly Open[]) =>
    setHoursVersion(app.db, {
      employeeId,
      from: "",
      weekly: JSON.stringify(mapWeek(() => intervals.map(toClocks))),
      start: null,
      end: null,
    });
  version(null, shape.business);
  for (const [who, own] of shape.own.entries()) if (own) version(ids[who] ?? 0, own);
  if (shape.isClosedNext)
    replaceClosedDays(app.db, [
      { date: `2020${addDays(from, 1).slice(4)}`, name: "", yearly: true },
    ]);
  for (const one of shape.appointments) {
    const startsAt = addMinutes(`${from}T00:00:00`, one.at);
    const id = insertAppointment(app.db, {
      employeeId: ids[one.who] ?? 0,
      clientName: "Ruth",
      nameKey: "ruth",
      phone: null,
      startsAt,
      endsAt: addMinutes(startsAt, one.minutes),
      durationMinutes: one.minutes,
      bufferMinutes: one.buffer,
      processing: [toProcessing(one.processing, one.minutes)].filter((span) => span !== null),
      service: "Cut",
      source: "staff",
      createdAt: 1,
    });
    if (one.canceled)
      app.db.query("update appointments set status = 'canceled' where id = ?").run(id);
  }
  for (const off of timeOffOf(shape))
    insertTimeOff(app.db, {
      employeeId: off.who === undefined ? null : (ids[off.who] ?? 0),
      startsAt: off.startsAt,
      endsAt: off.endsAt,
      reason: "",
      kind: "time-off",
      createdAt: 1,
    });
  for (const one of shape.holds)
    holdSlot(app, {
      employeeId: ids[one.who] ?? 0,
      startsAt: addMinutes(`${from}T00:00:00`, one.at),
      minutes: one.minutes,
      bufferMinutes: 0,
      until: clock.now + (one.isExpired ? 0 : 1),
    });
  const serviceIds = shape.services.map(
    (service, at) =>
      createService(app, admin.actor, {
        ...BARE,
        name: `Cut ${at}`,
        durationMinutes: service.minutes,
        bufferMinutes: service.buffer,
        processing: toProcessing(service.processing, shortestOf(service)),
        employeeIds:
          service.performers.length === 3 ? null : service.performers.map((who) => ids[who] ?? 0),
        overrides: service.override
          ? [{ employeeId: ids[1] ?? 0, durationMinutes: service.override, price: null }]
          : [],
      }).id,
  );
  app.events.changed("hours");
  return { parlor, serviceIds, ids };
}

function timeOffOf(shape: Shape) {
  const midnight = `${shape.place[1]}T00:00:00`;
  const short = shape.timeOff.map(({ who, at, minutes, isForAll }) => ({
    who: isForAll ? undefined : who,
    startsAt: addMinutes(midnight, at),
    endsAt: addMinutes(midnight, at + minutes),
  }));
  // Began a week before.
  const long = shape.longTimeOff === null ? [] : [shape.longTimeOff];
  return [
    ...short,
    ...long.map((end) => ({
      who: 1 as number | undefined,
      startsAt: addMinutes(midnight, -7 * 1440),
      endsAt: addMinutes(midnight, end),
    })),
  ];
}

function nowOf({ place: [zone, from], nowAfter }: Shape): number {
  return (firstShown(zone, `${from}T00:00:00`) + nowAfter - 1) * 60_000;
}

/** Who can perform all services of a visit alone, and how several would, if no one can. */
function assignSlowly(shape: Shape, startsAt: string) {
  const { services, chosen } = shape;
  const mayChoose = services.some(({ performers }) => performers.includes(chosen ?? -1));
  let assignments: number[][] = chosen !== null && !mayChoose ? [] : [[]];
  for (const { performers } of services)
    assignments = assignments.flatMap((before) =>
      (chosen !== null && performers.includes(chosen) ? [chosen] : performers).map((who) => [
        ...before,
        who,
      ]),
    );
  const changes = (whos: readonly number[]) =>
    whos.filter((who, at) => at > 0 && who !== whos[at - 1]).length;
  const free = assignments.filter((whos) => isFreeSlowly(shape, whos, startsAt));
  const alone = free.filter((whos) => changes(whos) === 0).flatMap(([who = 0]) => who);
  const [together] = free.toSorted(
    (one, other) => changes(one) - changes(other) || (one.join() < other.join() ? -1 : 1),
  );
  return { alone, together: alone.length > 0 ? undefined : together };
}

function findSlowly(shape: Shape, startsAt: string): string[] {
  const { alone, together } = assignSlowly(shape, startsAt);
  if (together) return [describeSlowly(shape, together, startsAt).join("; ")];
  return alone.map((who) => `${startsAt} ${who}`);
}

function describeSlowly(shape: Shape, whos: readonly number[], startsAt: string): string[] {
  const [zone] = shape.place;
  const lines: string[] = [];
  let begin = firstShown(zone, startsAt);
  for (const [at, who] of whos.entries()) {
    const isLater = whos[at - 1] === who;
    if (!isLater) {
      let end = at;
      while (whos[end] === who) end += 1;
      const buffer = whos.slice(end).includes(who) ? 0 : shape.services[end - 1]?.buffer;
      const services = shape.services.map((_, index) => index).slice(at, end);
      lines.push(`${wallAt(zone, begin)} ${who} does ${services}, then ${buffer}`);
    }
    begin += lengthSlowly(shape, at, who);
  }
  return lines;
}

function lengthSlowly(shape: Shape, at: number, who: number): number {
  const service = shape.services[at];
  return (who === 1 && service?.override) || (service?.minutes ?? 0);
}

/** Looks at every minute of the visit by itself. `whos` performs each of the services. */
function isFreeSlowly(shape: Shape, whos: readonly number[], startsAt: string): boolean {
  const [zone, from] = shape.place;
  const day = startsAt.slice(0, 10);
  if (shape.isClosedNext && day === addDays(from, 1)) return false;
  const start = firstShown(zone, startsAt);
  if (wallAt(zone, start) !== startsAt || start * 60_000 <= nowOf(shape)) return false;

  const at = (minute: number) => firstShown(zone, addMinutes(`${from}T00:00:00`, minute));
  const isAway = (who: number, minute: number) =>
    timeOffOf(shape)
      .filter((one) => one.who === undefined || one.who === who)
      .some(
        (one) => firstShown(zone, one.startsAt) <= minute && minute < firstShown(zone, one.endsAt),
      );
  const isBusy = (who: number, minute: number) =>
    shape.appointments.some(
      (one) =>
        one.who === who &&
        !one.canceled &&
        worksAt(
          minute - at(one.at),
          one.minutes + one.buffer,
          toProcessing(one.processing, one.minutes),
        ),
    ) ||
    shape.holds.some(
      (one) => one.who === who && !one.isExpired && worksAt(minute - at(one.at), one.minutes, null),
    );

  let begin = start;
  let run = start;
  for (const [index, who] of whos.entries()) {
    const service = shape.services[index];
    if (!service) return false;
    if (index > 0 && whos[index - 1] !== who) {
      run = begin;
      // The calendar shows the second 1:30 of a night like the first.
      if (firstShown(zone, wallAt(zone, run)) !== run) return false;
    }
    const length = lengthSlowly(shape, index, who);
    const isInOneInterval = (shape.own[who] ?? shape.business).some((interval) => {
      const [opens, closes] = [interval.start, interval.end].map((minute) =>
        firstShown(zone, addMinutes(`${day}T00:00:00`, minute)),
      );
      return (opens ?? 0) <= run && begin + length <= (closes ?? 0);
    });
    if (!isInOneInterval) return false;
    const processing = toProcessing(service.processing, shortestOf(service));
    for (const minute of minutesOf(begin, length)) {
      if (isAway(who, minute)) return false;
      if (worksAt(minute - begin, length, processing) && isBusy(who, minute)) return false;
    }
    begin += length;
    if (whos.slice(index + 1).includes(who)) continue;
    for (const minute of minutesOf(begin, service.buffer))
      if (isAway(who, minute) || isBusy(who, minute)) return false;
  }
  return true;
}

/** Whether a visit's employee works in a minute, counted from its start. */
function worksAt(
  minute: number,
  length: number,
  processing: { readonly afterMinutes: number; readonly minutes: number } | null,
): boolean {
  if (minute < 0 || minute >= length) return false;
  if (!processing) return true;
  const { afterMinutes, minutes } = processing;
  return minute < afterMinutes || minute >= afterMinutes + minutes;
}

function toClocks({ start, end }: Open) {
  const clock = (minute: number) =>
    `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
  return { start: clock(start), end: clock(end) };
}

function quarters(from: string): string[] {
  return Array.from({ length: 2 * 96 }, (_, at) => addMinutes(`${from}T00:00:00`, at * 15));
}
