import type { z } from "zod";
import type { App } from "#src/app.ts";
import { minutesOf, performersOf } from "#src/calendar/visits.ts";
import type { AppointmentRequest } from "#src/calls/conversation/conversation-options.ts";
import { visitFor } from "#src/calls/conversation/staff-directory.ts";
import { businessDay } from "#src/platform/settings/settings.ts";
import { padTwo } from "#src/shared/clock-time.ts";
import { formatLongDate } from "#src/shared/long-date.ts";
import {
  findDates,
  findRelativeDay,
  findWeekdays,
  SPOKEN_HOURS,
} from "#src/shared/spoken-times.ts";
import { isDay } from "#src/shared/wall-time.ts";
import { weekdayOf } from "#src/shared/working-hours.ts";
import { checkTime, findDayProblem, resolveEmployee } from "./requested-time.ts";
import { cleanText, type RequestAppointment } from "./tool-shapes.ts";

const MAX_LENGTHS = { name: 100, words: 100, notes: 500 } as const;

type RequestArgs = z.infer<typeof RequestAppointment>;

interface ParsedRequest {
  readonly request: AppointmentRequest;
  /** The resolved day and time for reading aloud; undefined while the day is open. */
  readonly when: string | undefined;
}

const HOUR = `(?:\\d{1,2}|${SPOKEN_HOURS})`;
/** "4 PM", "4:30 p.m.", "four in the afternoon". */
const CLOCK = new RegExp(
  `\\b(${HOUR})(?::([0-5]\\d))?(?:\\s*o'?clock)?\\s*(?:([ap])\\.?\\s?m\\b|(?:in the|at)\\s+(morning|afternoon|evening|night)\\b)`,
  "g",
);
/** Words after which a time is only near the one that was meant. */
const APPROXIMATE =
  /\b(?:after|before|around|about|between|until|till|past|to|by|or|from|later|earlier|quarter|half)\b|ish\b/;

/** Returns the request as the caller said it, with the free slot that its day and time resolve to. */
export async function parseRequest(
  app: App,
  args: RequestArgs,
): Promise<ParsedRequest | { problem: string }> {
  const spoken = {
    callerName: cleanText(args.name, MAX_LENGTHS.name),
    requestedService: cleanText(args.service, MAX_LENGTHS.words),
    preferredDate: cleanText(args.day_words, MAX_LENGTHS.words),
    preferredTime: cleanText(args.time_words, MAX_LENGTHS.words),
    notes: cleanText(args.notes ?? "", MAX_LENGTHS.notes),
    replacesEarlier: args.replaces_earlier === true,
  };
  const missing = [
    spoken.callerName === "" && "the name",
    spoken.requestedService === "" && "the service",
    spoken.preferredDate === "" && "the day",
    spoken.preferredTime === "" && "the time",
  ].filter(Boolean);
  if (missing.length > 0) return { problem: `Ask for ${missing.join(" and ")} first.` };
  const resolved = await resolveSlot(app, args);
  return "problem" in resolved
    ? resolved
    : { request: { ...spoken, slot: resolved.slot }, when: resolved.when };
}

async function resolveSlot(
  app: App,
  { date, time, employee, service, day_words, time_words }: RequestArgs,
): Promise<{ problem: string } | { slot: AppointmentRequest["slot"]; when: string | undefined }> {
  const found = resolveEmployee(app, employee);
  if ("problem" in found) return found;
  const dayProblem =
    (date === null ? undefined : findDayProblem(app, date)) ??
    findDayConflict(day_words, date, businessDay(app));
  if (dayProblem !== undefined) return { problem: dayProblem };
  if (date === null || time === null)
    return { slot: undefined, when: date === null ? undefined : formatLongDate(date) };
  const timeProblem = findTimeConflict(`${day_words} ${time_words}`, time);
  if (timeProblem !== undefined) return { problem: timeProblem };
  const visit = visitFor(app, service);
  const checked = await checkTime(app, { ...found, date, time, visit });
  if ("problem" in checked) return checked;
  const { startsAt, when, employeeIds, parts } = checked;
  const [employeeId = 0] = employeeIds;
  const durationMinutes = parts
    ? minutesOf(parts)
    : performersOf(app, visit).get(employeeId)?.minutes;
  return { when, slot: durationMinutes ? { employeeId, startsAt, durationMinutes } : undefined };
}

/**
 * Compares a resolved day with the caller's words. Returns the contradiction, such as a Friday that is a
 * Thursday; words that name no day agree with every day. Without a day, only impossible dates are found.
 */
function findDayConflict(words: string, day: string | null, today: string): string | undefined {
  const said = words.toLowerCase();
  const dates = findDates(said);
  const impossible = dates.find(({ month, date }) => !isDay(`2028-${month}-${date}`));
  if (impossible) return `There is no ${impossible.words}.`;
  if (day === null) return undefined;
  const weekdays = findWeekdays(said);
  if (weekdays.length > 0 && !weekdays.includes(weekdayOf(day)))
    return `The caller said "${words}", but ${day} is ${formatLongDate(day)}. Ask which day is meant.`;
  const isNamed = dates.some(({ month, date }) => day.endsWith(`-${month}-${date}`));
  if (dates.length > 0 && !isNamed)
    return `The caller said "${words}", but ${day} is ${formatLongDate(day)}. Ask which day is meant.`;
  // "Tomorrow or Friday" names two days, and either is right.
  const relative = weekdays.length > 0 ? undefined : findRelativeDay(said, today);
  if (relative !== undefined && relative !== day)
    return `The caller said "${words}", which is ${formatLongDate(relative)}, but ${day} is ${formatLongDate(day)}.`;
  return undefined;
}

/** Compares a resolved time such as "16:00" with the caller's words, in the same way. */
function findTimeConflict(words: string, clock: string): string | undefined {
  const said = words.toLowerCase();
  const named = [...said.matchAll(CLOCK)].map(toClock);
  const isNear = APPROXIMATE.test(said);
  if (/\bnoon\b/.test(said)) named.push("12:00");
  if (/\bmidnight\b/.test(said)) named.push("00:00");
  const agrees = isNear
    ? named.some((one) => isMorning(one) === isMorning(clock))
    : named.includes(clock);
  const half = /\bmorning\b/.test(said)
    ? "morning"
    : /\b(?:afternoon|evening|tonight)\b/.test(said)
      ? "afternoon"
      : undefined;
  const isOtherHalf = half !== undefined && isMorning(clock) !== (half === "morning");
  if (named.length > 0 ? agrees : !isOtherHalf) return undefined;
  return `The caller said "${words}", but ${clock} is not that time. Times have 24 hours: 4 PM is 16:00.`;
}

function toClock([, hour = "", minutes = "00", meridiem, part]: RegExpExecArray): string {
  const number = Number(hour) || SPOKEN_HOURS.split("|").indexOf(hour) + 1;
  const isLate = meridiem === "p" || (meridiem === undefined && part !== "morning");
  return `${padTwo((number % 12) + (isLate ? 12 : 0))}:${minutes}`;
}

function isMorning(clock: string): boolean {
  return clock < "12:00";
}
