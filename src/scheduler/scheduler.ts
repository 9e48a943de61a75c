import { isDiskFailure, whenFree } from "#db/connection.ts";
import { writeState } from "#db/state.ts";
import type { App } from "#src/app.ts";
import { meetDiskFailure } from "#src/disk/disk.ts";

export interface Job {
  readonly name: string;
  readonly everySeconds: number;
  readonly run: (app: App) => void | Promise<void>;
}

export interface Scheduler {
  /** Lets the jobs that run come to their end. */
  readonly stop: () => Promise<void>;
}

const REMEMBERED_FROM_SECONDS = 60;

/** Runs each job at its interval, never over itself; a job that fails is logged and comes again. */
export function startScheduler(app: App, jobs: readonly Job[]): Scheduler {
  const running = new Map<Job, Promise<void>>();
  const timers = jobs.map((job) =>
    setInterval(() => {
      if (running.has(job)) return;
      running.set(
        job,
        runJob(app, job).finally(() => running.delete(job)),
      );
    }, job.everySeconds * 1000),
  );
  return {
    async stop() {
      timers.forEach(clearInterval);
      await Promise.all(running.values());
    },
  };
}

async function runJob(app: App, job: Job): Promise<void> {
  try {
    await whenFree(() => job.run(app));
    if (job.everySeconds >= REMEMBERED_FROM_SECONDS)
      await whenFree(() => writeState(app.db, `last run: ${job.name}`, app.now()));
  } catch (error) {
    if (isDiskFailure(error)) meetDiskFailure(app, error);
    app.log("error", "a scheduled job failed", { job: job.name, error });
  }
}
