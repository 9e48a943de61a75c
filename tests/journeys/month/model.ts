import {
  addDays,
  formatClock,
  formatWhen,
  isQuiet,
  nextMorning,
  toInstant,
  toWall,
} from "./wall.ts";

/**
 * What clients should get and see, by the rules of docs/decisions. Nothing of the program is used here.
 */

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const THANK_YOU_MINUTES = 60;
/** Visits of one client with less in between share a reminder. */
const MAX_GAP_MS = 60 * MINUTE_MS;
/** A later reminder is of no use. */
const MIN_NOTICE_MS = 2 * HOUR_MS;

/** The settings that the rules depend on. */
export const BUSINESS = {
  businessName: "Halcyon",
  businessPhone: "(512) 555-0100",
  appointmentReminderEnabled: true,
  appointmentReminderTime: "10:00",
  appointmentReminderMessage:
    "Reminder for {firstName}: {date} at {time}. Reply C to confirm or X to cancel.",
  appointmentThankYouEnabled: true,
  appointmentThankYouMessage: "Thank you for coming in today, {firstName}, at {time}.",
  appointmentThankYouDelayMinutes: THANK_YOU_MINUTES,
} as const;

export type Kind =
  | "code"
  | "booked"
  | "moved"
  | "canceled"
  | "confirmed"
  | "reminder"
  | "thanks"
  | "stopped"
  | "started";

export interface Expected {
  readonly client: Client;
  readonly to: string;
  readonly kind: Kind;
  /** What the text must contain. */
  readonly says: readonly string[];
}

export interface Client {
  contactId: number;
  name: string;
  phone: string;
  isOptedOut: boolean;
  /** Erased clients have no number, and so get no texts. */
  isErased: boolean;
  /** Whether the scenes of ordinary days may be about this client. */
  readonly isOrdinary: boolean;
  readonly reminders: { visits: Visit[]; answer?: "C" | "X" }[];
  /** Everything that happened to them, in order. */
  readonly story: { readonly at: number; readonly what: string }[];
}

export type Status = "booked" | "confirmed" | "canceled" | "no_show" | "deleted";

export interface Visit {
  readonly id: number;
  client: Client;
  employeeId: number;
  /** Wall time without seconds. */
  start: string;
  readonly minutes: number;
  status: Status;
  readonly createdAt: number;
  /** What the client knows; undefined if they know of no visit. */
  known: { readonly start: string; readonly employeeId: number } | undefined;
  textDueAt?: number | undefined;
  remindedAt?: number | undefined;
  isReminderOver: boolean;
  isThanked: boolean;
  readonly manage?: { readonly token: string } | undefined;
}

export interface Model {
  readonly clients: Client[];
  readonly visits: Visit[];
  readonly expected: Expected[];
  readonly tell: (client: Client, what: string) => void;
  readonly expectText: (client: Client, kind: Kind, ...says: string[]) => void;
  /** A visit that the client is texted about a minute later, at once, or not at all. */
  readonly book: (
    visit: Omit<Visit, "createdAt" | "known" | "isReminderOver" | "isThanked" | "status">,
    text: "later" | "now" | "none",
  ) => Visit;
  /** By staff. */
  readonly move: (visit: Visit, start: string, notify: boolean) => void;
  readonly cancel: (visit: Visit, notify: boolean) => void;
  readonly remove: (visit: Visit, notify: boolean) => void;
  /** By the client, on their page. */
  readonly moveByClient: (visit: Visit, start: string) => void;
  readonly cancelByClient: (visit: Visit) => void;
  readonly say: (client: Client, body: "C" | "X" | "STOP" | "START" | (string & {})) => void;
  readonly changeNumber: (client: Client, phone: string) => void;
  /** The other client becomes part of this one, who keeps their own number. */
  readonly merge: (client: Client, other: Client) => void;
  readonly erase: (client: Client) => void;
  /** What the salon has done by now without anyone's doing. */
  readonly catchUp: () => void;
}

function canText({ isOptedOut, isErased }: Client): boolean {
  return !isOptedOut && !isErased;
}

export function isAhead({ status }: Visit): boolean {
  return status === "booked" || status === "confirmed";
}

export function createModel(now: () => number): Model {
  const clients: Client[] = [];
  const visits: Visit[] = [];
  const expected: Expected[] = [];
  /** Texts that are written, and wait for the morning. */
  let waiting: (() => void)[] = [];

  const tell = (client: Client, what: string) => client.story.push({ at: now(), what });

  function expectText(client: Client, kind: Kind, ...says: string[]): void {
    expected.push({ client, to: client.phone, kind, says });
    client.story.push({ at: now(), what: `→ expects "${kind}" ${says.join(", ")}` });
  }

  function detach(visit: Visit): void {
    for (const reminder of visit.client.reminders)
      reminder.visits = reminder.visits.filter((one) => one !== visit);
  }

  const reminderDue = (start: string) =>
    toInstant(`${addDays(start.slice(0, 10), -1)}T${BUSINESS.appointmentReminderTime}`);

  function changeStart(visit: Visit, start: string): void {
    visit.start = start;
    visit.status = "booked";
    detach(visit);
    const isKept = visit.remindedAt !== undefined && visit.remindedAt >= reminderDue(start);
    if (!isKept) {
      visit.remindedAt = undefined;
      visit.isReminderOver = false;
    }
  }

  /** A text that tells what is true now counts as the reminder that is due. */
  function setKnown(visit: Visit): void {
    visit.known = isAhead(visit) ? knowledgeOf(visit) : undefined;
    visit.textDueAt = undefined;
    if (isAhead(visit) && reminderDue(visit.start) <= now()) visit.remindedAt = now();
  }

  function tellChange(visit: Visit): void {
    const { client, known, start, employeeId } = visit;
    visit.textDueAt = undefined;
    // A canceled visit is named by the time that its client knows.
    const named = isAhead(visit) ? start : known?.start;
    if (!canText(client) || named === undefined || toInstant(named) <= now()) return;
    if (!isAhead(visit)) expectText(client, "canceled", formatWhen(named));
    else if (known === undefined) expectText(client, "booked", formatWhen(start));
    else if (known.start !== start)
      expectText(client, "moved", formatWhen(known.start), formatWhen(start));
    else if (known.employeeId !== employeeId) expectText(client, "moved", formatWhen(start));
    setKnown(visit);
  }

  function plan(visit: Visit, notify: boolean): void {
    visit.textDueAt = notify && canText(visit.client) ? now() + MINUTE_MS : undefined;
  }

  function thankIfDue(visit: Visit): void {
    const end = toInstant(visit.start) + visit.minutes * MINUTE_MS;
    if (visit.isThanked || !isAhead(visit) || end + THANK_YOU_MINUTES * MINUTE_MS > now()) return;
    visit.isThanked = true;
    const { client, start } = visit;
    waiting.push(() => {
      if (canText(client)) expectText(client, "thanks", formatClock(start));
    });
  }

  function writeReminders(): void {
    const due = visits.filter(
      (visit) =>
        isAhead(visit) &&
        !visit.isReminderOver &&
        visit.remindedAt === undefined &&
        visit.textDueAt === undefined &&
        Math.max(reminderDue(visit.start), visit.createdAt + HOUR_MS) <= now(),
    );
    const leavesAt = isQuiet(now()) ? nextMorning(now()) : now();
    const ofDay = Map.groupBy(
      due,
      ({ client, start }) => `${client.contactId} ${start.slice(0, 10)}`,
    );
    for (const list of ofDay.values()) {
      for (const visit of list) visit.isReminderOver = true;
      const useful = list.filter(
        ({ client, start, createdAt }) =>
          canText(client) &&
          toWall(createdAt).slice(0, 10) < start.slice(0, 10) &&
          toInstant(start) - leavesAt >= MIN_NOTICE_MS,
      );
      for (const group of groupVisits(useful.toSorted(byStart))) {
        const written = group.map((visit) => ({ visit, start: visit.start }));
        waiting.push(() => remind(written));
      }
    }
  }

  /** Those that were moved or canceled while the text waited have none. */
  function remind(written: readonly { visit: Visit; start: string }[]): void {
    const visits = written.flatMap(({ visit, start }) =>
      isAhead(visit) && visit.start === start ? visit : [],
    );
    const [first] = visits;
    if (!first || !canText(first.client)) return;
    expectText(first.client, "reminder", ...visits.map(({ start }) => formatClock(start)));
    first.client.reminders.push({ visits });
    for (const visit of visits) {
      visit.remindedAt = now();
      visit.known = knowledgeOf(visit);
    }
  }

  function answer(client: Client, body: "C" | "X"): void {
    const reminder = client.reminders.findLast(
      (one) =>
        (body === "X" || one.answer === undefined) &&
        one.visits.some((visit) => isAhead(visit) && toInstant(visit.start) > now()),
    );
    if (!reminder) return;
    reminder.answer = body;
    const status = body === "C" ? "confirmed" : "canceled";
    const changed = reminder.visits.filter((visit) => isAhead(visit) && visit.status !== status);
    if (changed.length === 0) return;
    const says = changed.map(({ start }) => formatClock(start));
    expectText(client, body === "C" ? "confirmed" : "canceled", ...says);
    for (const visit of changed) {
      visit.status = status;
      if (body === "X") visit.textDueAt = undefined;
      if (body === "X") visit.known = undefined;
    }
  }

  return {
    clients,
    visits,
    expected,
    tell,
    expectText,
    book(fields, text) {
      const visit: Visit = {
        ...fields,
        status: "booked",
        createdAt: now(),
        known: text === "none" ? knowledgeOf(fields) : undefined,
        isReminderOver: false,
        isThanked: false,
      };
      visits.push(visit);
      if (!canText(visit.client)) visit.known = knowledgeOf(visit);
      else if (text === "now") tellChange(visit);
      else plan(visit, text === "later");
      return visit;
    },
    move(visit, start, notify) {
      changeStart(visit, start);
      plan(visit, notify);
    },
    cancel(visit, notify) {
      visit.status = "canceled";
      detach(visit);
      plan(visit, notify && visit.known !== undefined);
      if (!notify) visit.known = undefined;
    },
    remove(visit, notify) {
      visit.status = "deleted";
      detach(visit);
      if (!notify) return;
      // It can't be undone, so it is told at once.
      if (isQuiet(now())) waiting.push(() => tellChange(visit));
      else tellChange(visit);
    },
    moveByClient(visit, start) {
      changeStart(visit, start);
      visit.known = undefined;
      tellChange(visit);
    },
    cancelByClient(visit) {
      visit.status = "canceled";
      visit.known = undefined;
      visit.textDueAt = undefined;
      detach(visit);
    },
    say(client, body) {
      if (body === "STOP" && !client.isOptedOut) {
        client.isOptedOut = true;
        expectText(client, "stopped");
      } else if (body === "START" && client.isOptedOut) {
        client.isOptedOut = false;
        expectText(client, "started");
      } else if ((body === "C" || body === "X") && !client.isOptedOut) answer(client, body);
    },
    changeNumber(client, phone) {
      client.phone = phone;
    },
    merge(client, other) {
      for (const visit of visits) if (visit.client === other) visit.client = client;
      client.reminders.push(...other.reminders);
      client.isOptedOut ||= other.isOptedOut;
      clients.splice(clients.indexOf(other), 1);
    },
    erase(client) {
      client.isErased = true;
      clients.splice(clients.indexOf(client), 1);
    },
    catchUp() {
      const isNight = isQuiet(now());
      for (const visit of visits)
        if (!isNight && visit.textDueAt !== undefined && visit.textDueAt <= now())
          tellChange(visit);
      writeReminders();
      for (const visit of visits) thankIfDue(visit);
      if (isNight) return;
      for (const send of waiting) send();
      waiting = [];
    },
  };
}

function knowledgeOf({ start, employeeId }: Pick<Visit, "start" | "employeeId">) {
  return { start, employeeId };
}

function byStart(a: Visit, b: Visit): number {
  return a.start.localeCompare(b.start);
}

function groupVisits(sorted: readonly Visit[]): Visit[][] {
  const groups: Visit[][] = [];
  for (const visit of sorted) {
    const last = groups.at(-1);
    const end = Math.max(
      ...(last ?? []).map(({ start, minutes }) => toInstant(start) + minutes * MINUTE_MS),
    );
    if (last && toInstant(visit.start) - end <= MAX_GAP_MS) last.push(visit);
    else groups.push([visit]);
  }
  return groups;
}
