import { allEmployees, insertEmployee } from "#db/calendar/employees.ts";
import { inTransaction } from "#db/connection.ts";
import type { App, Staff } from "#src/app.ts";
import { generateApiKey } from "#src/integrations/zapier/api-key.ts";
import {
  createAppointmentFromRequest,
  deleteAppointmentFromRequest,
} from "#src/integrations/zapier/appointment-requests.ts";
import {
  createContactFromRequest,
  updateContactFromRequest,
} from "#src/integrations/zapier/contact-requests.ts";
import { INBOUND_PATHS } from "#src/integrations/zapier/contract.ts";
import type { RawFields } from "#src/integrations/zapier/payload.ts";
import type { WebhookReply } from "#src/integrations/zapier/reply.ts";
import { recordRequest } from "#src/integrations/zapier/request-log.ts";
import { businessDay } from "#src/platform/settings/settings.ts";
import { Problem } from "#src/shared/problem.ts";
import { addDays } from "#src/shared/wall-time.ts";
import { atTime } from "./history.ts";

const MINUTE = 60 * 1000;
const HOUR = 60 * MINUTE;
/** Zapier's requests, with an address reserved for documentation. */
const FROM = { ip: "203.0.113.24", userAgent: "Zapier" };

type Handler = (app: App, owner: Staff, raw: RawFields) => WebhookReply;

/** Sends recent requests of a booking program: most are applied, some wait for a decision. */
export function createWebhookRequests(app: App, maya: Staff): void {
  const now = app.now();
  const owner = { ...maya, caller: FROM };
  if (allEmployees(app.db).length === 0)
    for (const [displayOrder, name] of ["Elena Park", "Jo Whitlock"].entries())
      insertEmployee(app.db, {
        name,
        displayOrder,
        workStartTime: null,
        workEndTime: null,
        feedVersion: null,
        createdAt: now,
      });
  const employeeName = allEmployees(app.db)[0]?.name ?? "";
  generateApiKey(atTime(app, now - 40 * HOUR), maya);

  const send = (ago: number, path: string, handler: Handler, raw: RawFields) =>
    sendRequest(atTime(app, now - ago), owner, path, handler, raw);
  const day = (days: number) => addDays(businessDay(app), days);
  const visit = (days: number, hour: string, service: string) => ({
    start_datetime: `${day(days)}T${hour}:00`,
    end_datetime: `${day(days)}T${hour}:45`,
    service_display_name: service,
    employee_first_name: employeeName,
  });
  const hana = { first_name: "Hana", last_name: "Kim" };

  send(30 * HOUR, INBOUND_PATHS.contactCreate, createContactFromRequest, {
    first_name: "Lena",
    last_name: "Fischer",
    phone_number: "+15125550391",
  });
  send(29 * HOUR, INBOUND_PATHS.appointmentCreate, createAppointmentFromRequest, {
    ...hana,
    ...visit(3, "10", "Brow shaping"),
  });
  send(28 * HOUR, INBOUND_PATHS.appointmentCreate, createAppointmentFromRequest, {
    ...hana,
    ...visit(10, "10", "Brow shaping"),
  });
  send(7 * HOUR, INBOUND_PATHS.appointmentCreate, createAppointmentFromRequest, {
    ...hana,
    ...visit(4, "15", "Glow facial"),
    employee_first_name: "Marta",
  });
  send(5 * HOUR, INBOUND_PATHS.contactUpdate, updateContactFromRequest, {
    first_name: "Brooke",
    last_name: "Tanaka-Reyes",
    phone_number: "+17375550101",
  });
  send(95 * MINUTE, INBOUND_PATHS.appointmentDelete, deleteAppointmentFromRequest, {
    ...hana,
    service_display_name: "Brow shaping",
  });
  send(50 * MINUTE, INBOUND_PATHS.contactUpdate, updateContactFromRequest, {
    first_name: "Grace",
    last_name: "Haddad",
    phone_number: "+15125550480",
  });
  send(20 * MINUTE, INBOUND_PATHS.contactUpdate, updateContactFromRequest, {
    first_name: "Noor",
    last_name: "Abernathy",
    phone_number: "+15125550777",
  });
}

function sendRequest(
  then: App,
  owner: Staff,
  path: string,
  handler: Handler,
  raw: RawFields,
): void {
  const request = { path, userId: owner.id, raw, caller: owner.caller };
  try {
    inTransaction(then.db, () => {
      const { status, body } = handler(then, owner, raw);
      recordRequest(then, request, status, body.message);
    });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    recordRequest(then, request, error.status, error.message);
  }
}
