import type { Database } from "bun:sqlite";
import { backUpSafely } from "./backup.ts";
import { checkpoint, truncateLog } from "./checkpoint.ts";
import { openDatabase } from "./connection.ts";

/** What the thread beside the server is asked to do. */
export type Task =
  | { readonly kind: "back up"; readonly file: string }
  | { readonly kind: "checkpoint" | "truncate log" };

export interface Asked {
  readonly id: number;
  readonly databaseFile: string;
  readonly task: Task;
}

export type Answered =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly failure: string };

declare const self: Worker;

/** For readers, while the server holds its writes back. */
const WAIT_MS = 250;

const opened = new Map<string, Database>();

self.onmessage = ({ data: { id, databaseFile, task } }: MessageEvent<Asked>) => {
  let answer: Answered;
  try {
    answer = { id, result: perform(connectionTo(databaseFile), task) };
  } catch (error) {
    answer = { id, failure: error instanceof Error ? error.message : String(error) };
  }
  self.postMessage(answer);
};

function perform(db: Database, task: Task): unknown {
  if (task.kind === "back up") return backUpSafely(db, task.file);
  return task.kind === "checkpoint" ? checkpoint(db) : truncateLog(db);
}

function connectionTo(file: string): Database {
  const known = opened.get(file);
  if (known) return known;
  const db = openDatabase(file, WAIT_MS);
  opened.set(file, db);
  return db;
}
