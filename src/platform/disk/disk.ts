import { existsSync, rmSync, statfsSync } from "node:fs";
import { open, rename } from "node:fs/promises";
import { join } from "node:path";
import { disableAutoCheckpoint, enableAutoCheckpoint, totalChanges } from "#db/checkpoint.ts";
import type { App } from "#src/app.ts";
import type { Config } from "#src/platform/config.ts";
import { pauseSending } from "#src/platform/sending-state.ts";
import { formatNumber } from "#src/shared/format-count.ts";
import { Problem } from "#src/shared/problem.ts";

const MEGABYTE = 1024 * 1024;
/** Enough for hundreds of opt-outs until disk space is freed. */
const RESERVE_MB = 16;

/** Returns the free bytes of the folder's disk, or infinity when the folder does not exist, as in tests. */
export function freeBytes(config: Config, folder = config.dataFolder): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/** A low disk stays low until a tenth more is free, so that the alert does not flap. */
export function isDiskLow(config: Config, wasLow = false): boolean {
  return freeBytes(config) < config.diskLowBytes * (wasLow ? 1.1 : 1);
}

/**
 * Called before imports, exports and backups. Texts, opt-outs and sign-ins are never refused.
 * @throws Problem 507
 */
export function requireDiskSpace(config: Config, bytes = 0, folder = config.dataFolder): void {
  const free = freeBytes(config, folder);
  if (free - bytes < config.diskLowBytes)
    throw new Problem(
      507,
      `The server's disk is almost full: ${formatMegabytes(free)} left. Free up space, then try again.`,
    );
}

/**
 * Called before a change. After a write found the disk full, the freed reserve is for opt-outs, receipts
 * and sign-ins, and would be used up by ordinary changes.
 * @throws Problem 507 until there is space again
 */
export function requireUnspentReserve(app: App): void {
  if (!takesChanges(app))
    throw new Problem(
      507,
      "The server's disk is full, so nothing was changed. Free up space, then try again.",
    );
  spent.delete(app);
}

/** Whether ordinary changes have room. */
export function takesChanges(app: App): boolean {
  return !spent.has(app) || hasSpaceForReserve(app.config);
}

/** Servers that had to release their reserve. */
const spent = new WeakSet<App>();

function hasSpaceForReserve(config: Config): boolean {
  return existsSync(reserveFile(config)) || freeBytes(config) >= 2 * RESERVE_MB * MEGABYTE;
}

/** Called before sending resumes: without a reserve the disk would be full again at once. @throws Problem 507 */
export function requireDiskReserve(config: Config): void {
  if (!hasSpaceForReserve(config))
    throw new Problem(
      507,
      `The server's disk is still full: ${formatMegabytes(freeBytes(config))} left. Free up space, then resume.`,
    );
}

export function formatMegabytes(bytes: number): string {
  return `${formatNumber(Math.floor(bytes / MEGABYTE))} MB`;
}

/** Creates the reserve file, which is deleted when the disk is full, once there is space for it again. */
export async function keepDiskReserve(config: Config): Promise<void> {
  const file = reserveFile(config);
  if (config.demo || existsSync(file) || freeBytes(config) < 2 * RESERVE_MB * MEGABYTE) return;
  // Random bytes, because a file system that compresses would reserve no space for zeros.
  const block = new Uint8Array(MEGABYTE);
  for (let at = 0; at < MEGABYTE; at += 65_536)
    crypto.getRandomValues(block.subarray(at, at + 65_536));
  const draft = `${file}.making`;
  const handle = await open(draft, "w", 0o600);
  try {
    for (let written = 0; written < RESERVE_MB; written += 1) await handle.write(block);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, file);
}

/** Deletes the reserve file. Returns false when there was none. */
export function releaseDiskReserve(config: Config): boolean {
  rmSync(`${reserveFile(config)}.making`, { force: true });
  if (!existsSync(reserveFile(config))) return false;
  rmSync(reserveFile(config));
  return true;
}

function reserveFile(config: Config): string {
  return join(config.dataFolder, "ballast");
}

/**
 * Handles a write that found the disk full: releases the reserve for opt-outs and replies, and pauses
 * sending, which would use it up. Returns false when there is no reserve left, so that the write fails.
 */
export function handleFullDisk(app: App): boolean {
  if (!releaseDiskReserve(app.config)) return false;
  spent.add(app);
  app.log("error", "the disk is full", { free: freeBytes(app.config) });
  try {
    // Before the write is retried, because the retried work must not send.
    pauseSending(app, "The server's disk is full. Free up space on it, then resume");
  } catch (error) {
    app.log("error", "couldn't save that sending is paused", { error });
  }
  return true;
}

/** Ends the server when the disk can no longer be trusted. `serve` sets it. */
export const shutdownHandlers = new WeakMap<App, (error: unknown) => void>();

/** Ends the server after SQLite failed to read or write. Nothing more may be sent, and the next start reconciles. */
export function handleDiskFailure(app: App, error: unknown): void {
  app.log("error", "the disk failed; the server exits and reconciles at its next start", { error });
  shutdownHandlers.get(app)?.(error);
}

/** Changed rows: about a thousand pages, SQLite's own default. An idle server never starts the thread, which takes 5 MB. */
const MIN_CHANGES = 500;

const changesAtCheckpoint = new WeakMap<App, number>();
const failing = new WeakSet<App>();

/** Moves the write-ahead log into the database file, in the background thread, once enough rows have changed. */
export async function checkpointLog(app: App): Promise<void> {
  const changes = totalChanges(app.db);
  if (changes - (changesAtCheckpoint.get(app) ?? 0) < MIN_CHANGES) return;
  changesAtCheckpoint.set(app, changes);
  try {
    await app.background.checkpoint();
    if (failing.delete(app)) disableAutoCheckpoint(app.db);
  } catch (error) {
    // Commits checkpoint until the thread works again; otherwise the log would grow without limit.
    if (!failing.has(app)) app.log("error", "the checkpoint failed", { error });
    failing.add(app);
    enableAutoCheckpoint(app.db);
  }
}
