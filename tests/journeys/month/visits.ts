import { reminderDue, withdrawReminder } from "./reminders.ts";
import { formatWhen, isQuiet, nextMorning, toInstant, toWall } from "./wall.ts";
import {
  canText,
  expectText,
  isAhead,
  isInTime,
  linkOf,
  outcomeOf,
  type Place,
  placeOf,
  sendWaiting,
  type Visit,
  type World,
} from "./world.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const NOTICE_MS = 2 * HOUR_MS;

type NewVisit = Pick<Visit, "id" | "client" | "employeeId" | "start" | "token" | "deposit">;

/** A visit that the client is texted about a minute later, at once, or not at all. */
export function book(world: World, fields: NewVisit, text: "later" | "now" | "none"): Visit {
  const visit = add(world, fields, "booked");
  if (text === "none" || !canText(visit.client)) visit.known = placeOf(visit);
  else if (text === "now") tellChange(world, visit);
  else plan(world, visit, true);
  return visit;
}

/** A booking that staff decide about. */
export function request(world: World, fields: NewVisit): Visit {
  const visit = add(world, fields, "requested");
  visit.decideBy = Math.min(world.now() + DAY_MS, toInstant(visit.start) - NOTICE_MS);
  return visit;
}

/** Returns whether the deposit is due now. */
export function approve(world: World, visit: Visit, deposit: string | undefined): void {
  visit.status = "booked";
  visit.decideBy = undefined;
  if (deposit === undefined) tellChange(world, visit);
  else {
    visit.payBy = Math.min(world.now() + DAY_MS, toInstant(visit.start) - NOTICE_MS);
    const until = `${deposit} deposit by ${formatWhen(toWall(visit.payBy))}`;
    expectText(
      world,
      visit.client,
      "deposit due",
      formatWhen(visit.start),
      until,
      ...linkOf(visit),
    );
    setKnown(world, visit);
  }
}

export function pay(world: World, visit: Visit, cents: number): void {
  visit.deposit = { client: visit.client, cents, refunded: 0 };
  visit.payBy = undefined;
  visit.known = undefined;
  world.payments.push(visit.deposit);
  tellChange(world, visit);
}

/** By staff. */
export function move(world: World, visit: Visit, to: Place, notify: boolean): void {
  const { start: former, known } = visit;
  // A drag that is undone or corrected within a minute leaves no time that the client had.
  const isSettled = world.now() - visit.movedAt >= MINUTE_MS;
  changePlace(visit, to);
  if (former !== to.start) visit.movedAt = world.now();
  const isNews = known !== undefined && known.start !== to.start && former !== to.start;
  const agreed = known && !(isSettled && former > known.start) ? known.start : former;
  if (isNews && agreed > visit.agreedStart) visit.agreedStart = agreed;
  // A booking whose text is taken back is one without a text: the desk has told the client.
  if (!notify) visit.known ??= placeOf(visit);
  plan(world, visit, notify);
}

export function cancel(world: World, visit: Visit, notify: boolean): void {
  visit.status = "canceled";
  withdrawReminder(visit);
  refund(visit);
  plan(world, visit, notify && visit.known !== undefined);
  if (!notify) visit.known = undefined;
}

export function remove(world: World, visit: Visit, notify: boolean): void {
  visit.status = "deleted";
  visit.textDueAt = undefined;
  withdrawReminder(visit);
  refund(visit);
  // It can't be undone, so it is told at once; of a client who has opted out, the desk sees that no text will leave.
  if (!notify || !canText(visit.client)) return;
  const { known } = visit;
  const leavesAt = isQuiet(world.now()) ? nextMorning(world.now()) : world.now();
  if (!known || toInstant(known.start) <= leavesAt) return;
  const says = [formatWhen(known.start), ...outcomeOf(visit, true)];
  world.waiting.push(() => {
    if (canText(visit.client)) expectText(world, visit.client, "canceled", ...says);
  });
  sendWaiting(world);
}

export function moveByClient(world: World, visit: Visit, start: string): void {
  changePlace(visit, { ...visit, start });
  visit.agreedStart = start;
  visit.known = undefined;
  tellChange(world, visit);
  // Also one who gets no text has seen the new time on the page.
  visit.known = placeOf(visit);
}

/** By an X. The deposit is refunded until the deadline of the latest time that the client had. */
export function cancelByClient(world: World, visit: Visit): void {
  visit.status = "canceled";
  visit.known = undefined;
  visit.textDueAt = undefined;
  withdrawReminder(visit);
  if (isInTime(world, visit)) refund(visit);
}

/** On the page, and the client gets a text about it as about a cancellation by staff. */
export function cancelByLink(world: World, visit: Visit): void {
  const { known } = visit;
  cancelByClient(world, visit);
  visit.known = known;
  plan(world, visit, known !== undefined);
}

/** Texts whose minute is over, requests that nobody decided, and times whose deposit nobody paid. */
export function passTime(world: World): void {
  const now = world.now();
  for (const visit of world.visits) {
    if (visit.status === "requested" && (visit.decideBy ?? now) <= now) {
      visit.status = "canceled";
      tellLater(world, visit, "declined");
    }
    if (isAhead(visit) && visit.payBy !== undefined && visit.payBy <= now) {
      visit.status = "canceled";
      visit.payBy = undefined;
      visit.known = undefined;
      withdrawReminder(visit);
      tellLater(world, visit, "released");
    }
    const isDue = visit.textDueAt !== undefined && visit.textDueAt <= now;
    if (isDue && !isQuiet(now)) tellChange(world, visit);
  }
}

function add(world: World, fields: NewVisit, status: "booked" | "requested"): Visit {
  const visit: Visit = {
    ...fields,
    status,
    createdAt: world.now(),
    known: undefined,
    isReminderOver: false,
    isThanked: false,
    agreedStart: fields.start,
    movedAt: 0,
  };
  world.visits.push(visit);
  return visit;
}

function tellLater(world: World, { client, start }: Visit, kind: "declined" | "released"): void {
  world.waiting.push(() => {
    if (canText(client)) expectText(world, client, kind, formatWhen(start));
  });
}

function refund({ deposit }: Visit): void {
  if (deposit) deposit.refunded = deposit.cents;
}

function changePlace(visit: Visit, { start, employeeId }: Place): void {
  visit.employeeId = employeeId;
  // The client agreed to the time, not to the employee.
  if (visit.start === start) return;
  visit.start = start;
  visit.status = "booked";
  withdrawReminder(visit);
  // The desk told the client; who was reminded of a time of that day is not reminded again.
  visit.isReminderOver = visit.remindedAt !== undefined && visit.remindedAt >= reminderDue(start);
}

function plan(world: World, visit: Visit, notify: boolean): void {
  visit.textDueAt = notify && canText(visit.client) ? world.now() + MINUTE_MS : undefined;
}

/** Tells the difference between what the client knows and what is true. */
function tellChange(world: World, visit: Visit): void {
  const { client, known, start, employeeId } = visit;
  visit.textDueAt = undefined;
  // A canceled visit is named by the time that its client knows.
  const named = isAhead(visit) ? start : known?.start;
  if (!canText(client) || named === undefined || toInstant(named) <= world.now()) {
    // Who opted out before the text about a booking knows of it by the desk, as who had opted out when it was booked.
    if (isAhead(visit)) visit.known ??= placeOf(visit);
    return;
  }
  const employee = `with ${world.employees.get(employeeId)}`;
  const says = [formatWhen(named), ...linkOf(visit)];
  if (!isAhead(visit))
    expectText(
      world,
      client,
      "canceled",
      formatWhen(named),
      ...outcomeOf(visit, visit.deposit?.refunded !== 0),
    );
  else if (known === undefined) expectText(world, client, "booked", employee, ...says);
  else {
    const changes = [
      ...(known.start === start ? [] : [`from ${formatWhen(known.start)}`]),
      ...(known.employeeId === employeeId ? [] : [employee]),
    ];
    if (changes.length === 0) return;
    expectText(world, client, "moved", ...changes, ...says);
  }
  setKnown(world, visit);
}

/** A text that tells what is true counts as the reminder that is due by now. An earlier one no longer counts. */
function setKnown(world: World, visit: Visit): void {
  visit.known = isAhead(visit) ? placeOf(visit) : undefined;
  visit.textDueAt = undefined;
  const isReminder = isAhead(visit) && reminderDue(visit.start) <= world.now();
  visit.remindedAt = isReminder ? world.now() : undefined;
  visit.isReminderOver ||= isReminder;
}
