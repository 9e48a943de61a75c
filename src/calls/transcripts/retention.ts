import { deleteCallsBefore } from "#db/calls/calls-list.ts";
import { inTransaction, whenFree } from "#db/connection.ts";
import type { App } from "#src/app.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import { settingsOf } from "#src/platform/settings/settings.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** Deleting a long call of 200 turns takes about 1 ms. */
const SLICE_SIZE = 20;

/** Deletes the calls that are older than the retention setting. Their booking requests remain. */
export async function deleteOldCalls(app: App): Promise<void> {
  const before = app.now() - settingsOf(app).callTranscriptRetentionDays * DAY_MS;
  const count = await deleteInSlices(app, before);
  if (count === 0) return;
  await whenFree(() =>
    inTransaction(app.db, () => {
      recordSystem(app, { action: "call.forget", metadata: { count } });
      app.events.changed("calls");
      app.events.changed("potential-appointments");
    }),
  );
}

async function deleteInSlices(app: App, before: number): Promise<number> {
  for (let total = 0; ; ) {
    const deleted = await whenFree(() =>
      inTransaction(app.db, () => deleteCallsBefore(app.db, before, SLICE_SIZE)),
    );
    total += deleted;
    if (deleted < SLICE_SIZE) return total;
    await Bun.sleep(0);
  }
}
