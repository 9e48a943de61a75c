import { mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { UNFINISHED_SUFFIX } from "#db/backup.ts";
import { type Database, inTransaction, writeWhenFree } from "#db/connection.ts";
import { readState, writeState } from "#db/state.ts";
import type { App, Staff } from "#src/app.ts";
import { record } from "#src/platform/audit/audit.ts";
import { requireDiskSpace } from "#src/platform/disk/disk.ts";
import { admin, defineModule } from "#src/platform/http/routes.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { HOUR_MS } from "#src/shared/durations.ts";
import { messageOf } from "#src/shared/error-message.ts";
import { toIso } from "#src/shared/iso-time.ts";
import { Problem } from "#src/shared/problem.ts";
import { type Backups, backups } from "./contract.ts";

export const backupModule = defineModule(backups, {
  read: admin(({ app }) => readBackups(app)),
  make: admin(({ app, actor }) => backUpNow(app, actor)),
});

const LAST_STATE = "last-backup";
const LAST_SUCCESS_STATE = "last-good-backup";
const RETRY_MS = HOUR_MS;

interface BackupResult {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly ok: boolean;
  readonly message: string;
  readonly bytes: number | null;
}

const running = new WeakSet<App>();

/** Starts a backup at an admin's request. @throws Problem 409 while one is being made, 507 */
function backUpNow(app: App, actor: Staff): Backups {
  if (running.has(app)) throw new Problem(409, "A backup is already running.");
  requireSpaceForCopy(app);
  inTransaction(app.db, () => record(app, actor, { action: "backup.start" }));
  makeBackup(app).catch((error: unknown) =>
    app.log("error", "couldn't record the backup's result", { error }),
  );
  return readBackups(app);
}

/** Makes the daily backup at the configured time, or as soon as the server runs after it. Retries an hour after a failure. */
export async function backUpNightly(app: App): Promise<void> {
  const now = app.now();
  const due = lastOccurrence(app.config.backupTime, getSettings(app).timeZone, now);
  const last = findLastBackup(app.db);
  const waits = last?.ok === false && last.at <= now && now - last.at < RETRY_MS;
  const madeAt = lastSuccessAt(app) ?? 0;
  // One from the future was made while the clock was wrong. Waiting for that time would leave the salon without backups.
  const isMade = madeAt >= due && madeAt <= now;
  if (app.config.demo || waits || isMade || running.has(app)) return;
  await makeBackup(app);
}

async function makeBackup(app: App): Promise<void> {
  running.add(app);
  app.events.changed("backups");
  const started = performance.now();
  const result = await tryBackup(app);
  running.delete(app);
  app.log(result.ok ? "info" : "error", "backup", {
    ...result,
    ms: Math.round(performance.now() - started),
  });
  await writeWhenFree(app.db, () => {
    writeState(app.db, LAST_STATE, result);
    if (result.ok) writeState(app.db, LAST_SUCCESS_STATE, result.at);
  });
  app.events.changed("backups");
}

async function tryBackup(app: App): Promise<BackupResult> {
  const at = app.now();
  try {
    mkdirSync(app.config.backupFolder, { recursive: true, mode: 0o700 });
    requireSpaceForCopy(app);
    deleteUnfinished(app);
    const bytes = await app.background.backUp(join(app.config.backupFolder, backupName(at)));
    const { timeZone } = getSettings(app);
    for (const { name } of outdatedBackups(listBackupFiles(app), timeZone, app.now()))
      rmSync(join(app.config.backupFolder, name), { force: true });
    return { at, ok: true, message: "", bytes };
  } catch (error) {
    return { at, ok: false, message: failureMessage(app, error), bytes: null };
  }
}

function failureMessage(app: App, error: unknown): string {
  if (error instanceof Problem) return error.message;
  return `Couldn't make a copy in ${app.config.backupFolder}: ${messageOf(error)}.`;
}

/** Deletes the unfinished files of a killed process. */
function deleteUnfinished(app: App): void {
  for (const name of readdirSync(app.config.backupFolder))
    if (name.startsWith("parlor-") && name.includes(UNFINISHED_SUFFIX))
      rmSync(join(app.config.backupFolder, name), { force: true });
}

function readBackups(app: App): Backups {
  const last = findLastBackup(app.db);
  const good = lastSuccessAt(app);
  return {
    running: running.has(app),
    last: last ? { ...last, at: toIso(last.at) } : null,
    lastGoodAt: good === undefined ? null : toIso(good),
    folder: app.config.backupFolder,
    nightly: !app.config.demo,
    time: app.config.backupTime,
    kept: listBackupFiles(app).length,
  };
}

/** Returns the result of the last nightly or requested backup. */
export function findLastBackup(db: Database): BackupResult | undefined {
  return readState<BackupResult>(db, LAST_STATE);
}

/** When the last successful backup was made, in epoch milliseconds. */
export function lastSuccessAt(app: App): number | undefined {
  return readState<number>(app.db, LAST_SUCCESS_STATE);
}

/** Two nights without a backup. One may begin late. */
const OVERDUE_MS = 49 * HOUR_MS;
export const OVERDUE_STEP =
  "Press Back Up Now in Settings, Backups, and make sure the server runs at night.";

/** Whether the last successful backup, if there was one, is too old. */
export function isBackupOverdue(db: Database, now: number): boolean {
  return now - (readState<number>(db, LAST_SUCCESS_STATE) ?? now) > OVERDUE_MS;
}

function listBackupFiles(app: App) {
  try {
    return findBackups(readdirSync(app.config.backupFolder));
  } catch {
    return [];
  }
}

/** Checks the data folder's disk, and the backup folder's for the size of the copy. @throws Problem 507 */
function requireSpaceForCopy({ config, db }: App): void {
  requireDiskSpace(config);
  const size = statSync(db.filename, { throwIfNoEntry: false })?.size ?? 0;
  requireDiskSpace(config, size, config.backupFolder);
}

/** A backup in the backup folder. */
interface BackupFile {
  readonly name: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

const NAME = /^parlor-(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})Z\.db$/;
const DAILY = 7;
const WEEKLY = 4;

export function backupName(at: number): string {
  return `parlor-${new Date(at).toISOString().slice(0, 19).replaceAll(":", "-")}Z.db`;
}

/** Returns the backups among these file names, newest first. Other files are ignored. */
export function findBackups(names: readonly string[]): BackupFile[] {
  return names
    .flatMap((name) => {
      const [, day, hour, minute, second] = NAME.exec(name) ?? [];
      return day ? { name, at: Date.parse(`${day}T${hour}:${minute}:${second}Z`) } : [];
    })
    .toSorted((a, b) => b.at - a.at);
}

/**
 * Returns the backups to delete: all except the newest of each of the last seven days and four weeks with a backup.
 * Backups dated in the future, from when the clock was wrong, are counted separately, or they would push out every current one.
 */
export function outdatedBackups(
  backups: readonly BackupFile[],
  timeZone: string,
  now: number,
): BackupFile[] {
  return [true, false].flatMap((isAhead) => {
    const group = backups.filter(({ at }) => at > now === isAhead);
    const kept = new Set([
      ...newestPerSpan(group, DAILY, (at) => dayOf(at, timeZone).toString()),
      ...newestPerSpan(group, WEEKLY, (at) => {
        const { yearOfWeek, weekOfYear } = dayOf(at, timeZone);
        return `${yearOfWeek} ${weekOfYear}`;
      }),
    ]);
    return group.filter((backup) => !kept.has(backup));
  });
}

function newestPerSpan(
  newestFirst: readonly BackupFile[],
  limit: number,
  spanOf: (at: number) => string,
): BackupFile[] {
  const newest = new Map<string, BackupFile>();
  for (const backup of newestFirst) {
    const span = spanOf(backup.at);
    if (!newest.has(span)) newest.set(span, backup);
  }
  return [...newest.values()].slice(0, limit);
}

function dayOf(at: number, timeZone: string): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).toPlainDate();
}

/** Returns the last time at or before `now` when the local clock showed `clock`, in epoch milliseconds. */
export function lastOccurrence(clock: string, timeZone: string, now: number): number {
  const wall = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone);
  const today = wall.withPlainTime(clock);
  return (Temporal.ZonedDateTime.compare(today, wall) <= 0 ? today : today.subtract({ days: 1 }))
    .epochMilliseconds;
}
