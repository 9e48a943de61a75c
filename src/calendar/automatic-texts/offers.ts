import {
  findAutomaticTextOf,
  hasUpcomingVisit,
  listReturnWeeks,
  type StoredAutomaticText,
  tookPlace,
} from "#db/calendar/automatic-texts.ts";
import {
  type CandidateSlice,
  listAbsent,
  listBirthdays,
  listDue,
  listVisitors,
  type OfferCandidate,
} from "#db/calendar/offer-candidates.ts";
import type { Database } from "#db/connection.ts";
import type { App } from "#src/app.ts";
import { mayOfferOn } from "#src/messaging/outbox/outbox.ts";
import {
  businessDay,
  getSettings,
  type SettingsValues,
  toZonedTime,
} from "#src/platform/settings/settings.ts";
import { toInstant, toWallTime } from "#src/platform/time.ts";
import { OFFER_EVERY_MS } from "#src/shared/constants.ts";
import { DAY_MS } from "#src/shared/durations.ts";
import { addDays } from "#src/shared/wall-time.ts";
import type { LeftOut } from "./contract.ts";
import { AUTOMATIC_TEXTS, isOffer, type OfferId } from "./texts-contract.ts";

/** Who gets an offer and when. Its words and settings are in texts-contract.ts. */
interface Offer {
  /**
   * How many days later it may still come, because the client got another one, the server was off or no text may leave
   * on the day.
   */
  readonly patienceDays: number;
  /** The clients whose day is `day`. */
  readonly stepsOn: (app: App, day: string) => OfferStep[];
  /** Why a client doesn't get it at that time, besides what holds for every offer. */
  readonly leavesOut: (candidate: OfferCandidate, at: number) => LeftOut | undefined;
  /** Why one in the queue isn't due anymore. */
  readonly refusal: (app: App, text: StoredAutomaticText) => string | undefined;
}

/** A part of the clients whose day for an offer is the same, in slices. */
interface OfferStep {
  readonly list: (
    app: App,
    slice: Pick<CandidateSlice, "now" | "after" | "limit">,
  ) => OfferCandidate[];
  /** Why the offer is sent, once for each client. */
  readonly reasonOf: (candidate: OfferCandidate) => string;
}

/** Google filters the reviews of businesses that ask too often. */
const REVIEW_EVERY_MS = 90 * DAY_MS;

export const OFFERS: Readonly<Record<OfferId, Offer>> = {
  "review-request": {
    patienceDays: 2,
    stepsOn: (app, day) => {
      const visits = visitDay(day, getSettings(app).reviewRequestDays);
      return [step("review-request", (db, slice) => listVisitors(db, slice, visits))];
    },
    leavesOut: ({ lastSameAt }, at) =>
      lastSameAt !== null && lastSameAt > at - REVIEW_EVERY_MS ? "asked-before" : undefined,
    refusal: (app, { reason }) =>
      tookPlace(app.db, visitIn(reason)) ? undefined : "The visit didn't take place",
  },
  "next-visit": {
    patienceDays: 6,
    stepsOn: (app, day) => {
      const { nextVisitLeadDays: lead, nextVisitAgainWeeks: againWeeks } = getSettings(app);
      return listReturnWeeks(app.db).flatMap((weeks) =>
        [false, ...(againWeeks > 0 ? [true] : [])].map((again) => {
          const visits = visitDay(day, 7 * (weeks + (again ? againWeeks : 0)) - lead);
          const list: List = (db, slice) => listDue(db, slice, { ...visits, weeks, again });
          return step("next-visit", list, ` after ${weeks} weeks${again ? " again" : ""}`);
        }),
      );
    },
    leavesOut: ifBooked,
    refusal: whenBooked,
  },
  birthday: {
    // A wish is for the day.
    patienceDays: 0,
    stepsOn: (app, day) => {
      const years = Map.groupBy(wishedOn(app, day), (birthday) => birthday.slice(0, 4));
      return [...years].map(([year, days]) => {
        const birthdays = days.flatMap(birthdaysOn);
        const list: List = (db, slice) => listBirthdays(db, slice, { birthdays, year });
        return step("birthday", list, "", year);
      });
    },
    leavesOut: () => undefined,
    refusal: (app, { createdAt }) => {
      const day = toZonedTime(app, createdAt).toPlainDate().toString();
      return day === businessDay(app) ? undefined : "The birthday is over";
    },
  },
  "miss-you": {
    patienceDays: 6,
    stepsOn: (app, day) => {
      const visits = visitDay(day, getSettings(app).missYouDays);
      return [step("miss-you", (db, slice) => listAbsent(db, slice, visits))];
    },
    leavesOut: ifBooked,
    refusal: whenBooked,
  },
};

const UNKNOWN = "Parlor doesn't know what this text is for";

/** Why an offer in the queue isn't due anymore, evaluated just before it is sent; undefined when it is. */
export function automaticTextRefusal(app: App, messageId: number): string | undefined {
  const text = findAutomaticTextOf(app.db, messageId);
  if (!text || !isOffer(text.kind)) return UNKNOWN;
  if (!getSettings(app)[AUTOMATIC_TEXTS[text.kind].enabled]) return "The text was switched off";
  return OFFERS[text.kind].refusal(app, text);
}

/** From the writing of a text until it leaves, such as over a Sunday and a holiday. */
const LONGEST_WAIT_MS = 4 * DAY_MS;

/** When the offers of a day are due, in epoch milliseconds. */
export function dueAt(app: App, kind: OfferId, day: string): number {
  return toInstant(app, `${day}T${timeOf(getSettings(app), kind)}:00`);
}

function timeOf(settings: SettingsValues, kind: OfferId): string {
  for (const part of AUTOMATIC_TEXTS[kind].timing)
    if (typeof part !== "string" && "time" in part) return settings[part.time];
  throw new Error(`${kind} has no time`);
}

/** When the text was switched on, in epoch milliseconds; Infinity while it is off or that isn't known. */
export function switchedOnAt(app: App, kind: OfferId): number {
  const settings = getSettings(app);
  const { enabled } = AUTOMATIC_TEXTS[kind];
  return settings[enabled]
    ? (settings[`${enabled}At`] ?? Number.POSITIVE_INFINITY)
    : Number.POSITIVE_INFINITY;
}

function visitDay(day: string, daysBefore: number): { day: string; nextDay: string } {
  return { day: addDays(day, -daysBefore), nextDay: addDays(day, 1 - daysBefore) };
}

function ifBooked({ hasUpcoming }: OfferCandidate): LeftOut | undefined {
  return hasUpcoming ? "visit-booked" : undefined;
}

function whenBooked(app: App, { contactId }: StoredAutomaticText): string | undefined {
  const now = toWallTime(app, app.now());
  const isBooked = contactId !== null && hasUpcomingVisit(app.db, contactId, now);
  return isBooked ? "The client booked an appointment" : undefined;
}

/** 12 for "visit 12 after 6 weeks". */
function visitIn(reason: string): number {
  return Number(/^visit (\d+)/.exec(reason)?.[1] ?? 0);
}

type List = (db: Database, slice: CandidateSlice) => OfferCandidate[];

function step(kind: OfferId, list: List, suffix = "", year = ""): OfferStep {
  return {
    list: (app, slice) =>
      list(app.db, {
        ...slice,
        kind,
        suffix,
        wallTime: toWallTime(app, slice.now),
        offersSince: slice.now - OFFER_EVERY_MS - LONGEST_WAIT_MS,
      }),
    reasonOf: ({ visitId }) =>
      visitId === null ? `birthday ${year}` : `visit ${visitId}${suffix}`,
  };
}

/** Before or after a birthday on which no offer may leave. A week has no more days in a row without. */
const NEAREST = [0, -1, 1, -2, 2, -3, 3];

/** The days whose birthdays are wished on `day`: its own, and those near it on which no offer may leave. */
function wishedOn(app: App, day: string): string[] {
  const wishDay = (birthday: string) =>
    NEAREST.map((days) => addDays(birthday, days)).find((near) => mayOfferOn(app, near));
  return NEAREST.map((days) => addDays(day, days))
    .filter((birthday) => wishDay(birthday) === day)
    .toSorted();
}

/** "05-14"; a birthday on February 29 is on the 28th of other years. */
function birthdaysOn(day: string): string[] {
  const own = day.slice(5);
  return own === "02-28" && addDays(day, 1).endsWith("03-01") ? [own, "02-29"] : [own];
}
