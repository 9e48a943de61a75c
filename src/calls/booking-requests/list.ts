import {
  listPotentialAppointments,
  type PotentialAppointmentRow,
} from "#db/calls/booking-requests.ts";
import { readCounter } from "#db/counters.ts";
import type { App, Staff } from "#src/app.ts";
import { findServicesByNames } from "#src/calendar/services/services.ts";
import type { Waiting } from "#src/messaging/dashboard/contract.ts";
import { toIso } from "#src/shared/iso-time.ts";
import { MONTHS } from "#src/shared/months.ts";
import { mayOpen, maySeeEmployee } from "#src/shared/permissions.ts";
import type { Counts, Page, PotentialAppointment } from "./contract.ts";

const MAX_WAITING = 100;

export function listRequests(app: App, actor: Staff, page: Page): PotentialAppointment[] {
  const { status, limit, before = Number.MAX_SAFE_INTEGER } = page;
  return listPotentialAppointments(app.db, { status, limit, before }).map((row) =>
    toPotentialAppointment(app, actor, row),
  );
}

export function countRequests(app: App): Counts {
  const [pending, approved, rejected] = (["pending", "approved", "rejected"] as const).map(
    (status) => readCounter(app.db, `requests-${status}`),
  ) as [number, number, number];
  return { pending, approved, rejected, all: pending + approved + rejected };
}

export function listWaitingCallers(app: App, actor: Staff): Waiting[] {
  if (!mayOpen(actor, "/potential-appointments")) return [];
  const newest = {
    status: "pending",
    before: Number.MAX_SAFE_INTEGER,
    limit: MAX_WAITING,
  } as const;
  return listPotentialAppointments(app.db, newest).map((row) => ({
    kind: "call",
    id: row.id,
    contactId: row.contactId,
    name: row.contactName ?? row.callerName,
    since: toIso(row.createdAt),
    expiresAt: null,
    visit: toVisit(row, slotOf(actor, row)),
    words: [row.requestedService, toClause(row.preferredDate), toClause(row.preferredTime)]
      .filter(Boolean)
      .join(", "),
    messageId: null,
  }));
}

function toVisit(
  row: PotentialAppointmentRow,
  slot: PotentialAppointment["slot"],
): Waiting["visit"] {
  return (
    slot && {
      start: slot.appointmentDate,
      service: row.requestedService,
      employeeName: slot.employeeName,
      ...{ deposit: null, fee: null, textingBarrier: null },
    }
  );
}

const PROPER = new RegExp(`^(?!Today)(?:${MONTHS.join("|")}|\\w+day)\\b`);

/** A caller's words within a sentence: "next week", but "Thursday". */
function toClause(words: string): string {
  return PROPER.test(words) ? words : words.slice(0, 1).toLowerCase() + words.slice(1);
}

export function toPotentialAppointment(
  app: App,
  actor: Staff,
  row: PotentialAppointmentRow,
): PotentialAppointment {
  const { contactId, contactName, processedByName } = row;
  return {
    ...row,
    callTranscriptId: row.callId,
    callerPhone: row.phone,
    services: findServicesByNames(app, row.requestedService).map(({ id }) => id),
    processedAt: toIso(row.processedAt),
    createdAt: toIso(row.createdAt),
    matchedContactId: contactId,
    matchedContact:
      contactId === null || contactName === null ? null : { id: contactId, name: contactName },
    callTranscript: row.callStartedAt === null ? null : { callStartTime: toIso(row.callStartedAt) },
    processedByUser: processedByName === null ? null : { username: processedByName },
    slot: slotOf(actor, row),
    ...bookingOf(actor, row),
  };
}

/** A free slot reveals part of an employee's schedule, so it needs permission to see that employee. */
function slotOf(
  actor: Staff,
  { employeeId, employeeName, startsAt, durationMinutes }: PotentialAppointmentRow,
): PotentialAppointment["slot"] {
  if (employeeId === null || employeeName === null || !maySeeEmployee(actor, employeeId))
    return null;
  if (startsAt === null || durationMinutes === null) return null;
  return { employeeId, employeeName, appointmentDate: startsAt, durationMinutes };
}

function bookingOf(
  actor: Staff,
  { appointmentId, bookedAt, bookedWith, bookedWithName }: PotentialAppointmentRow,
): Pick<PotentialAppointment, "appointmentId" | "appointment"> {
  if (bookedAt === null || bookedWith === null || !maySeeEmployee(actor, bookedWith))
    return { appointmentId: null, appointment: null };
  return {
    appointmentId,
    appointment: { appointmentDate: bookedAt, employeeName: bookedWithName ?? "" },
  };
}
