import { inTransaction } from "#db/connection.ts";
import type { App, Staff } from "#src/app.ts";
import { sendOffers } from "#src/calendar/automatic-texts/send-offers.ts";
import { changeService, listServices } from "#src/calendar/services/services.ts";
import { changeContact } from "#src/clients/contacts/contacts.ts";
import { businessDay, saveSettings } from "#src/platform/settings/settings.ts";
import { toInstant } from "#src/platform/time.ts";
import { DAY_MS } from "#src/shared/durations.ts";
import { addDays } from "#src/shared/wall-time.ts";
import { atTime, sendWaiting } from "./history.ts";

/** Weeks after which a service is due again. */
const WEEKS: Readonly<Record<string, number>> = {
  "Root Touch-up": 5,
  "Cut & Style": 6,
  "Hydrating Facial": 4,
  Balayage: 10,
  "Classic Lash Fill": 3,
};
const DAYS_ON = 12;
/** Every so many clients have a birthday around today. */
const BIRTHDAY_EVERY = 12;

/** Two of the texts that bring clients back have been on for some days. */
export async function createAutomaticTexts(
  app: App,
  maya: Staff,
  clientIds: readonly number[],
): Promise<void> {
  const now = app.now();
  inTransaction(app.db, () => {
    for (const { id, name } of listServices(app)) {
      const returnWeeks = WEEKS[name];
      if (returnWeeks !== undefined) changeService(app, maya, id, { returnWeeks });
    }
    const today = businessDay(app);
    clientIds.forEach((id, index) => {
      if (index % BIRTHDAY_EVERY !== 0) return;
      const day = addDays(today, index / BIRTHDAY_EVERY - DAYS_ON);
      changeContact(atTime(app, now - DAYS_ON * DAY_MS), maya, id, {
        birthday: `-${day.slice(4)}`,
      });
    });
    saveSettings(atTime(app, now - DAYS_ON * DAY_MS), maya, {
      nextVisitEnabled: true,
      birthdayEnabled: true,
    });
  });
  for (let ago = DAYS_ON - 1; ago > 0; ago -= 1) {
    const then = toInstant(app, `${addDays(businessDay(app), -ago)}T11:00:00`);
    await sendOffers(atTime(app, then));
    sendWaiting(app, then);
  }
}
