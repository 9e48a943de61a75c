import type { App, Staff } from "#src/app.ts";
import { findServiceByName } from "#src/calendar/services/services.ts";
import type { NewWaitlistEntry } from "#src/calendar/waitlist/contract.ts";
import { addToWaitlist, cancelEntry } from "#src/calendar/waitlist/waitlist.ts";
import { businessDay } from "#src/platform/settings/settings.ts";
import { DAY_MS } from "#src/shared/durations.ts";
import { addDays } from "#src/shared/wall-time.ts";
import { atTime } from "./history.ts";

const WEEKDAYS = ["mon", "tue", "wed", "thu", "fri"] as const;

type Times = Partial<Pick<NewWaitlistEntry, "weekdays" | "timeFrom" | "timeTo">>;

/** The client's index, the service, the days until the last one, and the preferred times. */
const WAITING: readonly (readonly [number, string, number, Times])[] = [
  [3, "Root Touch-up", 14, { weekdays: [...WEEKDAYS], timeFrom: "14:00" }],
  [11, "Hydrating Facial", 21, { timeTo: "13:00" }],
  [17, "Root Touch-up", 10, {}],
  [24, "Cut & Style", 28, { weekdays: ["sat"] }],
  [31, "Lash Lift & Tint", 5, {}],
];

/** Adds clients to the waitlist and cancels the last entry. */
export function createWaitlist(
  app: App,
  maya: Staff,
  clients: readonly { readonly id: number }[],
): void {
  const today = businessDay(app);
  const ids = WAITING.flatMap(([at, name, days, times], index) => {
    const contactId = clients[at]?.id;
    const serviceId = findServiceByName(app, name)?.id;
    if (contactId === undefined || serviceId === undefined) return [];
    const past = atTime(app, app.now() - (WAITING.length - index) * DAY_MS);
    const { id } = addToWaitlist(past, maya, {
      contactId,
      serviceId,
      employeeId: null,
      from: today,
      to: addDays(today, days),
      weekdays: null,
      timeFrom: null,
      timeTo: null,
      ...times,
    });
    return id;
  });
  cancelEntry(app, maya, ids.at(-1) ?? 0);
}
