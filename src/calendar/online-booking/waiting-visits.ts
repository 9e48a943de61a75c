import { type AppointmentRow, findAppointment } from "#db/calendar/appointments.ts";
import { listUnpaidVisits } from "#db/calendar/booking-decisions.ts";
import type { App, Staff } from "#src/app.ts";
import { renderEmployees, toWhole } from "#src/calendar/appointments/whole-visit.ts";
import { listUndecidedOf } from "#src/calendar/hours/affected.ts";
import { textingBarrier } from "#src/clients/consent.ts";
import type { Waiting } from "#src/messaging/dashboard/contract.ts";
import { toInstant } from "#src/platform/time.ts";
import { HOUR_MS } from "#src/shared/durations.ts";
import { toIso } from "#src/shared/iso-time.ts";
import { formatCents } from "#src/shared/money.ts";
import { mayOpen, maySeeEmployee } from "#src/shared/permissions.ts";
import { listRequestsDueBy } from "./expire-requests.ts";

/**
 * A client pays by the link without help. In these last hours before the time is released, staff can still call. The list is
 * read at least once an hour.
 */
const DEPOSIT_CALL_MS = 4 * HOUR_MS;

/**
 * Lists the requests to decide on, the approved visits whose deposit isn't paid although it's due soon or the client can't be
 * texted, and as one the visits that new hours are in the way of.
 */
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
    .map((row) => toWaiting(app, row))
    .filter(({ kind, expiresAt, visit }) => kind !== "deposit" || needsCall(app, expiresAt, visit))
    .concat(listAffectedVisits(app, actor));
}

function needsCall(app: App, expiresAt: string | null, visit: Waiting["visit"]): boolean {
  return (
    visit?.textingBarrier !== null || Date.parse(expiresAt ?? "") <= app.now() + DEPOSIT_CALL_MS
  );
}

/** They are decided together, on the page of the hours. */
function listAffectedVisits(app: App, actor: Staff): Waiting[] {
  // A request is decided as one.
  const affected = listUndecidedOf(app, actor).filter(({ status }) => status !== "requested");
  const row = affected[0] && findAppointment(app.db, affected[0].id);
  if (!row) return [];
  const deadline = toInstant(app, row.startsAt);
  const first = { ...row, kind: "affected" as const, since: row.createdAt, deadline };
  return [{ ...toWaiting(app, { ...first, depositCents: null }), count: affected.length }];
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
