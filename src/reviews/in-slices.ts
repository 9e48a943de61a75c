import { inTransaction, whenFree } from "#db/connection.ts";
import type { App } from "#src/app.ts";

const SLICE_MS = 10;

/**
 * Runs long work as short transactions, which do not block the event loop and can resume after an
 * interruption. A slice works while it has time and returns its progress. It must not store progress
 * elsewhere, because a slice that was rolled back runs again.
 */
export async function inSlices<Progress extends object>(
  app: App,
  initial: Progress,
  slice: (before: Progress, hasTime: () => boolean) => Progress & { readonly done: boolean },
): Promise<Progress> {
  let progress: Progress & { readonly done: boolean } = { ...initial, done: false };
  while (!progress.done) {
    const before = progress;
    progress = await whenFree(() => {
      const started = performance.now();
      return inTransaction(app.db, () =>
        slice(before, () => performance.now() - started < SLICE_MS),
      );
    });
    await Bun.sleep(0);
  }
  return progress;
}
