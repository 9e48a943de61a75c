import { type AppointmentRow, findAppointment } from "#db/calendar/appointments.ts";
import { listRequests, listUnpaidVisits, type RequestRow } from "#db/calendar/booking-decisions.ts";
import { inTransaction, whenFree } from "#db/connection.ts";
import type { App, Staff } from "#src/app.ts";
import { cancelAppointment } from "#src/calendar/appointments/cancel.ts";
import { renderEmployees, toWhole } from "#src/calendar/appointments/whole-visit.ts";
import { listUndecidedOf } from "#src/calendar/hours/affected.ts";
import { textDeclined } from "#src/calendar/reminders/reminders.ts";
import { textingBarrier } from "#src/clients/consent.ts";
import type { Waiting } from "#src/messaging/dashboard/contract.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import { toInstant } from "#src/platform/time.ts";
import { HOUR_MS } from "#src/shared/durations.ts";
import { toIso } from "#src/shared/iso-time.ts";
import { formatCents } from "#src/shared/money.ts";
import { mayOpen, maySeeEmployee } from "#src/shared/permissions.ts";
import { decisionDeadline } from "./rules.ts";

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

/** Declines the requests that were not decided in time, and texts their clients. */
export function expireRequests(app: App): Promise<void> {
  return whenFree(() => {
    for (const { id } of listRequestsDueBy(app, app.now()))
      inTransaction(app.db, () => {
        const before = findAppointment(app.db, id);
        if (before?.status !== "requested") return;
        cancelAppointment(app, before, "salon");
        textDeclined(app, id, "decline");
        recordSystem(app, {
          action: "appointment.cancel",
          target: ["appointment", id],
          metadata: { by: "expiry" },
        });
      });
  });
}

interface OpenRequest extends RequestRow {
  /** When it is declined unless staff decide, in epoch milliseconds. */
  readonly deadline: number;
}

/** Returns the requests that are declined by then unless staff decide. */
export function listRequestsDueBy(app: App, at: number): OpenRequest[] {
  return listRequests(app.db)
    .map((row) => ({ ...row, deadline: decisionDeadline(app, row.requestedAt, row.startsAt) }))
    .filter(({ deadline }) => deadline <= at);
}
