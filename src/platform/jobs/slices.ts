import { inTransaction, whenFree } from "#db/connection.ts";
import type { App } from "#src/app.ts";
import { DAY_MS } from "#src/shared/durations.ts";

const SLICE_MS = 10;

/**
 * Runs long work as short transactions with a turn of the event loop after each, until a slice says
 * that it is done. A slice either has a fixed size or works while `hasTime()`. It returns its progress
 * and must not store it elsewhere, because a slice that was rolled back runs again.
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

/** Reads a span of time, in epoch milliseconds, day by day, with a turn of the event loop after each. */
export async function forEachDay(
  from: number,
  to: number,
  read: (from: number, to: number) => void,
): Promise<void> {
  for (let start = from; start < to; start += DAY_MS) {
    read(start, Math.min(to, start + DAY_MS));
    await Bun.sleep(0);
  }
}
