import { appointmentsBetween } from "#db/calendar/appointments-list.ts";
import type { Processing } from "#db/calendar/services.ts";
import type { App, Staff } from "#src/app.ts";
import { changeAppointment } from "#src/calendar/appointments/appointments.ts";
import {
  type BookedService,
  findBookedService,
} from "#src/calendar/appointments/booked-service.ts";
import { addAppointment } from "#src/calendar/book-visit.ts";
import { changeEmployee, createEmployee } from "#src/calendar/employees/employees.ts";
import { getBusinessHours, saveBusinessHours } from "#src/calendar/hours/hours.ts";
import { createService, listServices } from "#src/calendar/services/services.ts";
import { toWallTime } from "#src/platform/time.ts";
import { DAY_MS, MINUTE_MS } from "#src/shared/durations.ts";
import { Problem } from "#src/shared/problem.ts";
import { addDays, dayOf, daysBetween } from "#src/shared/wall-time.ts";
import { atTime } from "./history.ts";
import { clientNames } from "./people.ts";
import { CLOSES, DAYS_BEFORE, OPENS, planVisits, timesKept, WORKERS } from "./visits.ts";

/** Category, price and deposit of each worker's services. */
const MENU: Readonly<Record<string, readonly [category: string, price: string, deposit?: string]>> =
  {
    "Hydrating Facial": ["Skin", "120.00", "30.00"],
    Dermaplaning: ["Skin", "95.00"],
    "Chemical Peel, Level 2": ["Skin", "180.00", "50.00"],
    Microneedling: ["Skin", "240.00", "60.00"],
    Balayage: ["Hair", "260.00", "60.00"],
    "Gloss & Blowout": ["Hair", "90.00"],
    "Root Touch-up": ["Hair", "110.00"],
    "Cut & Style": ["Hair", "75.00"],
    "Fringe & Trim": ["Hair", "40.00"],
    "Brow Shaping": ["Brows & Lashes", "35.00"],
    "Lash Lift & Tint": ["Brows & Lashes", "110.00"],
    "Brow Lamination": ["Brows & Lashes", "75.00"],
    "Classic Lash Fill": ["Brows & Lashes", "85.00"],
  };
const CLEANUP_MINUTES = 10;
/** When color develops. */
const PROCESSING: Readonly<Record<string, Processing>> = {
  Balayage: { afterMinutes: 60, minutes: 35 },
  "Root Touch-up": { afterMinutes: 30, minutes: 30 },
};

/** In the last two days, few clients booked for later than this. */
const BOOKED_DAYS_AHEAD = 9;

interface Client {
  readonly phone: string;
}

/** Creates employees, and appointments around the current day. Returns the employees' ids. */
export function createAppointments(app: App, maya: Staff, clients: readonly Client[]): number[] {
  const today = dayOf(toWallTime(app, app.now()));
  const ids = WORKERS.map(({ name }) => createEmployee(app, maya, { name }).id);
  const menu = createServices(app, maya, ids);
  openToday(app, maya, today);
  setWorkHours(app, maya, ids);
  bookVisits(app, maya, { today, ids, menu, clients });
  addSecondServices(app, maya, today, ids);
  setStatuses(app, maya, today);
  repeatOneAppointment(app, maya, today);
  return ids;
}

function setWorkHours(app: App, maya: Staff, ids: readonly number[]): void {
  for (const [at, { from = OPENS, to = CLOSES }] of WORKERS.entries())
    changeEmployee(app, maya, ids[at] ?? 0, { workStartTime: from, workEndTime: to });
}

interface Salon {
  readonly today: string;
  readonly ids: readonly number[];
  readonly menu: ReadonlyMap<string, BookedService>;
  readonly clients: readonly Client[];
}

function bookVisits(app: App, maya: Staff, { today, ids, menu, clients }: Salon): void {
  const names = clientNames(clients.length);
  for (const [index, visit] of planVisits(today).entries()) {
    const { worker, days, service, ...time } = visit;
    const client = (index * 11 + worker * 5) % clients.length;
    const daysAgo = days < BOOKED_DAYS_AHEAD - 2 ? BOOKED_DAYS_AHEAD - days : 1 + (index % 12);
    const bookedAt = app.now() - daysAgo * DAY_MS;
    addAppointment(atTime(app, bookedAt), maya, {
      ...time,
      employeeId: ids[worker] ?? 0,
      clientName: names[client] ?? "",
      // Some were imported without a number.
      phone: index % 9 === 4 ? null : (clients[client]?.phone ?? null),
      service,
      booked: menu.get(service),
      source: index % 4 === 1 ? "webhook" : "staff",
    });
  }
}

/** The demo opens on a full day, also on a Sunday. */
function openToday(app: App, maya: Staff, today: string): void {
  const { weekly, closedDays } = getBusinessHours(app);
  const isSunday = Temporal.PlainDate.from(today).dayOfWeek === 7;
  saveBusinessHours(app, maya, {
    weekly: isSunday ? { ...weekly, sun: [{ start: "09:00", end: "17:00" }] } : weekly,
    closedDays,
  });
}

function createServices(
  app: App,
  maya: Staff,
  ids: readonly number[],
): ReadonlyMap<string, BookedService> {
  const menu = new Map<string, BookedService>();
  for (const [at, { services }] of WORKERS.entries())
    for (const [name, durationMinutes] of services) {
      const [category = "", price = "0.00", deposit = null] = MENU[name] ?? [];
      if (menu.has(name)) continue;
      const bufferMinutes = category === "Skin" ? CLEANUP_MINUTES : 0;
      const processing = PROCESSING[name] ?? null;
      const { id: serviceId } = createService(app, maya, {
        name,
        category,
        durationMinutes,
        bufferMinutes,
        processing,
        price,
        deposit,
        employeeIds: [ids[at] ?? 0],
        overrides: [],
        onlineBooking: true,
      });
      menu.set(
        name,
        findBookedService(app, ids[at] ?? 0, { services: [serviceId], service: name }),
      );
    }
  return menu;
}

/** The lists of past appointments are read in pages of this size. */
const MAX_ROWS = 2_000;
/** A visit of this many has a second service, where it is the last before a gap. */
const SECOND_SERVICE_EVERY = 3;

/** Some clients have two services in one visit. */
function addSecondServices(app: App, maya: Staff, today: string, ids: readonly number[]): void {
  const services = listServices(app);
  const rows = appointmentsBetween(app.db, {
    from: today,
    until: addDays(today, 3),
    employees: "all",
    most: MAX_ROWS,
  });
  for (const [at, { id, employeeId, serviceId, startsAt }] of rows.entries()) {
    const days = daysBetween(today, dayOf(startsAt));
    if (timesKept(today, days, ids.indexOf(employeeId)).length > 0) continue;
    const second = services.find(
      (one) => one.id !== serviceId && one.employeeIds?.includes(employeeId),
    );
    if (at % SECOND_SERVICE_EVERY !== 0 || serviceId === null || !second) continue;
    const both = [serviceId, second.id];
    try {
      changeAppointment(app, maya, id, { services: both, allowOverlap: false });
    } catch (error) {
      // There's no time for it before the next client.
      if (!(error instanceof Problem)) throw error;
    }
  }
}

/** Sets realistic statuses: confirmed, no-show and canceled. */
/** Clients of visits that began before this are here. */
const LATE_MS = 20 * MINUTE_MS;

function setStatuses(app: App, maya: Staff, today: string): void {
  const now = toWallTime(app, app.now() - LATE_MS);
  const rows = appointmentsBetween(app.db, {
    from: addDays(today, -DAYS_BEFORE),
    until: addDays(today, 3),
    employees: "all",
    most: MAX_ROWS,
  });
  rows.forEach(({ id, startsAt }, at) => {
    const status = statusOf(at, startsAt < now);
    if (status) changeAppointment(app, maya, id, { status, allowOverlap: true });
  });
}

/** Repeats one of the coming appointments every four weeks. */
function repeatOneAppointment(app: App, maya: Staff, today: string): void {
  const regular = appointmentsBetween(app.db, {
    from: addDays(today, 1),
    until: addDays(today, 8),
    employees: "all",
    most: MAX_ROWS,
  }).find(({ status }) => status === "booked");
  const repeat = { everyWeeks: 4, count: 6, skip: [] };
  if (regular) changeAppointment(app, maya, regular.id, { repeat, allowOverlap: true });
}

function statusOf(at: number, isOver: boolean) {
  if (at % 13 === 9) return "canceled";
  if (isOver) return at % 11 === 6 ? "no_show" : "arrived";
  return at % 5 === 2 ? "confirmed" : undefined;
}
