import { inTransaction, whenFree } from "#db/connection.ts";
import { deleteBytesBefore, deleteScheduledMedia } from "#db/messaging/media.ts";
import type { App } from "#src/app.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import { settingsOf } from "#src/platform/settings/settings.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** Files per slice. Freeing the 1,280 pages of a 5 MB picture takes a few milliseconds. */
const SLICE = 1;

/** Deletes pictures that are older than the settings keep them, and unsent uploads. */
export async function deleteOldMedia(app: App): Promise<void> {
  const before = app.now() - settingsOf(app).mediaRetentionDays * DAY_MS;
  const blanked = await inSlices(app, () => deleteBytesBefore(app.db, before, SLICE));
  await inSlices(app, () => deleteScheduledMedia(app.db, app.now(), SLICE));
  if (blanked === 0) return;
  await whenFree(() =>
    inTransaction(app.db, () =>
      recordSystem(app, { action: "media.forget", metadata: { count: blanked } }),
    ),
  );
  app.events.changed("messages");
}

async function inSlices(app: App, step: () => number): Promise<number> {
  for (let sum = 0; ; ) {
    const done = await whenFree(() => inTransaction(app.db, step));
    if (done === 0) return sum;
    sum += done;
    await Bun.sleep(0);
  }
}
