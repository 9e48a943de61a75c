/** A backup in the backup folder. */
export interface BackupFile {
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

/** Returns the backups to delete: all except the newest of each of the last seven days and four weeks with a backup. */
export function outdatedBackups(backups: readonly BackupFile[], timeZone: string): BackupFile[] {
  const kept = new Set([
    ...newestPerSpan(backups, DAILY, (at) => dayOf(at, timeZone).toString()),
    ...newestPerSpan(backups, WEEKLY, (at) => {
      const { yearOfWeek, weekOfYear } = dayOf(at, timeZone);
      return `${yearOfWeek} ${weekOfYear}`;
    }),
  ]);
  return backups.filter((backup) => !kept.has(backup));
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
