import type { Database } from "bun:sqlite";
import { open } from "node:fs/promises";
import type { Answered, Asked, Task } from "./background.ts";
import { backUpSafely, UNFINISHED } from "./backup.ts";
import { type Checkpointed, checkpoint, isTooLong } from "./checkpoint.ts";
import { holdingWrites } from "./connection.ts";

/** What takes longer than the loop may be held. */
export interface Background {
  /** Answers the bytes of the copy. @throws Error in words */
  readonly backUp: (file: string) => Promise<number>;
  readonly checkpoint: () => Promise<Checkpointed>;
}

/** In the compiled program an entry is known by its place in the sources, in the sources by its address. */
const THREAD = import.meta.url.includes("$bunfs")
  ? "./db/background.ts"
  : new URL("./background.ts", import.meta.url).href;

const FLUSH_MS = 50;

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** A thread with a connection of its own, begun with its first task. */
export function startBackground(databaseFile: string): Background {
  const waiting = new Map<number, Waiting>();
  let thread: Worker | undefined;
  let asked = 0;

  function begin(): Worker {
    const begun = new Worker(THREAD);
    begun.onmessage = ({ data }: MessageEvent<Answered>) => {
      const one = waiting.get(data.id);
      waiting.delete(data.id);
      if ("failure" in data) one?.reject(new Error(data.failure));
      else one?.resolve(data.result);
    };
    begun.onerror = ({ message }) => {
      thread = undefined;
      for (const { reject } of waiting.values()) reject(new Error(message));
      waiting.clear();
    };
    return begun;
  }

  function ask(task: Task): Promise<unknown> {
    thread ??= begin();
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    asked += 1;
    waiting.set(asked, { resolve, reject });
    thread.postMessage({ id: asked, databaseFile, task } satisfies Asked);
    return promise;
  }

  async function writeBack(): Promise<Checkpointed> {
    const done = (await ask({ kind: "checkpoint" })) as Checkpointed;
    if (!isTooLong(done)) return done;
    return holdingWrites(async () => (await ask({ kind: "truncate log" })) as Checkpointed);
  }

  return {
    backUp: (file) =>
      flushing(file + UNFINISHED, async () => (await ask({ kind: "back up", file })) as number),
    checkpoint: writeBack,
  };
}

/**
 * Sends the copy to the disk as it grows. All of it at the end would make each commit meanwhile wait
 * for a gigabyte: 200 ms of the loop were seen, without it less than a tenth.
 */
async function flushing<T>(file: string, work: () => Promise<T>): Promise<T> {
  let going = true;
  const flusher = (async () => {
    while (going) {
      await Bun.sleep(FLUSH_MS);
      // It is not there before the first page, and no more after the last.
      const handle = await open(file, "r+").catch(() => undefined);
      await handle?.datasync().finally(() => handle.close());
    }
  })();
  try {
    return await work();
  } finally {
    going = false;
    await flusher.catch(() => undefined);
  }
}

/** For the shell and for tests, where nobody waits and a database may live in memory. */
export function inThisThread(db: Database): Background {
  return {
    backUp: async (file) => backUpSafely(db, file),
    checkpoint: async () => checkpoint(db),
  };
}
