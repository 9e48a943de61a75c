import * as store from "#db/calendar/appointment-texts.ts";
import type { AppointmentRow } from "#db/calendar/appointments.ts";
import type { App } from "#src/app.ts";
import { partsOf } from "#src/calendar/appointments/whole-visit.ts";
import { renderBookingNote } from "#src/calendar/online-booking/deposit-texts.ts";
import { allowedAt, canSend } from "#src/messaging/outbox/outbox.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import { inSlices } from "#src/platform/jobs/slices.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { toInstant, toWallTime } from "#src/platform/time.ts";
import { HOUR_MS, MINUTE_MS } from "#src/shared/durations.ts";
import { nameKey } from "#src/shared/names.ts";
import { addDays, dayOf, minutesBetween } from "#src/shared/wall-time.ts";
import { mayText, recordAuthors, reminderDueAt, textClient } from "./texting.ts";
import { renderTemplate } from "./wording.ts";

const SLICE_SIZE = 100;
/** Shortly before the appointment a reminder is of no use. */
const MIN_NOTICE_MS = 2 * HOUR_MS;
const MIN_SECOND_NOTICE_MS = 30 * MINUTE_MS;
/** Until then the confirmation is reminder enough. */
const AFTER_BOOKING_MS = HOUR_MS;

/**
 * Sends each reminder once: at the set time on the day before, and, if the owner wants it, again shortly before the visit.
 * A visit booked later is reminded an hour after its booking. A reminder missed while the server was down is sent as long
 * as it is useful.
 */
export async function sendReminders(app: App): Promise<void> {
  const settings = getSettings(app);
  if (settings.appointmentReminderEnabled)
    await sendDue(app, { reminder: "reminder", listDue: listFirst, shouldSend: shouldRemind });
  if (settings.appointmentSecondReminderEnabled)
    await sendDue(app, {
      reminder: "secondReminder",
      listDue: listSecond,
      shouldSend: (_, visit) => canComeBefore(app, visit, MIN_SECOND_NOTICE_MS),
    });
}

interface Round {
  readonly reminder: store.Reminder;
  readonly listDue: (app: App) => AppointmentRow[];
  readonly shouldSend: (app: App, appointment: AppointmentRow) => boolean;
}

async function sendDue(app: App, { reminder, listDue, shouldSend }: Round): Promise<void> {
  await inSlices(app, {}, () => {
    const due = canSend(app) ? listDue(app) : [];
    const { toSend = [], toSkip = [] } = Object.groupBy(due, (appointment) =>
      shouldSend(app, appointment) ? "toSend" : "toSkip",
    );
    for (const { id } of toSkip) skipReminder(app, id, reminder);
    const days = Map.groupBy(
      toSend.flatMap((visit) => partsOf(app, visit)),
      ({ phone, startsAt, clientName }) => `${phone} ${dayOf(startsAt)} ${nameKey(clientName)}`,
    );
    for (const ofDay of days.values())
      for (const visits of groupVisits(ofDay)) remind(app, visits, reminder);
    return { done: due.length === 0 };
  });
}

function listFirst(app: App): AppointmentRow[] {
  const now = app.now();
  const today = dayOf(toWallTime(app, now));
  const { appointmentReminderTime } = getSettings(app);
  const isTime = now >= toInstant(app, `${today}T${appointmentReminderTime}:00`);
  return store.listAppointmentsToRemind(app.db, {
    from: toWallTime(app, now + MIN_NOTICE_MS),
    until: `${addDays(today, isTime ? 2 : 1)}T00:00:00`,
    bookedBy: now - AFTER_BOOKING_MS,
    limit: SLICE_SIZE,
  });
}

function listSecond(app: App): AppointmentRow[] {
  const now = app.now();
  const { appointmentSecondReminderHours } = getSettings(app);
  return store.listAppointmentsToRemindAgain(app.db, {
    from: toWallTime(app, now + MIN_SECOND_NOTICE_MS),
    until: toWallTime(app, now + appointmentSecondReminderHours * HOUR_MS),
    bookedBy: now - AFTER_BOOKING_MS,
    limit: SLICE_SIZE,
  });
}

const MAX_GAP_MINUTES = 60;

/** Appointments of one client that follow each other share a text. Others have their own, so that X cancels only what it names. */
function groupVisits(ofDay: readonly AppointmentRow[]): AppointmentRow[][] {
  const groups: AppointmentRow[][] = [];
  for (const appointment of ofDay.toSorted((a, b) => a.startsAt.localeCompare(b.startsAt))) {
    const last = groups.at(-1);
    const end = last
      ?.map(({ endsAt }) => endsAt)
      .toSorted()
      .at(-1);
    if (last && end && minutesBetween(end, appointment.startsAt) <= MAX_GAP_MINUTES)
      last.push(appointment);
    else groups.push([appointment]);
  }
  return groups;
}

/** Returns whether a reminder was due before the day of the visit and can be sent. */
function shouldRemind(app: App, appointment: AppointmentRow): boolean {
  const { startsAt, createdAt } = appointment;
  const { appointmentReminderEnabledAt } = getSettings(app);
  const day = dayOf(startsAt);
  const isTomorrow = day > dayOf(toWallTime(app, app.now()));
  const due = reminderDueAt(app, startsAt);
  return (
    dayOf(toWallTime(app, createdAt)) < day &&
    (isTomorrow || due >= (appointmentReminderEnabledAt ?? 0)) &&
    canComeBefore(app, appointment, MIN_NOTICE_MS)
  );
}

/** Returns whether a text can reach the client this long before the visit. */
function canComeBefore(
  app: App,
  { phone, startsAt }: AppointmentRow,
  minNoticeMs: number,
): boolean {
  if (phone === null || !mayText(app, phone)) return false;
  return toInstant(app, startsAt) - allowedAt(app, "reminder", phone) >= minNoticeMs;
}

function remind(app: App, appointments: readonly AppointmentRow[], reminder: store.Reminder): void {
  const phone = appointments[0]?.phone;
  if (!phone) return;
  const { appointmentReminderMessage } = getSettings(app);
  const sentAt = allowedAt(app, "reminder", phone);
  const notes = appointments.map((visit) => renderBookingNote(app, visit, sentAt));
  const render = (visits: readonly AppointmentRow[]) =>
    [renderTemplate(app, appointmentReminderMessage, visits, sentAt), ...notes]
      .filter(Boolean)
      .join(" ");
  const kind = reminder === "reminder" ? "reminder" : "second-reminder";
  const messageId = textClient(app, "reminder", phone, render(appointments), kind);
  recordAuthors(app, messageId, appointments, render);
  for (const { id, startsAt } of appointments) {
    store.setReminded(app.db, id, reminder, { messageId, startsAt, now: app.now() });
    recordSystem(app, { action: "appointment.remind", target: ["appointment", id] });
    app.events.changed("appointments", id);
  }
}

function skipReminder(app: App, id: number, reminder: store.Reminder): void {
  store.skipReminder(app.db, id, reminder);
  app.events.changed("appointments", id);
}
