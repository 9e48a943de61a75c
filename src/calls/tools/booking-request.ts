import type { z } from "zod";
import type { App } from "#src/app.ts";
import { findFreeStarts, isFree } from "#src/calendar/availability/availability.ts";
import type { AppointmentRequest } from "#src/calls/conversation/record.ts";
import { findEmployeeByName, usualMinutes } from "#src/calls/conversation/staff-directory.ts";
import { isDay, parseWallTime } from "#src/shared/wall-time.ts";
import { cleanText } from "./clean-text.ts";
import type { RequestAppointment } from "./tool-shapes.ts";

const MAX_LENGTHS = { name: 100, words: 100, notes: 500 } as const;

type RequestArgs = z.infer<typeof RequestAppointment>;

/** Returns the request as the caller said it, with the matching slot if it is free. */
export function parseRequest(
  app: App,
  args: RequestArgs,
): AppointmentRequest | { problem: string } {
  const callerName = cleanText(args.name, MAX_LENGTHS.name);
  const requestedService = cleanText(args.service, MAX_LENGTHS.words);
  const preferredDate = cleanText(args.day_words, MAX_LENGTHS.words);
  const preferredTime = cleanText(args.time_words, MAX_LENGTHS.words);
  const missing = [
    callerName === "" && "the name",
    requestedService === "" && "the service",
    preferredDate === "" && "the day",
    preferredTime === "" && "the time",
  ].filter(Boolean);
  if (missing.length > 0) return { problem: `Ask for ${missing.join(" and ")} first.` };
  return {
    callerName,
    requestedService,
    preferredDate,
    preferredTime,
    notes: cleanText(args.notes ?? "", MAX_LENGTHS.notes),
    slot: slotOf(app, args),
  };
}

function slotOf(
  app: App,
  { date, time, employee, service }: RequestArgs,
): AppointmentRequest["slot"] {
  if (date === null || time === null || !isDay(date)) return undefined;
  const startsAt = parseWallTime(`${date}T${time}`);
  if (startsAt === undefined) return undefined;
  const durationMinutes = usualMinutes(app, service);
  if (employee === null) {
    const day = { employeeId: undefined, from: date, to: date, minutes: durationMinutes };
    const any = findFreeStarts(app, day).find((start) => start.startsAt === startsAt);
    return any && { ...any, durationMinutes };
  }
  const employeeId = findEmployeeByName(app, employee)?.id;
  const isAvailable =
    employeeId !== undefined && isFree(app, { employeeId, startsAt }, durationMinutes);
  return isAvailable ? { employeeId, startsAt, durationMinutes } : undefined;
}
