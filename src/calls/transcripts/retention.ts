import { deleteCallsBefore } from "#db/calls/calls-list.ts";
import { writeWhenFree } from "#db/connection.ts";
import type { App } from "#src/app.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import { inSlices } from "#src/platform/jobs/slices.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { DAY_MS } from "#src/shared/durations.ts";

/** Deleting a long call of 200 turns takes about 1 ms. */
const SLICE_SIZE = 20;

/** Deletes the calls that are older than the retention setting. Their booking requests remain. */
export async function deleteOldCalls(app: App): Promise<void> {
  const before = app.now() - getSettings(app).callTranscriptRetentionDays * DAY_MS;
  const { count } = await inSlices(app, { count: 0 }, (progress) => {
    const deleted = deleteCallsBefore(app.db, before, SLICE_SIZE);
    return { count: progress.count + deleted, done: deleted < SLICE_SIZE };
  });
  if (count === 0) return;
  await writeWhenFree(app.db, () => {
    recordSystem(app, { action: "call.forget", metadata: { count } });
    app.events.changed("calls");
    app.events.changed("potential-appointments");
  });
}
