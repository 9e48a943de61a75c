import { isQuiet, toInstant } from "./wall.ts";

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
  confirmed: /you are confirmed/,
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
  readonly reminders: { visits: Visit[]; answer?: "C" | "X" }[];
  /** Everything that happened to them, in order. */
  readonly story: { readonly at: number; readonly what: string }[];
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
  /** What the client knows; undefined if they know of no visit. */
  known: Place | undefined;
  textDueAt?: number | undefined;
  remindedAt?: number | undefined;
  isReminderOver: boolean;
  isThanked: boolean;
  /** The latest start since the client chose a time. */
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
  readonly visits: Visit[];
  readonly expected: Expected[];
  readonly payments: Payment[];
  /** Texts that are written, and wait for the morning if it is night. */
  waiting: (() => void)[];
  /** What Stripe does at a moment in epoch milliseconds. */
  scheduled: { readonly at: number; readonly happens: () => void }[];
}

export function createWorld(now: () => number): World {
  return { now, clients: [], visits: [], expected: [], payments: [], waiting: [], scheduled: [] };
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

export function placeOf({ start, employeeId }: Place): Place {
  return { start, employeeId };
}
