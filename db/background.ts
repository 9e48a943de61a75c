import type { Database } from "bun:sqlite";
import { messageOf } from "#src/shared/error-message.ts";
import { backUpSafely } from "./backup.ts";
import { checkpoint, truncateLog } from "./checkpoint.ts";
import { openDatabase } from "./connection.ts";

/** A task for the background thread. */
export type Task =
  | { readonly kind: "back up"; readonly file: string }
  | { readonly kind: "checkpoint" | "truncate log" };

export interface TaskRequest {
  readonly id: number;
  readonly databaseFile: string;
  readonly task: Task;
}

export type TaskReply =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly failure: string };

declare const self: Worker;

/** Waits for readers while the server pauses its writes. */
const BUSY_TIMEOUT_MS = 250;

const connections = new Map<string, Database>();

self.onmessage = ({ data: { id, databaseFile, task } }: MessageEvent<TaskRequest>) => {
  let reply: TaskReply;
  try {
    reply = { id, result: perform(getConnection(databaseFile), task) };
  } catch (error) {
    reply = { id, failure: messageOf(error) };
  }
  self.postMessage(reply);
};

function perform(db: Database, task: Task): unknown {
  if (task.kind === "back up") return backUpSafely(db, task.file);
  return task.kind === "checkpoint" ? checkpoint(db) : truncateLog(db);
}

function getConnection(file: string): Database {
  return connections.getOrInsertComputed(file, () => openDatabase(file, BUSY_TIMEOUT_MS));
}
