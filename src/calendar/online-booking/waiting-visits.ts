import type { AppointmentRow } from "#db/calendar/appointments.ts";
import { listUnpaidVisits } from "#db/calendar/booking-decisions.ts";
import { findContactByPhone } from "#db/clients/contacts.ts";
import type { App, Staff } from "#src/app.ts";
import { employeesById } from "#src/calendar/employees/employees.ts";
import type { Waiting } from "#src/messaging/dashboard/contract.ts";
import { toIso } from "#src/shared/iso-time.ts";
import { formatCents } from "#src/shared/money.ts";
import { firstNameOf } from "#src/shared/names.ts";
import { mayOpen, maySeeEmployee } from "#src/shared/permissions.ts";
import { listRequestsDueBy } from "./expire-requests.ts";

/** Lists the requests to decide on, and the approved visits whose deposit isn't paid. */
export function listWaitingVisits(app: App, actor: Staff): Waiting[] {
  if (!mayOpen(actor, "/appointments")) return [];
  const requests = listRequestsDueBy(app, Number.POSITIVE_INFINITY).map((row) => ({
    ...row,
    kind: "request" as const,
    since: row.requestedAt,
    depositCents: null,
  }));
  const unpaid = listUnpaidVisits(app.db, Number.MAX_SAFE_INTEGER).map((row) => ({
    ...row,
    kind: "deposit" as const,
    since: row.createdAt,
    deadline: row.depositDueAt,
  }));
  return [...requests, ...unpaid]
    .filter(({ employeeId }) => maySeeEmployee(actor, employeeId))
    .map((row) => toWaiting(app, row));
}

function toWaiting(
  app: App,
  row: AppointmentRow & {
    readonly kind: "request" | "deposit";
    readonly since: number;
    readonly deadline: number;
    readonly depositCents: number | null;
  },
): Waiting {
  const { kind, id, phone, employeeId, service, startsAt, depositCents } = row;
  return {
    kind,
    id,
    contactId: phone === null ? null : (findContactByPhone(app.db, phone)?.id ?? null),
    name: row.clientName,
    since: toIso(row.since),
    expiresAt: toIso(row.deadline),
    visit: {
      start: startsAt,
      service,
      employeeName: firstNameOf(employeesById(app).get(employeeId)?.name ?? ""),
      deposit: depositCents === null ? null : formatCents(depositCents),
    },
    words: null,
    messageId: null,
  };
}
