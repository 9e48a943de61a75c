import { readState, writeState } from "#db/state.ts";
import type { App } from "#src/app.ts";
import { businessDay, businessHour, settingsOf } from "#src/platform/settings/settings.ts";

const STATE = "deliverability-night";
const HOURS = { from: 2, to: 5 };

/** Is it time for the nightly scan, where the owner wants one? True once a night. */
export function isNight(app: App): boolean {
  if (!settingsOf(app).autoDeliverabilityCheck) return false;
  const hour = businessHour(app);
  const today = businessDay(app);
  if (hour < HOURS.from || hour >= HOURS.to || readState<string>(app.db, STATE) === today)
    return false;
  writeState(app.db, STATE, today);
  return true;
}
