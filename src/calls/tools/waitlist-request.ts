import type { z } from "zod";
import type { App } from "#src/app.ts";
import { findFittingTimes } from "#src/calendar/callers-waitlist.ts";
import { findServicesByNames } from "#src/calendar/services/services.ts";
import { isPerformed, joinServices } from "#src/calendar/visits.ts";
import type { WaitlistPreferences } from "#src/calendar/waitlist/contract.ts";
import { businessDay } from "#src/platform/settings/settings.ts";
import { formatLongTime } from "#src/shared/long-date.ts";
import { addDays } from "#src/shared/wall-time.ts";
import {
  describePerformers,
  findDayProblem,
  resolveEmployee,
  suggestTimes,
} from "./requested-time.ts";
import { cleanText, type JoinWaitlist } from "./tool-shapes.ts";

const MAX_NAME_LENGTH = 100;
/** How long a caller waits when they name no last day. */
const DAYS = 28;
const MAX_SUGGESTIONS = 4;

/** The server adds the number of the caller. */
export interface WaitlistRequest {
  readonly name: string;
  readonly serviceName: string;
  readonly preferences: WaitlistPreferences;
}

/** Returns what a caller waits for, or why they can't join: a fitting time is free, or none can ever fit. */
export async function parseWaitlistRequest(
  app: App,
  args: z.infer<typeof JoinWaitlist>,
): Promise<WaitlistRequest | { problem: string; nearest?: readonly string[] }> {
  if (!args.agrees_to_texts)
    return { problem: "Ask first whether we may text offers to the number they call from." };
  const name = cleanText(args.name, MAX_NAME_LENGTH);
  if (name === "") return { problem: "Ask for the name first." };
  const services = findServicesByNames(app, args.service);
  if (services.length === 0)
    return { problem: "This service has no waitlist. Use a name of the list, or take a message." };
  const found = resolveEmployee(app, args.employee);
  if ("problem" in found) return found;
  const visit = { serviceIds: services.map(({ id }) => id) };
  if (!isPerformed(app, visit, found.employeeId))
    return { problem: describePerformers(app, visit, found.employeeId) };

  const from = args.from ?? businessDay(app);
  const to = args.to ?? addDays(from, DAYS);
  const dayProblem = findDayProblem(app, from) ?? findDayProblem(app, to);
  if (dayProblem !== undefined) return { problem: dayProblem };
  if (to < from) return { problem: "The last day is before the first day." };
  const { weekdays, after: timeFrom, before: timeTo } = args;
  if (timeFrom !== null && timeTo !== null && timeTo <= timeFrom)
    return { problem: "The end of these hours is before their beginning." };

  const preferences = {
    services: visit.serviceIds,
    employeeId: found.employeeId ?? null,
    ...{ from, to, weekdays, timeFrom, timeTo },
  };
  const free = await findFittingTimes(app, preferences);
  if (free.length > 0) {
    const nearest = suggestTimes(free, MAX_SUGGESTIONS).map(formatLongTime);
    return { problem: "Something is free then. Offer these times instead.", nearest };
  }
  return { name, serviceName: joinServices(services), preferences };
}
