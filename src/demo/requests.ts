import { allEmployees } from "#db/calendar/employees.ts";
import { inTransaction } from "#db/connection.ts";
import type { App, Staff } from "#src/app.ts";
import { findServiceByName } from "#src/calendar/services/services.ts";
import type { NewWaitlistEntry } from "#src/calendar/waitlist/contract.ts";
import { addToWaitlist, cancelEntry } from "#src/calendar/waitlist/waitlist.ts";
import { INBOUND_PATHS, type Inbound } from "#src/integrations/zapier/contract.ts";
import type { RawFields } from "#src/integrations/zapier/payload.ts";
import { recordRequest } from "#src/integrations/zapier/request-log.ts";
import { generateApiKey, HANDLERS } from "#src/integrations/zapier/zapier.ts";
import { businessDay } from "#src/platform/settings/settings.ts";
import { DAY_MS } from "#src/shared/durations.ts";
import { Problem } from "#src/shared/problem.ts";
import { addDays } from "#src/shared/wall-time.ts";
import { atTime } from "./history.ts";
import { daysOfSameTwice } from "./visits.ts";

const MINUTE = 60 * 1000;
const HOUR = 60 * MINUTE;
/** Zapier's requests, with an address reserved for documentation. */
const FROM = { ip: "203.0.113.24", userAgent: "Zapier" };

/** Sends recent requests of a booking program: most are applied, some wait for a decision. */
export function createWebhookRequests(app: App, maya: Staff): void {
  const now = app.now();
  const owner = { ...maya, caller: FROM };
  const employeeName = allEmployees(app.db)[0]?.name ?? "";
  generateApiKey(atTime(app, now - 40 * HOUR), maya);

  const send = (ago: number, name: Inbound, raw: RawFields) =>
    sendRequest(atTime(app, now - ago), owner, name, raw);
  const day = (days: number) => addDays(businessDay(app), days);
  const visit = (days: number, hour: string, service: string) => ({
    start_datetime: `${day(days)}T${hour}:00`,
    end_datetime: `${day(days)}T${hour}:45`,
    service_display_name: service,
    employee_first_name: employeeName,
  });
  const person = (first: string, last: string, phone: string) => ({
    first_name: first,
    last_name: last,
    phone_number: phone,
  });
  const hana = { first_name: "Hana", last_name: "Kim" };

  send(30 * HOUR, "contactCreate", person("Lena", "Fischer", "+15125550391"));
  for (const days of daysOfSameTwice(businessDay(app)))
    send(29 * HOUR, "appointmentCreate", { ...hana, ...visit(days, "10", "Dermaplaning") });
  send(7 * HOUR, "appointmentCreate", {
    ...hana,
    ...visit(4, "15", "Glow facial"),
    employee_first_name: "Marta",
  });
  send(5 * HOUR, "contactUpdate", person("Brooke", "Tanaka-Reyes", "+17375550101"));
  send(95 * MINUTE, "appointmentDelete", { ...hana, service_display_name: "Dermaplaning" });
  send(50 * MINUTE, "contactUpdate", person("Grace", "Lindqvist", "+15125550480"));
  send(20 * MINUTE, "contactUpdate", person("Noor", "Abernathy", "+15125550777"));
}

function sendRequest(then: App, owner: Staff, name: Inbound, raw: RawFields): void {
  const request = { path: INBOUND_PATHS[name], userId: owner.id, raw, caller: owner.caller };
  try {
    inTransaction(then.db, () => {
      const { status, body } = HANDLERS[name](then, owner, raw);
      recordRequest(then, request, status, body.message);
    });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    recordRequest(then, request, error.status, error.message);
  }
}

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
