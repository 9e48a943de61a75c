import type { Database } from "bun:sqlite";
import type { Answered, Asked, Task } from "./background.ts";
import { backUpSafely } from "./backup.ts";
import { type Checkpointed, checkpoint } from "./checkpoint.ts";

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

  return {
    backUp: async (file) => (await ask({ kind: "back up", file })) as number,
    checkpoint: async () => (await ask({ kind: "checkpoint" })) as Checkpointed,
  };
}

/** For the shell and for tests, where nobody waits and a database may live in memory. */
export function inThisThread(db: Database): Background {
  return {
    backUp: async (file) => backUpSafely(db, file),
    checkpoint: async () => checkpoint(db),
  };
}
