import { readState, writeState } from "#db/state.ts";
import type { App } from "#src/app.ts";
import { businessDay, businessHour, getSettings } from "#src/platform/settings/settings.ts";

const STATE_KEY = "deliverability-night";
const HOURS = { from: 2, to: 5 };

/** Returns true once a night, between 2 and 5 a.m. in the business's zone, if the nightly scan is switched on. */
export function claimNightlyScan(app: App): boolean {
  if (!getSettings(app).autoDeliverabilityCheck) return false;
  const hour = businessHour(app);
  const today = businessDay(app);
  if (hour < HOURS.from || hour >= HOURS.to || readState<string>(app.db, STATE_KEY) === today)
    return false;
  writeState(app.db, STATE_KEY, today);
  return true;
}
