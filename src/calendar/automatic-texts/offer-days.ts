import { listReturnWeeks } from "#db/calendar/automatic-texts.ts";
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
import { getSettings, type SettingsValues } from "#src/platform/settings/settings.ts";
import { toInstant, toWallTime } from "#src/platform/time.ts";
import { OFFER_EVERY_MS } from "#src/shared/constants.ts";
import { DAY_MS } from "#src/shared/durations.ts";
import { addDays } from "#src/shared/wall-time.ts";
import { AUTOMATIC_TEXTS, type OfferId } from "./texts-contract.ts";

/** A part of the clients whose day for an offer is the same, in slices. */
export interface OfferStep {
  readonly list: (
    app: App,
    slice: Pick<CandidateSlice, "now" | "after" | "limit">,
  ) => OfferCandidate[];
  /** Why the offer is sent, once for each client. */
  readonly reasonOf: (candidate: OfferCandidate) => string;
}

/**
 * How many days later an offer may still come, because the client got another one, the server was off or no text may
 * leave on the day. A birthday wish is for the day.
 */
export const PATIENCE_DAYS: Readonly<Record<OfferId, number>> = {
  "review-request": 2,
  "next-visit": 6,
  birthday: 0,
  "miss-you": 6,
};

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

/** The clients whose day for an offer is `day`. */
export function stepsOf(app: App, kind: OfferId, day: string): OfferStep[] {
  const settings = getSettings(app);
  const visitDay = (days: number) => ({
    day: addDays(day, -days),
    nextDay: addDays(day, 1 - days),
  });
  switch (kind) {
    case "review-request": {
      const visits = visitDay(settings.reviewRequestDays);
      return [step(kind, (db, slice) => listVisitors(db, slice, visits))];
    }
    case "next-visit": {
      const { nextVisitLeadDays: lead, nextVisitAgainWeeks: againWeeks } = settings;
      return listReturnWeeks(app.db).flatMap((weeks) =>
        [false, ...(againWeeks > 0 ? [true] : [])].map((again) => {
          const visits = visitDay(7 * (weeks + (again ? againWeeks : 0)) - lead);
          const suffix = ` after ${weeks} weeks${again ? " again" : ""}`;
          return step(kind, (db, slice) => listDue(db, slice, { ...visits, weeks, again }), suffix);
        }),
      );
    }
    case "birthday": {
      const years = Map.groupBy(wishedOn(app, day), (birthday) => birthday.slice(0, 4));
      return [...years].map(([year, days]) => {
        const birthdays = days.flatMap(birthdaysOn);
        return step(kind, (db, slice) => listBirthdays(db, slice, { birthdays, year }), "", year);
      });
    }
    case "miss-you": {
      const visits = visitDay(settings.missYouDays);
      return [step(kind, (db, slice) => listAbsent(db, slice, visits))];
    }
  }
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
