import {
  addDays,
  formatClock,
  formatWhen,
  isQuiet,
  nextMorning,
  toInstant,
  toWall,
} from "./wall.ts";
import {
  BUSINESS,
  type Client,
  canText,
  deadlineOf,
  expectText,
  hasBegun,
  isAhead,
  isInTime,
  linkOf,
  outcomeOf,
  placeOf,
  type Reminder,
  VISIT_MINUTES,
  type Visit,
  type World,
} from "./world.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Visits of one client with at most this in between share a reminder. */
const MAX_GAP_MS = HOUR_MS;
/** A later reminder is of no use. */
const MIN_NOTICE_MS = 2 * HOUR_MS;

export function reminderDue(start: string): number {
  return toInstant(`${addDays(start.slice(0, 10), -1)}T${BUSINESS.appointmentReminderTime}`);
}

/** A reminder that waits for the morning is not sent when one of its visits changes, and written anew for the other visits. */
export function withdrawReminder(visit: Visit): void {
  for (const reminder of visit.client.reminders.filter(({ visits }) => visits.includes(visit)))
    if (reminder.isWaiting) {
      for (const one of reminder.visits) {
        one.isReminderOver = false;
        one.remindedAt = undefined;
      }
      reminder.visits = [];
    }
}

/** The day before, or an hour after a later booking. */
export function writeReminders(world: World): void {
  const now = world.now();
  const due = world.visits.filter(
    (visit) =>
      isAhead(visit) &&
      !visit.isReminderOver &&
      visit.textDueAt === undefined &&
      Math.max(reminderDue(visit.start), visit.createdAt + HOUR_MS) <= now,
  );
  const leavesAt = isQuiet(now) ? nextMorning(now) : now;
  for (const visit of due) visit.isReminderOver = true;
  const useful = due
    .toSorted(byStart)
    .filter(
      ({ client, start, createdAt }) =>
        canText(client) &&
        toWall(createdAt).slice(0, 10) < start.slice(0, 10) &&
        toInstant(start) - leavesAt >= MIN_NOTICE_MS,
    );
  const dayOf = ({ client, start }: Visit) => `${client.contactId} ${start.slice(0, 10)}`;
  for (const list of Map.groupBy(useful, dayOf).values())
    for (const group of groupVisits(list)) {
      const reminder: Reminder = {
        ...{ visits: group, starts: new Map(), isWaiting: true, isOver: false },
      };
      for (const one of group[0]?.client.reminders ?? [])
        one.visits = one.visits.filter((visit) => !group.includes(visit));
      group[0]?.client.reminders.push(reminder);
      world.waiting.push(() => remind(world, reminder));
    }
}

export function writeThankYous(world: World): void {
  for (const visit of world.visits) {
    const { client, start, isThanked } = visit;
    const minutes = VISIT_MINUTES + BUSINESS.appointmentThankYouDelayMinutes;
    if (isThanked || !isAhead(visit) || toInstant(start) + minutes * MINUTE_MS > world.now())
      continue;
    visit.isThanked = true;
    if (!canText(client)) continue;
    world.waiting.push(() => {
      if (canText(client)) expectText(world, client, "thanks", formatClock(start));
    });
  }
}

/**
 * X answers the last reminder without one, C the last one without an answer. Returns the visits that it changes: none that was
 * moved since. If that leaves none, no older reminder is answered instead.
 */
export function answerReminder(world: World, client: Client, body: "C" | "X"): Visit[] {
  const newest = client.reminders.findLast((one) => !one.isWaiting);
  const isOfClient = (visit: Visit) => visit.client === client && visit.status !== "deleted";
  const isOver = ({ start }: Visit) => toInstant(start) + VISIT_MINUTES * MINUTE_MS <= world.now();
  const came = client.reminders.filter((one) => {
    if (one.isWaiting || one.isOver) return false;
    const own = one.visits.filter(isOfClient);
    return own.length > 0 ? !own.every(isOver) : one === newest;
  });
  const last = came.at(-1);
  if (!last) return [];
  // A visit of the reminder that has begun stays as it is.
  const aheadOf = (reminder: Reminder) =>
    reminder.visits.filter(
      (visit) =>
        isOfClient(visit) &&
        isAhead(visit) &&
        !hasBegun(world, visit) &&
        reminder.starts.get(visit) === visit.start,
    );
  const isUnanswered = (reminder: Reminder) =>
    aheadOf(reminder).some(({ status }) => status === "booked");
  const isForOthers = body === "C" && aheadOf(last).length > 0;
  const reminder = (isForOthers && came.findLast(isUnanswered)) || last;
  const changed = aheadOf(reminder).filter(({ status }) => body === "X" || status === "booked");
  if (body === "X" && changed.length > 0) reminder.isOver = true;
  if (changed.length > 0 && canText(client))
    expectText(
      world,
      client,
      body === "C" ? "confirmed" : "canceled",
      ...timesOf(changed),
      ...(body === "X" ? changed.flatMap((visit) => outcomeOf(visit, isInTime(world, visit))) : []),
    );
  return changed;
}

/** Sends a reminder, unless it was taken back while it waited. */
function remind(world: World, reminder: Reminder): void {
  const { visits } = reminder;
  const client = visits[0]?.client;
  if (!client) return;
  if (!canText(client)) {
    reminder.visits = [];
    return;
  }
  expectText(world, client, "reminder", ...timesOf(visits), ...visits.flatMap(noteOf));
  reminder.isWaiting = false;
  reminder.starts = new Map(visits.map((visit) => [visit, visit.start]));
  for (const visit of visits) {
    visit.remindedAt = world.now();
    visit.known = placeOf(visit);
  }
}

/** "Sunday, March 14 at 9:30 AM" and the times of later visits of the day. */
function timesOf([first, ...others]: readonly Visit[]): string[] {
  return [
    ...(first ? [formatWhen(first.start)] : []),
    ...others.map(({ start }) => formatClock(start)),
  ];
}

/** The link of a visit that was booked online, and until when its deposit is refunded. */
function noteOf(visit: Visit): string[] {
  const { deposit } = visit;
  const isPaid = deposit !== undefined && deposit.refunded === 0;
  return [...linkOf(visit), ...(isPaid ? [formatWhen(toWall(deadlineOf(visit)))] : [])];
}

function byStart(a: Visit, b: Visit): number {
  return a.start.localeCompare(b.start);
}

function groupVisits(visits: readonly Visit[]): Visit[][] {
  const groups: Visit[][] = [];
  for (const visit of visits) {
    const last = groups.at(-1);
    const end = toInstant(last?.at(-1)?.start ?? visit.start) + VISIT_MINUTES * MINUTE_MS;
    if (last && toInstant(visit.start) - end <= MAX_GAP_MS) last.push(visit);
    else groups.push([visit]);
  }
  return groups;
}
