import { listAppointmentsToThank, setThankYou } from "#db/calendar/appointment-texts.ts";
import type { AppointmentRow } from "#db/calendar/appointments.ts";
import { inTransaction } from "#db/connection.ts";
import type { App } from "#src/app.ts";
import { canSend } from "#src/messaging/outbox/outbox.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import { settingsOf } from "#src/platform/settings/settings.ts";
import { instantOf, latestShownBy, wallTimeOf } from "#src/platform/time.ts";
import { mayText, textClient } from "./texting.ts";
import { renderTemplate } from "./wording.ts";

const SLICE_SIZE = 100;
const HOUR_MS = 60 * 60 * 1000;
const MINUTE_MS = 60 * 1000;
/** A later thank-you, such as after a downtime or an import, would be odd. */
const MAX_DELAY_MS = 72 * HOUR_MS;

/**
 * Sends one thank-you text per appointment, the set time after its end. Appointments that ended before the
 * setting was switched on are skipped. The row is marked in the transaction that queues the text, so that a
 * restart does not send it twice.
 */
export async function sendThankYous(app: App): Promise<void> {
  const settings = settingsOf(app);
  if (!settings.appointmentThankYouEnabled) return;

  const before = app.now() - settings.appointmentThankYouDelayMinutes * MINUTE_MS;
  const after = Math.max(settings.appointmentThankYouEnabledAt ?? 0, app.now() - MAX_DELAY_MS);
  const between = {
    from: wallTimeOf(app, after - HOUR_MS),
    until: latestShownBy(app, before),
    limit: SLICE_SIZE,
  };
  for (;;) {
    const ended = listAppointmentsToThank(app.db, between).filter(
      ({ endsAt }) => instantOf(app, endsAt) <= before,
    );
    if (ended.length === 0 || !canSend(app)) return;
    inTransaction(app.db, () => {
      for (const appointment of ended)
        thank(app, appointment, instantOf(app, appointment.endsAt) > after);
    });
    await Bun.sleep(1);
  }
}

function thank(app: App, appointment: AppointmentRow, isWanted: boolean): void {
  const { id, phone } = appointment;
  const sends = isWanted && phone !== null && mayText(app, phone);
  setThankYou(app.db, id, sends ? "sent" : "skipped", app.now());
  app.events.changed("appointments", id);
  if (!sends) return;
  const { appointmentThankYouMessage } = settingsOf(app);
  textClient(
    app,
    "thank-you",
    phone,
    renderTemplate(app, appointmentThankYouMessage, [appointment]),
  );
  recordSystem(app, { action: "appointment.thank_you", target: ["appointment", id] });
}
