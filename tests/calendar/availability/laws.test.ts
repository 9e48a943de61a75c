import { expect, test } from "bun:test";
import fc from "fast-check";
import { insertAppointment } from "#db/calendar/appointments.ts";
import { insertEmployee } from "#db/calendar/employees.ts";
import { replaceClosedDays, setHoursVersion } from "#db/calendar/hours.ts";
import { insertTimeOff } from "#db/calendar/time-off.ts";
import { findObstacle, findSlots } from "#src/calendar/availability/availability.ts";
import { holdSlot, releaseHold } from "#src/calendar/availability/holds.ts";
import { createService } from "#src/calendar/services/services.ts";
import { saveSettings } from "#src/platform/settings/settings.ts";
import { addDays, addMinutes } from "#src/shared/wall-time.ts";
import { mapWeek } from "#src/shared/working-hours.ts";
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
  own: fc.option(open),
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
      onlyFirst: fc.boolean(),
    }),
    { minLength: 1, maxLength: 3 },
  ),
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
    who: fc.constantFrom(0, 1),
    at: fc.integer({ min: -900, max: 2 * 1440 }),
    minutes: fc.integer({ min: 5, max: 400 }),
  };
}

test("slots of one to three services match a minute-by-minute search, in every zone and on the days of both clock changes", async () => {
  await fc.assert(
    fc.asyncProperty(salonShape, async (shape) => {
      const { parlor, serviceIds, ids } = salonOf(shape);
      const [, from] = shape.place;
      const visit = { serviceIds };
      const slots = await findSlots(parlor.app, visit, { from, to: addDays(from, 1) });
      const found = slots.map(({ startsAt, employeeId }) => `${startsAt} ${employeeId}`);
      const expected = quarters(from).flatMap((startsAt) =>
        ids.flatMap((id, who) => (isFreeSlowly(shape, who, startsAt) ? [`${startsAt} ${id}`] : [])),
      );
      expect(found).toEqual(expected);
      // The check of a booking agrees on every single time.
      for (const startsAt of quarters(from).filter((_, at) => at % 3 === 0))
        for (const employeeId of ids)
          expect([
            startsAt,
            findObstacle(parlor.app, visit, { startsAt, employeeId }) === undefined,
          ]).toEqual([startsAt, expected.includes(`${startsAt} ${employeeId}`)]);
    }),
    { numRuns: Number(process.env["AVAILABILITY_RUNS"] ?? 60) },
  );
});

test("two services are one visit: as long as both, by someone who performs both, with one cleanup", async () => {
  const parlor = testApp();
  const ids = ["Elena", "Tomas"].map((name) => addEmployee(parlor, name));
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
  const employeeId = addEmployee(parlor, "Elena");
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

function addEmployee({ app }: TestApp, name: string): number {
  return insertEmployee(app.db, {
    name,
    displayOrder: name.length,
    workStartTime: null,
    workEndTime: null,
    feedVersion: null,
    createdAt: 1,
  });
}

function salonOf(shape: Shape): { parlor: TestApp; serviceIds: number[]; ids: number[] } {
  const parlor = testApp();
  const { app, admin, clock } = parlor;
  const [timeZone, from] = shape.place;
  saveSettings(app, admin.actor, { timeZone });
  clock.now = nowOf(shape);
  const ids = ["Elena", "Tomas 2"].map((name) => addEmployee(parlor, name));
  const version = (employeeId: number | null, intervals: readonly Open[]) =>
    setHoursVersion(app.db, {
      employeeId,
      from: "",
      weekly: JSON.stringify(mapWeek(() => intervals.map(toClocks))),
      start: null,
      end: null,
    });
  version(null, shape.business);
  if (shape.own) version(ids[0] ?? 0, shape.own);
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
        employeeIds: service.onlyFirst ? [ids[0] ?? 0] : null,
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

/** Looks at every minute of the visit by itself. */
function isFreeSlowly(shape: Shape, who: number, startsAt: string): boolean {
  const [zone, from] = shape.place;
  if (shape.services.some(({ onlyFirst }) => onlyFirst) && who !== 0) return false;
  if (shape.isClosedNext && startsAt.slice(0, 10) === addDays(from, 1)) return false;
  const start = firstShown(zone, startsAt);
  if (wallAt(zone, start) !== startsAt || start * 60_000 <= nowOf(shape)) return false;

  const lengths = shape.services.map(
    (service) => (who === 1 && service.override) || service.minutes,
  );
  const minutes = lengths.reduce((sum, one) => sum + one, 0);
  const day = startsAt.slice(0, 10);
  const hours = (who === 0 && shape.own) || shape.business;
  const isOpenAll = hours.some((interval) => {
    const [opens, closes] = [interval.start, interval.end].map((minute) =>
      firstShown(zone, addMinutes(`${day}T00:00:00`, minute)),
    );
    return minutesOf(start, minutes).every(
      (minute) => (opens ?? 0) <= minute && minute < (closes ?? 0),
    );
  });
  if (!isOpenAll) return false;

  const at = (minute: number) => firstShown(zone, addMinutes(`${from}T00:00:00`, minute));
  const isAway = (minute: number) =>
    timeOffOf(shape)
      .filter((one) => one.who === undefined || one.who === who)
      .some(
        (one) => firstShown(zone, one.startsAt) <= minute && minute < firstShown(zone, one.endsAt),
      );
  const isBusy = (minute: number) =>
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
  const works = (minute: number) => {
    let begin = 0;
    for (const [index, service] of shape.services.entries()) {
      const isLast = index === lengths.length - 1;
      const length = (lengths[index] ?? 0) + (isLast ? service.buffer : 0);
      const processing = toProcessing(service.processing, shortestOf(service));
      if (worksAt(minute - begin, length, processing)) return true;
      begin += lengths[index] ?? 0;
    }
    return false;
  };
  return minutesOf(start, minutes + (shape.services.at(-1)?.buffer ?? 0)).every(
    (minute) => !isAway(minute) && !(works(minute - start) && isBusy(minute)),
  );
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
