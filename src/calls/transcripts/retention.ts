import { deleteCallsBefore } from "#db/calls/calls-list.ts";
import { inTransaction, whenFree } from "#db/connection.ts";
import type { App } from "#src/app.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import { settingsOf } from "#src/platform/settings/settings.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** A long call has two hundred turns: a millisecond each. */
const SLICE = 20;

/** Calls go once they are older than the settings keep them; what callers asked for stays. */
export async function forgetOldCalls(app: App): Promise<void> {
  const before = app.now() - settingsOf(app).callTranscriptRetentionDays * DAY_MS;
  const count = await inSlices(app, before);
  if (count === 0) return;
  await whenFree(() =>
    inTransaction(app.db, () => {
      recordSystem(app, { action: "call.forget", metadata: { count } });
      app.events.changed("calls");
      app.events.changed("potential-appointments");
    }),
  );
}

async function inSlices(app: App, before: number): Promise<number> {
  for (let sum = 0; ; ) {
    const done = await whenFree(() =>
      inTransaction(app.db, () => deleteCallsBefore(app.db, before, SLICE)),
    );
    sum += done;
    if (done < SLICE) return sum;
    await Bun.sleep(0);
  }
}
