import type { AppointmentFields, AppointmentRow } from "#db/calendar/appointments.ts";
import { clearReminder } from "#db/calendar/detached-reminders.ts";
import { setBookingClient } from "#db/calendar/online-bookings.ts";
import type { App, Staff } from "#src/app.ts";
import { cancelLinks } from "#src/billing/cancel-links.ts";
import { askAboutPayments, withdrawQuestions } from "#src/billing/canceled-visits.ts";
import { withdrawFee } from "#src/billing/fees.ts";
import {
  keepDeposit,
  recordSalonMove,
  refundCanceled,
  refundMissed,
} from "#src/calendar/online-booking/cancellation.ts";
import { detachReminder } from "#src/calendar/reminders/detach-reminder.ts";
import { confirmBooking, textDeclined } from "#src/calendar/reminders/reminders.ts";
import { planChangeText } from "#src/calendar/reminders/text-changes.ts";
import { busyParts, processingWithin } from "#src/calendar/visits.ts";
import { leaveGap } from "#src/calendar/waitlist/gaps.ts";
import { spellAsContact } from "#src/clients/ensure-contact.ts";
import { recordOwnWords } from "#src/platform/masking/own-words.ts";
import { toWallTime } from "#src/platform/time.ts";
import { nameKey } from "#src/shared/names.ts";
import { addMinutes, dayOf, type WallTime } from "#src/shared/wall-time.ts";
import { changedService } from "./booked-service.ts";
import type { AppointmentChange, AppointmentStatus } from "./contract.ts";
import type { DepositChoice } from "./fields-contract.ts";
import { parsePhone, parseStart } from "./parse-fields.ts";
import { isFirstPart } from "./whole-visit.ts";

/** Returns the appointment's fields after the change. @throws Problem 400, 404 for a deleted service */
export function applyChange(
  app: App,
  before: AppointmentRow,
  change: AppointmentChange,
): AppointmentFields {
  const phone =
    change.phoneNumber === undefined ? before.phone : parsePhone(app, change.phoneNumber);
  const clientName =
    change.clientName === undefined
      ? before.clientName
      : spellAsContact(app, change.clientName, phone);
  const startsAt =
    change.appointmentDate === undefined
      ? before.startsAt
      : parseStart(app, change.appointmentDate);
  const employeeId = change.employeeId ?? before.employeeId;
  const booked = changedService(app, employeeId, before, change);
  const durationMinutes =
    change.durationMinutes ??
    // Programs that know of one service set the length themselves.
    (change.services ? booked.durationMinutes : undefined) ??
    before.durationMinutes;
  return {
    employeeId,
    clientName,
    nameKey: nameKey(clientName),
    phone,
    startsAt,
    endsAt: addMinutes(startsAt, durationMinutes),
    ...booked,
    durationMinutes,
    processing: processingWithin(booked.processing, durationMinutes),
    notes: change.notes ?? before.notes,
    status: change.status ?? statusAfterMove(app, before, startsAt),
  };
}

/** A client who is here may start later; on another day nobody has come or stayed away yet. */
function statusAfterMove(
  app: App,
  { status, startsAt: former }: AppointmentRow,
  startsAt: WallTime,
): AppointmentStatus {
  if (startsAt === former || status === "requested" || status === "canceled") return status;
  if (status === "confirmed") return "booked";
  const isAhead = startsAt > toWallTime(app, app.now());
  const isUndecided = status === "no_show" || dayOf(startsAt) !== dayOf(former);
  return isAhead && isUndecided ? "booked" : status;
}

/** Whether an appointment takes time that it did not take before. */
export function needsFreeTime(before: AppointmentRow, to: AppointmentFields): boolean {
  const isMoved = to.startsAt !== before.startsAt || to.endsAt !== before.endsAt;
  const parts = partsOf(before);
  const isBusier = partsOf(to).some(
    (part) => !parts.some(({ start, end }) => start <= part.start && part.end <= end),
  );
  return (
    to.status !== "canceled" &&
    (isMoved || isBusier || to.employeeId !== before.employeeId || before.status === "canceled")
  );
}

function partsOf({
  durationMinutes,
  bufferMinutes,
  processing,
}: Omit<AppointmentFields, "nameKey">) {
  return busyParts({ minutes: durationMinutes, bufferMinutes, processing });
}

/**
 * Applies the consequences of a stored change, in its transaction: to the waitlist, the reminder, the client's
 * request and deposit, and the record of who wrote the service's text.
 */
export function completeChange(
  app: App,
  actor: Staff,
  before: AppointmentRow,
  to: AppointmentFields,
  {
    isPart = false,
    ...change
  }: AppointmentChange & {
    /** Whether the rest of the visit takes place without it. */
    readonly isPart?: boolean;
  },
): void {
  leaveGap(app, before, to);
  if (change.service !== undefined || change.serviceId !== undefined || change.services)
    recordOwnWords(app, actor, "appointment", before.id, to.service);
  const isCanceled = to.status === "canceled";
  const isOtherNumber = to.phone !== before.phone;
  if (
    to.startsAt !== before.startsAt ||
    isOtherNumber ||
    isCanceled !== (before.status === "canceled")
  )
    detachReminder(app, before.id, isCanceled || isOtherNumber ? null : to.startsAt);
  if (isOtherNumber) {
    clearReminder(app.db, before.id);
    setBookingClient(app.db, before.id, { phone: to.phone, clientName: to.clientName });
    cancelLinks(app, [before.id], "other-number");
  }
  if (to.startsAt !== before.startsAt) recordSalonMove(app, before);
  if (isCanceled && before.status !== "canceled") askAboutPayments(app, [before.id]);
  if (!isCanceled && before.status === "canceled") withdrawQuestions(app, [before.id]);
  if (isPart) {
    if (isCanceled) cancelLinks(app, [before.id], "cancellation");
    return;
  }
  applyDecision(app, before, to, change.deposit);
  if (isFirstPart(before)) planChangeText(app, before, change.notify);
}

export function auditAction(before: AppointmentRow, to: AppointmentFields): string {
  if (before.status !== to.status && to.status === "canceled") return "appointment.cancel";
  if (before.status === "canceled" && to.status !== "canceled") return "appointment.uncancel";
  if (before.startsAt !== to.startsAt || before.employeeId !== to.employeeId)
    return "appointment.move";
  return before.status === to.status ? "appointment.update" : "appointment.status";
}

/** Returns the names of the changed fields, never their values. */
export function changedFields(before: AppointmentRow, to: AppointmentFields): string[] {
  return Object.keys(to).filter(
    (name) =>
      name in before &&
      !Bun.deepEquals(before[name as keyof typeof before], to[name as keyof typeof to]),
  );
}

/**
 * Follows a change of status, in its transaction: texts the client if their request was approved or declined, and
 * decides on the deposit. A visit that is put back before the refund leaves has its deposit again.
 */
function applyDecision(
  app: App,
  before: AppointmentRow,
  { status }: Pick<AppointmentFields, "status">,
  deposit: DepositChoice | undefined,
): void {
  if (before.status === status) return;
  if (status === "canceled") {
    refundCanceled(app, before, "salon", deposit);
    cancelLinks(app, [before.id], "cancellation");
  } else if (status === "no_show" && deposit === "refund") refundMissed(app, before.id);
  else keepDeposit(app, before);
  if (status !== "canceled" && status !== "no_show") withdrawFee(app, null, before.id);
  if (before.status !== "requested" || !isFirstPart(before)) return;
  if (status === "canceled") textDeclined(app, before.id);
  else confirmBooking(app, before.id);
}
