import { isDiskFailure, whenFree } from "#db/connection.ts";
import { readState, writeState } from "#db/state.ts";
import type { App } from "#src/app.ts";
import { handleDiskFailure } from "#src/platform/disk/disk.ts";

export interface Job {
  /** Names the stored time of the last run, so it never changes. */
  readonly id: string;
  /** One sentence for logs and people; free to change. */
  readonly description: string;
  readonly everySeconds: number;
  /** Also runs soon after each start, because something may have happened while the server was down. */
  readonly atStart?: boolean;
  readonly run: (app: App) => void | Promise<void>;
}

export interface Scheduler {
  /** Waits for running jobs to end. */
  readonly stop: () => Promise<void>;
}

const STORED_FROM_SECONDS = 60;
/** Leaves a starting server time to answer its first requests. */
const SOON_MS = 10_000;

/**
 * Runs each job at its interval, one run at a time. A failed run is logged and repeated at the next
 * interval. A job that was due while the server was down runs soon after the start.
 */
export function startScheduler(app: App, jobs: readonly Job[]): Scheduler {
  const running = new Map<Job, Promise<void>>();
  const timers = new Map<Job, ReturnType<typeof setTimeout>>();

  function plan(job: Job, delay: number): void {
    timers.set(
      job,
      setTimeout(() => {
        plan(job, job.everySeconds * 1000);
        if (running.has(job)) return;
        running.set(
          job,
          runJob(app, job).finally(() => running.delete(job)),
        );
      }, delay),
    );
  }

  for (const job of jobs) plan(job, firstDelay(app, job));
  return {
    async stop() {
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all(running.values());
    },
  };
}

function firstDelay(app: App, job: Job): number {
  const interval = job.everySeconds * 1000;
  if (job.atStart) return Math.min(interval, SOON_MS);
  if (job.everySeconds < STORED_FROM_SECONDS) return interval;
  const last = readState<number>(app.db, lastRun(job)) ?? 0;
  return Math.min(interval, Math.max(SOON_MS, last + interval - app.now()));
}

function lastRun({ id }: Job): string {
  return `last run: ${id}`;
}

async function runJob(app: App, job: Job): Promise<void> {
  try {
    await whenFree(() => job.run(app));
    if (job.everySeconds >= STORED_FROM_SECONDS)
      await whenFree(() => writeState(app.db, lastRun(job), app.now()));
  } catch (error) {
    if (isDiskFailure(error)) handleDiskFailure(app, error);
    app.log("error", "a scheduled job failed", { job: job.id, error });
  }
}

const GROWTH_BYTES = 16 * 1024 * 1024;

let sizeAfterLast = 0;

/**
 * Collects garbage once memory has grown. By default the JavaScript engine waits in proportion to the
 * machine's memory, so on a large machine a busy sender would hold twice what it needs. A collection
 * takes about ten milliseconds.
 */
export function collectGarbage(): void {
  if (process.memoryUsage.rss() < sizeAfterLast + GROWTH_BYTES) return;
  Bun.gc(false);
  sizeAfterLast = process.memoryUsage.rss();
}
