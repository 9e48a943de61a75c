import { inTransaction, whenFree } from "#db/connection.ts";
import type { App } from "#src/app.ts";

const LOOP_MS = 10;

/**
 * Long work as short transactions, so that the loop is never held for long and whatever is cut off can
 * go on. A slice goes on while it has time, and answers how far it has come, which it must not keep
 * elsewhere: a slice that a full disk has rolled back is begun again.
 */
export async function inSlices<Progress extends object>(
  app: App,
  first: Progress,
  slice: (before: Progress, hasTime: () => boolean) => Progress & { readonly done: boolean },
): Promise<Progress> {
  let progress: Progress & { readonly done: boolean } = { ...first, done: false };
  while (!progress.done) {
    const before = progress;
    progress = await whenFree(() => {
      const started = performance.now();
      return inTransaction(app.db, () =>
        slice(before, () => performance.now() - started < LOOP_MS),
      );
    });
    await Bun.sleep(0);
  }
  return progress;
}
