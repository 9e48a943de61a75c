import { type AppointmentRow, findAppointment } from "#db/calendar/appointments.ts";
import { listUnpaidVisits } from "#db/calendar/booking-decisions.ts";
import type { App, Staff } from "#src/app.ts";
import { renderEmployees, toWhole } from "#src/calendar/appointments/whole-visit.ts";
import { listUndecidedOf } from "#src/calendar/hours/affected.ts";
import { textingBarrier } from "#src/clients/consent.ts";
import type { Waiting } from "#src/messaging/dashboard/contract.ts";
import { toInstant } from "#src/platform/time.ts";
import { toIso } from "#src/shared/iso-time.ts";
import { formatCents } from "#src/shared/money.ts";
import { mayOpen, maySeeEmployee } from "#src/shared/permissions.ts";
import { listRequestsDueBy } from "./expire-requests.ts";

/** More don't fit on the list. A salon that closes for a month has thousands. */
const MAX_AFFECTED = 100;

/** Lists the requests to decide on, the approved visits whose deposit isn't paid, and those that new hours are in the way of. */
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
  const affected = listUndecidedOf(app, actor)
    .slice(0, MAX_AFFECTED)
    .flatMap((id) => {
      const row = findAppointment(app.db, id);
      // A request is decided as one.
      if (!row || row.status === "requested") return [];
      const deadline = toInstant(app, row.startsAt);
      return {
        ...row,
        ...{ kind: "affected" as const, since: row.createdAt, deadline, depositCents: null },
      };
    });
  return [...requests, ...unpaid, ...affected]
    .filter(({ employeeId }) => maySeeEmployee(actor, employeeId))
    .map((row) => toWaiting(app, row));
}

function toWaiting(
  app: App,
  row: AppointmentRow & {
    readonly kind: "request" | "deposit" | "affected";
    readonly since: number;
    readonly deadline: number;
    readonly depositCents: number | null;
  },
): Waiting {
  const { kind, id, contactId, startsAt, depositCents } = row;
  return {
    kind,
    id,
    contactId,
    name: row.clientName,
    since: toIso(row.since),
    expiresAt: toIso(row.deadline),
    visit: {
      start: startsAt,
      service: toWhole(app, row).service,
      employeeName: renderEmployees(app, row),
      deposit: depositCents === null ? null : formatCents(depositCents),
      fee: null,
      textingBarrier: row.phone === null ? null : textingBarrier(app, row.phone),
    },
    words: null,
    messageId: null,
  };
}
