import { writeWhenFree } from "#db/connection.ts";
import { deleteBytesBefore, deleteScheduledMedia } from "#db/messaging/media.ts";
import type { App } from "#src/app.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import { inSlices } from "#src/platform/jobs/slices.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { DAY_MS } from "#src/shared/durations.ts";

/** Files per slice. Freeing the 1,280 pages of a 5 MB picture takes a few milliseconds. */
const SLICE = 1;

/** Deletes pictures that are older than the settings keep them, and unsent uploads. */
export async function deleteOldMedia(app: App): Promise<void> {
  const before = app.now() - getSettings(app).mediaRetentionDays * DAY_MS;
  const { count: blanked } = await inSlices(app, { count: 0 }, ({ count }) => {
    const deleted = deleteBytesBefore(app.db, before, SLICE);
    return { count: count + deleted, done: deleted === 0 };
  });
  await inSlices(app, {}, () => ({ done: deleteScheduledMedia(app.db, app.now(), SLICE) === 0 }));
  if (blanked === 0) return;
  await writeWhenFree(app.db, () =>
    recordSystem(app, { action: "media.forget", metadata: { count: blanked } }),
  );
  app.events.changed("messages");
}
