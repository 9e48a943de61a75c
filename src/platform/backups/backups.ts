import { mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { UNFINISHED_SUFFIX } from "#db/backup.ts";
import { inTransaction, whenFree } from "#db/connection.ts";
import { readState, writeState } from "#db/state.ts";
import type { App, Staff } from "#src/app.ts";
import { record } from "#src/platform/audit/audit.ts";
import { requireRoom } from "#src/platform/disk/disk.ts";
import { settingsOf } from "#src/platform/settings/settings.ts";
import { Problem } from "#src/shared/problem.ts";
import type { Backups } from "./contract.ts";
import { backupName, backupsAmong, lastTimeAt, outdated } from "./rotation.ts";

const LAST = "last-backup";
const LAST_GOOD = "last-good-backup";
const AGAIN_MS = 60 * 60 * 1000;

interface Result {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly ok: boolean;
  readonly words: string;
  readonly bytes: number | null;
}

const running = new WeakSet<App>();

/** An admin wants one now. @throws Problem 409 while one is being made, 507 */
export function backUpNow(app: App, actor: Staff): Backups {
  if (running.has(app)) throw new Problem(409, "A backup is being made already.");
  requireRoomForCopy(app);
  inTransaction(app.db, () => record(app, actor, { action: "backup.start" }));
  make(app).catch((error: unknown) => app.log("error", "the backup's result is lost", { error }));
  return readBackups(app);
}

/** Once a day at the hour of the configuration, or as soon after as the server runs; an hour after a failure again. */
export async function backUpNightly(app: App): Promise<void> {
  const due = lastTimeAt(app.config.backupTime, settingsOf(app).timeZone, app.now());
  const last = lastTry(app);
  const waits = last && !last.ok && app.now() - last.at < AGAIN_MS;
  if (app.config.demo || waits || (lastGoodAt(app) ?? 0) >= due || running.has(app)) return;
  await make(app);
}

async function make(app: App): Promise<void> {
  running.add(app);
  app.events.changed("backups");
  const started = performance.now();
  const result = await tryToMake(app);
  running.delete(app);
  app.log(result.ok ? "info" : "error", "backup", {
    ...result,
    ms: Math.round(performance.now() - started),
  });
  await whenFree(() =>
    inTransaction(app.db, () => {
      writeState(app.db, LAST, result);
      if (result.ok) writeState(app.db, LAST_GOOD, result.at);
    }),
  );
  app.events.changed("backups");
}

async function tryToMake(app: App): Promise<Result> {
  const at = app.now();
  try {
    mkdirSync(app.config.backupFolder, { recursive: true, mode: 0o700 });
    requireRoomForCopy(app);
    clearUnfinished(app);
    const bytes = await app.background.backUp(join(app.config.backupFolder, backupName(at)));
    for (const { name } of outdated(keptBackups(app), settingsOf(app).timeZone))
      rmSync(join(app.config.backupFolder, name), { force: true });
    return { at, ok: true, words: "", bytes };
  } catch (error) {
    return { at, ok: false, words: wordsOf(app, error), bytes: null };
  }
}

function wordsOf(app: App, error: unknown): string {
  if (error instanceof Problem) return error.message;
  const reason = error instanceof Error ? error.message : String(error);
  return `No copy could be made in ${app.config.backupFolder}: ${reason}.`;
}

/** What a process that was killed left behind. */
function clearUnfinished(app: App): void {
  for (const name of readdirSync(app.config.backupFolder))
    if (name.startsWith("parlor-") && name.includes(UNFINISHED_SUFFIX))
      rmSync(join(app.config.backupFolder, name), { force: true });
}

export function readBackups(app: App): Backups {
  const last = lastTry(app);
  const good = lastGoodAt(app);
  return {
    running: running.has(app),
    last: last ? { ...last, at: new Date(last.at).toISOString() } : null,
    lastGoodAt: good === undefined ? null : new Date(good).toISOString(),
    folder: app.config.backupFolder,
    nightly: !app.config.demo,
    time: app.config.backupTime,
    kept: keptBackups(app).length,
  };
}

export function lastTry(app: App): Result | undefined {
  return readState<Result>(app.db, LAST);
}

/** Epoch milliseconds of the last backup that went well. */
export function lastGoodAt(app: App): number | undefined {
  return readState<number>(app.db, LAST_GOOD);
}

function keptBackups(app: App) {
  try {
    return backupsAmong(readdirSync(app.config.backupFolder));
  } catch {
    return [];
  }
}

/** On the data's disk as ever, and where the copy goes as much as it may need. @throws Problem 507 */
function requireRoomForCopy({ config, db }: App): void {
  requireRoom(config);
  const size = statSync(db.filename, { throwIfNoEntry: false })?.size ?? 0;
  requireRoom(config, size, config.backupFolder);
}
