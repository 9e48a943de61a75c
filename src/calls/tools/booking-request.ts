import type { z } from "zod";
import type { App } from "#src/app.ts";
import { freeStarts, isFree } from "#src/calendar/availability/availability.ts";
import type { Request } from "#src/calls/conversation/record.ts";
import { employeeCalled, minutesOf } from "#src/calls/conversation/staff-directory.ts";
import { isDay, readWallTime } from "#src/shared/wall-time.ts";
import { tidy } from "./tidy.ts";
import type { RequestAppointment } from "./tool-shapes.ts";

const MOST = { name: 100, words: 100, notes: 500 } as const;

type Given = z.infer<typeof RequestAppointment>;

/** As it was said, and the slot that it comes to where it is free now. */
export function readRequest(app: App, given: Given): Request | { problem: string } {
  const callerName = tidy(given.name, MOST.name);
  const requestedService = tidy(given.service, MOST.words);
  const preferredDate = tidy(given.day_words, MOST.words);
  const preferredTime = tidy(given.time_words, MOST.words);
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
    notes: tidy(given.notes ?? "", MOST.notes),
    slot: slotOf(app, given),
  };
}

function slotOf(app: App, { date, time, employee, service }: Given): Request["slot"] {
  if (date === null || time === null || !isDay(date)) return undefined;
  const startsAt = readWallTime(`${date}T${time}`);
  if (startsAt === undefined) return undefined;
  const durationMinutes = minutesOf(app, service);
  if (employee === null) {
    const day = { employeeId: undefined, from: date, to: date, minutes: durationMinutes };
    const any = freeStarts(app, day).find((start) => start.startsAt === startsAt);
    return any && { ...any, durationMinutes };
  }
  const employeeId = employeeCalled(app, employee)?.id;
  const isThere =
    employeeId !== undefined && isFree(app, { employeeId, startsAt }, durationMinutes);
  return isThere ? { employeeId, startsAt, durationMinutes } : undefined;
}
