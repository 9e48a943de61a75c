import { listAppointmentsToThank, setThankYou } from "#db/calendar/appointment-texts.ts";
import type { AppointmentRow } from "#db/calendar/appointments.ts";
import type { App } from "#src/app.ts";
import { partsOf } from "#src/calendar/appointments/whole-visit.ts";
import { allowedAt, canSend } from "#src/messaging/outbox/outbox.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import { inSlices } from "#src/platform/jobs/slices.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { latestWallTime, toInstant, toWallTime } from "#src/platform/time.ts";
import { HOUR_MS, MINUTE_MS } from "#src/shared/durations.ts";
import { mayText, recordAuthors, textClient } from "./texting.ts";
import { renderTemplate } from "./wording.ts";

const SLICE_SIZE = 100;
/** A later thank-you, for example after downtime or an import, would be odd. */
const MAX_DELAY_MS = 72 * HOUR_MS;

/**
 * Sends one thank-you text per visit, the set time after its end. Appointments that ended before the
 * setting was switched on are skipped. The row is marked in the transaction that queues the text, so that a
 * restart does not send it twice.
 */
export async function sendThankYous(app: App): Promise<void> {
  const settings = getSettings(app);
  if (!settings.appointmentThankYouEnabled) return;

  const before = app.now() - settings.appointmentThankYouDelayMinutes * MINUTE_MS;
  const after = Math.max(settings.appointmentThankYouEnabledAt ?? 0, app.now() - MAX_DELAY_MS);
  const between = {
    from: toWallTime(app, after - HOUR_MS),
    until: latestWallTime(app, before),
    limit: SLICE_SIZE,
  };
  await inSlices(app, {}, () => {
    const listed = canSend(app) ? listAppointmentsToThank(app.db, between) : [];
    const ended = listed.filter(({ endsAt }) => toInstant(app, endsAt) <= before);
    for (const appointment of ended)
      sendThankYou(app, appointment, toInstant(app, appointment.endsAt) > after);
    return { done: ended.length === 0 };
  });
}

function sendThankYou(app: App, appointment: AppointmentRow, isWanted: boolean): void {
  const { id, phone } = appointment;
  const parts = partsOf(app, appointment);
  const sentAt = phone === null ? Number.POSITIVE_INFINITY : allowedAt(app, "thank-you", phone);
  const sends = isWanted && phone !== null && Number.isFinite(sentAt) && mayText(app, phone);
  for (const part of parts) setThankYou(app.db, part.id, sends ? "sent" : "skipped", app.now());
  app.events.changed("appointments", ...parts.map((part) => part.id));
  if (!sends) return;
  const { appointmentThankYouMessage } = getSettings(app);
  const render = (appointments: readonly AppointmentRow[]) =>
    renderTemplate(app, appointmentThankYouMessage, appointments, sentAt);
  const message = textClient(app, "thank-you", phone, render(parts), "thank-you");
  recordAuthors(app, message, parts, render);
  recordSystem(app, { action: "appointment.thank_you", target: ["appointment", id] });
}
