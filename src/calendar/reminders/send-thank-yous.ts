import { appointmentsToThank, setThankYou } from "#db/calendar/appointment-texts.ts";
import type { AppointmentRow } from "#db/calendar/appointments.ts";
import { inTransaction } from "#db/connection.ts";
import type { App } from "#src/app.ts";
import { canSend } from "#src/messaging/outbox/outbox.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import { settingsOf } from "#src/platform/settings/settings.ts";
import { instantOf, latestShownBy, wallTimeOf } from "#src/platform/time.ts";
import { mayText, textClient } from "./texting.ts";
import { worded } from "./wording.ts";

const SLICE = 100;
const HOUR_MS = 60 * 60 * 1000;
const MINUTE_MS = 60 * 1000;
/** After so long nobody says thank you any more: a server that was down, an import of last month. */
const LATEST_MS = 72 * HOUR_MS;

/**
 * Thanks once for each appointment that ended the set time ago, and after thanking was switched on.
 * The row is marked in the transaction that queues the text, so no restart thanks twice.
 */
export async function sendThankYous(app: App): Promise<void> {
  const settings = settingsOf(app);
  if (!settings.appointmentThankYouEnabled) return;

  const before = app.now() - settings.appointmentThankYouDelayMinutes * MINUTE_MS;
  const after = Math.max(settings.appointmentThankYouEnabledAt ?? 0, app.now() - LATEST_MS);
  const between = {
    from: wallTimeOf(app, after - HOUR_MS),
    until: latestShownBy(app, before),
    limit: SLICE,
  };
  for (;;) {
    const ended = appointmentsToThank(app.db, between).filter(
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
  textClient(app, "thank-you", phone, worded(app, appointmentThankYouMessage, [appointment]));
  recordSystem(app, { action: "appointment.thank_you", target: ["appointment", id] });
}
