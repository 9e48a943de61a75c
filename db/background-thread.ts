import type { Database } from "bun:sqlite";
import { open } from "node:fs/promises";
import type { Task, TaskReply, TaskRequest } from "./background.ts";
import { backUpSafely, UNFINISHED_SUFFIX } from "./backup.ts";
import { type CheckpointResult, checkpoint, isTooLong } from "./checkpoint.ts";
import { withWritesPaused } from "./connection.ts";

/** Tasks that would block the event loop for too long. */
export interface Background {
  /** Returns the size of the copy in bytes. @throws Error with a message for people */
  readonly backUp: (file: string) => Promise<number>;
  readonly checkpoint: () => Promise<CheckpointResult>;
}

/** A compiled program refers to an entry point by its source path; otherwise its URL is needed. */
const THREAD = import.meta.url.includes("$bunfs")
  ? "./db/background.ts"
  : new URL("./background.ts", import.meta.url).href;

const FLUSH_MS = 50;

interface PendingTask {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** Runs tasks in a thread with a separate connection, which starts with the first task. */
export function startBackground(databaseFile: string): Background {
  const pending = new Map<number, PendingTask>();
  let thread: Worker | undefined;
  let lastId = 0;

  function startThread(): Worker {
    const worker = new Worker(THREAD);
    worker.onmessage = ({ data }: MessageEvent<TaskReply>) => {
      const task = pending.get(data.id);
      pending.delete(data.id);
      if ("failure" in data) task?.reject(new Error(data.failure));
      else task?.resolve(data.result);
    };
    worker.onerror = ({ message }) => {
      thread = undefined;
      for (const { reject } of pending.values()) reject(new Error(message));
      pending.clear();
    };
    return worker;
  }

  function runTask(task: Task): Promise<unknown> {
    thread ??= startThread();
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    lastId += 1;
    pending.set(lastId, { resolve, reject });
    thread.postMessage({ id: lastId, databaseFile, task } satisfies TaskRequest);
    return promise;
  }

  async function checkpointOrTruncate(): Promise<CheckpointResult> {
    const done = (await runTask({ kind: "checkpoint" })) as CheckpointResult;
    if (!isTooLong(done)) return done;
    return withWritesPaused(
      async () => (await runTask({ kind: "truncate log" })) as CheckpointResult,
    );
  }

  return {
    backUp: (file) =>
      withFlushing(
        file + UNFINISHED_SUFFIX,
        async () => (await runTask({ kind: "back up", file })) as number,
      ),
    checkpoint: checkpointOrTruncate,
  };
}

/**
 * Flushes the copy to the disk while it grows. Flushing a gigabyte at the end would block each commit
 * meanwhile: 200 ms of the event loop were measured, and less than a tenth of that this way.
 */
async function withFlushing<T>(file: string, work: () => Promise<T>): Promise<T> {
  let isRunning = true;
  const flusher = (async () => {
    while (isRunning) {
      await Bun.sleep(FLUSH_MS);
      // The file does not exist before the first page is written or after it is renamed.
      const handle = await open(file, "r+").catch(() => undefined);
      await handle?.datasync().finally(() => handle.close());
    }
  })();
  try {
    return await work();
  } finally {
    isRunning = false;
    await flusher.catch(() => undefined);
  }
}

/** Runs the tasks in the current thread, for the command line and for tests with a database in memory. */
export function inlineBackground(db: Database): Background {
  return {
    backUp: async (file) => backUpSafely(db, file),
    checkpoint: async () => checkpoint(db),
  };
}
