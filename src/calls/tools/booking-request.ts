import type { z } from "zod";
import type { App } from "#src/app.ts";
import { performersOf } from "#src/calendar/visits.ts";
import type { AppointmentRequest } from "#src/calls/conversation/record.ts";
import { visitFor } from "#src/calls/conversation/staff-directory.ts";
import { businessDay } from "#src/platform/settings/settings.ts";
import { formatLongDate } from "#src/shared/long-date.ts";
import { cleanText } from "./clean-text.ts";
import { checkTime, findDayProblem, resolveEmployee } from "./requested-time.ts";
import { findDayConflict, findTimeConflict } from "./spoken-words.ts";
import type { RequestAppointment } from "./tool-shapes.ts";

const MAX_LENGTHS = { name: 100, words: 100, notes: 500 } as const;

type RequestArgs = z.infer<typeof RequestAppointment>;

interface ParsedRequest {
  readonly request: AppointmentRequest;
  /** The resolved day and time for reading aloud; undefined while the day is open. */
  readonly when: string | undefined;
}

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
  const { startsAt, when, employeeIds } = checked;
  const [employeeId] = employeeIds;
  const terms = employeeId === undefined ? undefined : performersOf(app, visit).get(employeeId);
  return {
    when,
    slot:
      employeeId === undefined || !terms
        ? undefined
        : { employeeId, startsAt, durationMinutes: terms.minutes },
  };
}
