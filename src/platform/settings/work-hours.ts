import { setSetting } from "#db/platform/settings.ts";
import type { App } from "#src/app.ts";
import type { SettingsValues } from "./table-contract.ts";

/** Passes a start or end that differs from before on to the calendar, which applies it to the week. */
export function applyChangedWorkHours(
  app: App,
  before: SettingsValues,
  { systemWorkStartTime: start, systemWorkEndTime: end }: SettingsValues,
): void {
  if (start !== before.systemWorkStartTime || end !== before.systemWorkEndTime)
    app.hooks.applyWorkHours(app, { start, end });
}

/** Stores the earliest start and the latest end of the week, in the transaction of its change. */
export function saveWorkHours(app: App, times: { start: string; end: string }): void {
  setSetting(app.db, "systemWorkStartTime", times.start);
  setSetting(app.db, "systemWorkEndTime", times.end);
  app.events.changed("settings");
}
