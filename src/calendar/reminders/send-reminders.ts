import {
  listAppointmentsToRemind,
  setReminded,
  skipReminder,
} from "#db/calendar/appointment-texts.ts";
import type { AppointmentRow } from "#db/calendar/appointments.ts";
import type { App } from "#src/app.ts";
import { allowedAt, canSend } from "#src/messaging/outbox/outbox.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import { inSlices } from "#src/platform/jobs/slices.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { toInstant, toWallTime } from "#src/platform/time.ts";
import { HOUR_MS } from "#src/shared/durations.ts";
import { nameKey } from "#src/shared/names.ts";
import { addDays, dayOf, minutesBetween } from "#src/shared/wall-time.ts";
import { mayText, recordAuthors, reminderDueAt, textClient } from "./texting.ts";
import { renderTemplate } from "./wording.ts";

const SLICE_SIZE = 100;
/** Shortly before the appointment a reminder is of no use. */
const MIN_NOTICE_MS = 2 * HOUR_MS;

/**
 * Sends each reminder once, at the set time on the day before. Appointments booked after that time get none.
 * A reminder missed while the server was down is sent as long as it is useful.
 */
export async function sendReminders(app: App): Promise<void> {
  const settings = getSettings(app);
  if (!settings.appointmentReminderEnabled) return;

  const now = app.now();
  const today = dayOf(toWallTime(app, now));
  const isTime = now >= toInstant(app, `${today}T${settings.appointmentReminderTime}:00`);
  const between = {
    from: toWallTime(app, now + MIN_NOTICE_MS),
    until: `${addDays(today, isTime ? 2 : 1)}T00:00:00`,
    limit: SLICE_SIZE,
  };
  await inSlices(app, {}, () => {
    const due = canSend(app) ? listAppointmentsToRemind(app.db, between) : [];
    remindAll(app, due);
    return { done: due.length === 0 };
  });
}

function remindAll(app: App, due: readonly AppointmentRow[]): void {
  const { toSend = [], toSkip = [] } = Object.groupBy(due, (appointment) =>
    shouldRemind(app, appointment) ? "toSend" : "toSkip",
  );
  for (const { id } of toSkip) {
    skipReminder(app.db, id);
    app.events.changed("appointments", id);
  }
  const days = Map.groupBy(
    toSend,
    ({ phone, startsAt, clientName }) => `${phone} ${dayOf(startsAt)} ${nameKey(clientName)}`,
  );
  for (const ofDay of days.values()) for (const visits of groupVisits(ofDay)) remind(app, visits);
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

/** Returns whether a reminder was due the day before and can be sent. */
function shouldRemind(app: App, { phone, startsAt, createdAt }: AppointmentRow): boolean {
  const { appointmentReminderEnabledAt } = getSettings(app);
  const due = reminderDueAt(app, startsAt);
  const isTomorrow = dayOf(startsAt) > dayOf(toWallTime(app, app.now()));
  if (phone === null || !mayText(app, phone) || createdAt >= due) return false;
  if (toInstant(app, startsAt) - allowedAt(app, "reminder", phone) < MIN_NOTICE_MS) return false;
  return isTomorrow || due >= (appointmentReminderEnabledAt ?? 0);
}

function remind(app: App, appointments: readonly AppointmentRow[]): void {
  const phone = appointments[0]?.phone;
  if (!phone) return;
  const { appointmentReminderMessage } = getSettings(app);
  const render = (visits: readonly AppointmentRow[]) =>
    renderTemplate(app, appointmentReminderMessage, visits, allowedAt(app, "reminder", phone));
  const message = textClient(app, "reminder", phone, render(appointments));
  recordAuthors(app, message, appointments, render);
  for (const { id } of appointments) {
    setReminded(app.db, id, message, app.now());
    recordSystem(app, { action: "appointment.remind", target: ["appointment", id] });
    app.events.changed("appointments", id);
  }
}
