import { formatWhen, isQuiet, toWall } from "./wall.ts";
import {
  BUSINESS,
  type Client,
  canText,
  expectText,
  hasBegun,
  type Place,
  type World,
} from "./world.ts";

const OFFER_MS = BUSINESS.waitlistOfferMinutes * 60_000;
const MAX_UNANSWERED_DAYS = 3;

interface Entry {
  readonly client: Client;
  /** The last day of a visit. */
  readonly until: string;
  isWaiting: boolean;
  /** The days of offers that were left unanswered since the last answer. */
  readonly unanswered: Set<string>;
  offer?: { readonly gap: Gap; readonly until: number; readonly day: string } | undefined;
}

interface Gap extends Place {
  readonly asked: Set<Client>;
}

/** The line for one service: each free time is offered to one client after the other. */
export interface Waitlist {
  readonly entries: Entry[];
  gaps: Gap[];
}

export function wait({ entries }: Waitlist, client: Client, until: string): void {
  entries.push({ client, until, isWaiting: true, unanswered: new Set() });
}

export function freeTime({ gaps }: Waitlist, { start, employeeId }: Place): void {
  gaps.push({ start, employeeId, asked: new Set() });
}

/** Ends offers without an answer, and makes the next ones. */
export function makeOffers(world: World, waitlist: Waitlist): void {
  const now = world.now();
  for (const entry of waitlist.entries)
    if (entry.offer && entry.offer.until <= now) miss(world, entry);
  if (isQuiet(now)) return;
  waitlist.gaps = waitlist.gaps.filter((gap) => !hasBegun(world, gap));
  for (const gap of waitlist.gaps) {
    if (waitlist.entries.some(({ offer }) => offer?.gap === gap)) continue;
    const next = waitlist.entries.find(
      ({ client, isWaiting, until, offer }) =>
        isWaiting &&
        gap.start.slice(0, 10) <= until &&
        !offer &&
        !gap.asked.has(client) &&
        canText(client),
    );
    if (!next) continue;
    gap.asked.add(next.client);
    next.offer = { gap, until: now + OFFER_MS, day: toWall(now).slice(0, 10) };
    const employee = `with ${world.employees.get(gap.employeeId)}`;
    expectText(world, next.client, "offer", formatWhen(gap.start), employee);
  }
}

/** Returns the time that a YES books. */
export function answerOffer(
  waitlist: Waitlist,
  client: Client,
  answer: "YES" | "NO",
): Place | undefined {
  const entry = waitlist.entries.find((one) => one.client === client && one.offer);
  const gap = entry?.offer?.gap;
  if (!entry || !gap) return undefined;
  entry.offer = undefined;
  entry.unanswered.clear();
  if (answer === "NO") return undefined;
  entry.isWaiting = false;
  waitlist.gaps = waitlist.gaps.filter((one) => one !== gap);
  return gap;
}

/** WAIT puts a client back who was taken off. */
export function rejoin(world: World, { entries }: Waitlist, client: Client): void {
  const entry = entries.find((one) => one.client === client && !one.isWaiting);
  if (!entry) return;
  entry.isWaiting = true;
  entry.unanswered.clear();
  expectText(world, client, "on the waitlist");
}

function miss(world: World, entry: Entry): void {
  if (entry.offer) entry.unanswered.add(entry.offer.day);
  entry.offer = undefined;
  if (entry.unanswered.size < MAX_UNANSWERED_DAYS) return;
  entry.isWaiting = false;
  world.waiting.push(() => {
    if (canText(entry.client)) expectText(world, entry.client, "off the waitlist");
  });
}
