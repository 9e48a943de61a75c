import { existsSync, rmSync, statfsSync } from "node:fs";
import { open, rename } from "node:fs/promises";
import { join } from "node:path";
import type { App } from "#src/app.ts";
import type { Config } from "#src/platform/config.ts";
import { pauseSending } from "#src/platform/sending-state.ts";
import { Problem } from "#src/shared/problem.ts";

const MEGABYTE = 1024 * 1024;
/** Enough for hundreds of opt-outs while somebody makes room. */
const RESERVE_MB = 16;

/** Bytes that may still be written there; without a folder, as in tests, there is no end to them. */
export function freeBytes(config: Config, folder = config.dataFolder): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/** Once low it stays low until a tenth more is free, so that nobody is told again and again. */
export function isDiskLow(config: Config, wasLow = false): boolean {
  return freeBytes(config) < config.diskLowBytes * (wasLow ? 1.1 : 1);
}

/**
 * Before something large is written: imports, exports, backups. Texts, opt-outs and sign-ins never
 * ask. @throws Problem 507
 */
export function requireDiskSpace(config: Config, bytes = 0, folder = config.dataFolder): void {
  const free = freeBytes(config, folder);
  if (free - bytes < config.diskLowBytes)
    throw new Problem(
      507,
      `The server's disk is almost full: ${formatMegabytes(free)} left. Make room on it, then try again.`,
    );
}

/** Before sending goes on: with no ballast a full disk would strike at once. @throws Problem 507 */
export function requireDiskReserve(config: Config): void {
  if (!existsSync(reserveFile(config)) && freeBytes(config) < 2 * RESERVE_MB * MEGABYTE)
    throw new Problem(
      507,
      `The server's disk is still full: ${formatMegabytes(freeBytes(config))} left. Make room on it, then resume.`,
    );
}

export function formatMegabytes(bytes: number): string {
  return `${Math.floor(bytes / MEGABYTE).toLocaleString("en-US")} MB`;
}

/** A file that is worth nothing but its room: given up when the disk is full, made again when it is not. */
export async function keepDiskReserve(config: Config): Promise<void> {
  const file = reserveFile(config);
  if (config.demo || existsSync(file) || freeBytes(config) < 2 * RESERVE_MB * MEGABYTE) return;
  // Random, or a file system that compresses would keep no room for it.
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

/** True when there was some to give up. */
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
 * A write found the disk full. The ballast makes room for opt-outs and replies, and sending stops, for
 * it would eat that room. False when there is none left: then the write fails, and says so.
 */
export function handleFullDisk(app: App): boolean {
  if (!releaseDiskReserve(app.config)) return false;
  app.log("error", "the disk is full", { free: freeBytes(app.config) });
  try {
    // At once: what is tried again now must not send any more.
    pauseSending(app, "The server's disk is full. Make room on it, then resume");
  } catch (error) {
    app.log("error", "the pause was not written", { error });
  }
  return true;
}

/** Told once by the server: what ends it when the disk can no longer be trusted. */
export const shutdownHandlers = new WeakMap<App, () => void>();

/** SQLite could not read or write: nothing more may be sent, and the next start reconciles. */
export function handleDiskFailure(app: App, error: unknown): void {
  app.log("error", "the disk failed; the server ends and reconciles at its next start", { error });
  shutdownHandlers.get(app)?.();
}
