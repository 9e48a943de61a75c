import { formatWhen, isQuiet, toInstant, toWall } from "./wall.ts";

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
  appointmentThankYouDelayMinutes: 60,
  bookingCancellationHours: 24,
  waitlistOfferMinutes: 15,
} as const;

/** Every visit lasts an hour. */
export const VISIT_MINUTES = 60;
/** Those who perform the facial, the massage and the balayage. */
export const EMPLOYEES = {
  facial: ["Elena Sato", "Tomas Reyes", "Jo Whitlock"],
  massage: ["Ana Silva"],
  balayage: ["Bo Lind"],
} as const;
export const DEPOSIT_CENTS = 4_000;
export const MEMBERSHIP_CENTS = 4_900;
export const INSTALLMENT_CENTS = 10_000;

/** The texts that clients get, by what they are recognized by. */
export const KINDS = {
  campaign: /^Fresh colors are in/,
  code: /\b\d{6}\b is your code/,
  reminder: /^Reminder for /,
  thanks: /^Thank you for coming/,
  stopped: /You're unsubscribed/,
  started: /subscribed again/,
  confirmed: /You're confirmed/,
  booked: /you are booked/i,
  moved: /we moved your appointment|your appointment on .* is now with/,
  declined: /we can't take your booking/,
  "deposit due": /is approved\. To keep this time, pay the/,
  released: /we didn't get your .* deposit in time/,
  canceled: /appointments? on .* (is|are) canceled/,
  offer: /a time opened up/,
  "off the waitlist": /you're off our waitlist/,
  "on the waitlist": /You're still on our waitlist for/,
  "payment failed": /payment \d of your plan .* failed/,
} as const satisfies Record<string, RegExp>;

export type Kind = keyof typeof KINDS;

export interface Expected {
  readonly client: Client;
  readonly to: string;
  readonly kind: Kind;
  /** What the text must contain. */
  readonly says: readonly string[];
}

export interface Client {
  readonly contactId: number;
  readonly name: string;
  phone: string;
  isOptedOut: boolean;
  /** Erased clients have no number, and so get no texts. */
  isErased: boolean;
  /** Whether the scenes of ordinary days may be about this client. */
  readonly isOrdinary: boolean;
  readonly reminders: Reminder[];
  /** Everything that happened to them, in order. */
  readonly story: { readonly at: number; readonly what: string }[];
}

/** A text that reminds of visits. Of one that was moved or canceled since, it isn't answered. */
export interface Reminder {
  visits: Visit[];
  /** The times that it named. */
  starts: ReadonlyMap<Visit, string>;
  /** It waits for the morning. */
  isWaiting: boolean;
  /** Its visits were canceled by an X. */
  isOver: boolean;
}

type Status = "requested" | "booked" | "confirmed" | "canceled" | "no_show" | "deleted";

export interface Place {
  readonly employeeId: number;
  /** Wall time without seconds. */
  readonly start: string;
}

export interface Visit {
  readonly id: number;
  client: Client;
  employeeId: number;
  start: string;
  status: Status;
  readonly createdAt: number;
  /** When staff last gave it another time. */
  movedAt: number;
  /** What the client knows; undefined if they know of no visit. */
  known: Place | undefined;
  textDueAt?: number | undefined;
  /** When a text last told that the visit takes place at the time it has, or had before silent moves. */
  remindedAt?: number | undefined;
  isReminderOver: boolean;
  isThanked: boolean;
  /** The latest start that the client has had since they chose a time. */
  agreedStart: string;
  /** Until when a request is decided, or its deposit paid. */
  decideBy?: number | undefined;
  payBy?: number | undefined;
  deposit?: Payment | undefined;
  /** Of the client's page. */
  readonly token?: string | undefined;
}

/** A payment that reached Stripe. */
export interface Payment {
  readonly client: Client;
  readonly cents: number;
  refunded: number;
}

/** All that is true of the salon's clients. Nothing of the program is used here. */
export interface World {
  readonly now: () => number;
  readonly clients: Client[];
  /** First names by id. */
  readonly employees: Map<number, string>;
  readonly visits: Visit[];
  readonly expected: Expected[];
  readonly payments: Payment[];
  /** Texts that are written, and wait for the morning if it is night. */
  waiting: (() => void)[];
  /** What Stripe does at a moment in epoch milliseconds. */
  scheduled: { readonly at: number; readonly happens: () => void }[];
}

export function createWorld(now: () => number): World {
  return {
    now,
    clients: [],
    employees: new Map(),
    visits: [],
    expected: [],
    payments: [],
    waiting: [],
    scheduled: [],
  };
}

export function tell({ now }: World, client: Client, what: string): void {
  client.story.push({ at: now(), what });
}

export function expectText(world: World, client: Client, kind: Kind, ...says: string[]): void {
  world.expected.push({ client, to: client.phone, kind, says });
  tell(world, client, `→ expects "${kind}" ${says.join(", ")}`);
}

export function runScheduled(world: World): void {
  const due = world.scheduled.filter(({ at }) => at <= world.now());
  world.scheduled = world.scheduled.filter(({ at }) => at > world.now());
  for (const { happens } of due) happens();
}

export function sendWaiting(world: World): void {
  if (isQuiet(world.now())) return;
  const { waiting } = world;
  world.waiting = [];
  for (const send of waiting) send();
}

export function canText({ isOptedOut, isErased }: Client): boolean {
  return !isOptedOut && !isErased;
}

export function isAhead({ status }: Visit): boolean {
  return status === "booked" || status === "confirmed";
}

export function hasBegun({ now }: World, { start }: Pick<Place, "start">): boolean {
  return toInstant(start) <= now();
}

/** Until when the client gets their deposit back, in epoch milliseconds: by the latest time that they had. */
export function deadlineOf({ start, agreedStart }: Visit): number {
  const agreed = toInstant(agreedStart > start ? agreedStart : start);
  return Math.min(toInstant(start), agreed - BUSINESS.bookingCancellationHours * 3_600_000);
}

/** Whether a client who cancels now gets their deposit back. */
export function isInTime({ now }: World, visit: Visit): boolean {
  return now() < deadlineOf(visit);
}

/** What the text about a canceled visit says of its deposit. */
export function outcomeOf(visit: Visit, isRefunded: boolean): string[] {
  if (!visit.deposit) return [];
  const deadline = formatWhen(toWall(deadlineOf(visit)));
  return [
    isRefunded
      ? "We're refunding your $40.00 deposit."
      : `Your $40.00 deposit isn't refunded because the deadline to cancel was ${deadline}.`,
  ];
}

/** The page of a visit that was booked online. */
export function linkOf({ token }: Visit): string[] {
  return token === undefined ? [] : [`/book/${token}`];
}

export function placeOf({ start, employeeId }: Place): Place {
  return { start, employeeId };
}
