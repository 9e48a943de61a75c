import {
  countAppointments,
  deleteAppointments,
  listAppointmentIds,
  listAppointmentsToNotify,
  listCanceled,
  listUpcoming,
} from "#db/calendar/appointments-in-bulk.ts";
import { cancelBookingsOf } from "#db/calendar/deposits.ts";
import type { App, Staff } from "#src/app.ts";
import { cancelLinks } from "#src/billing/cancel-links.ts";
import { askAboutDeleted } from "#src/billing/canceled-visits.ts";
import { refundTime } from "#src/calendar/online-booking/cancellation.ts";
import { withdrawReminders } from "#src/calendar/reminders/detach-reminder.ts";
import { textDeleted } from "#src/calendar/reminders/text-changes.ts";
import { leaveDays } from "#src/calendar/waitlist/gaps.ts";
import { record } from "#src/platform/audit/audit.ts";
import { inSlices } from "#src/platform/jobs/slices.ts";
import { toWallTime } from "#src/platform/time.ts";
import type { DepositChoice } from "./fields-contract.ts";
import { chooseFirstPart, listRemainingParts } from "./whole-visit.ts";

/** Appointments per transaction, which takes about 10 ms. */
const SLICE_SIZE = 500;

/**
 * Deletes up to `slice` appointments of one employee or of all, in the caller's transaction, and returns their number. The
 * times of an employee who is about to be deleted are offered to no one.
 */
export function deleteSlice(app: App, employeeId: number | undefined, slice: number): number {
  const ids = listAppointmentIds(app.db, employeeId, slice);
  if (employeeId === undefined) leaveDays(app, ids);
  deleteWithBookings(app, ids);
  return ids.length;
}

/** Decided with a deletion. */
export interface Decision {
  readonly notify?: boolean | undefined;
  readonly deposit?: DepositChoice | undefined;
}

/**
 * Deletes appointments in the caller's transaction. Paid deposits of upcoming ones are refunded by the job, unless `deposit`
 * says otherwise. Their clients are texted if `notify`, or if a text was planned and `notify` is omitted. A visit of which
 * parts remain keeps its booking, its deposit and the text that was planned.
 */
export function deleteWithBookings(
  app: App,
  ids: readonly number[],
  { notify, deposit }: Decision = {},
): void {
  const [now, refundAt] = [app.now(), refundTime(app)];
  for (const rest of listRemainingParts(app, ids)) chooseFirstPart(app, rest);
  // The text says what becomes of the deposit.
  cancelBookingsOf(app.db, ids, {
    now,
    wallNow: toWallTime(app, now),
    refundAt,
    deposit: deposit ?? null,
  });
  withdrawReminders(app, ids);
  if (notify !== false) textDeleted(app, listAppointmentsToNotify(app.db, ids, notify === true));
  cancelLinks(app, ids, "deletion");
  askAboutDeleted(app, ids, {
    ahead: listUpcoming(app.db, ids, toWallTime(app, now)),
    canceled: listCanceled(app.db, ids),
  });
  deleteAppointments(app.db, ids);
}

/**
 * Deletes all appointments in slices, including those booked in the meantime. The first slice writes
 * the audit entry, because the server may stop halfway.
 */
export async function clearAppointments(app: App, actor: Staff): Promise<{ count: number }> {
  const { count } = await inSlices(app, { count: 0, isFirst: true }, (before) => {
    if (before.isFirst)
      record(app, actor, {
        action: "appointment.clear",
        metadata: { count: countAppointments(app.db) },
      });
    const deleted = deleteSlice(app, undefined, SLICE_SIZE);
    app.events.changed("appointments");
    return { count: before.count + deleted, isFirst: false, done: deleted === 0 };
  });
  app.events.changed("deletion-conflicts");
  return { count };
}
