import { deleteState, readState, writeState } from "#db/state.ts";
import type { App } from "#src/app.ts";

export interface ScanCounts {
  readonly totalMessages: number;
  readonly contactsOptedOut: number;
  readonly contactsMarkedUndeliverable: number;
  readonly contactsCleared: number;
}

/** The progress of a scan, saved with every slice so that a restart continues from there. */
export interface RunningScan extends ScanCounts {
  readonly startedAt: number;
  /** Only messages since then are scanned, in epoch milliseconds. */
  readonly since: number;
  /** When the newest message found was created, in epoch milliseconds: the next scan begins there. */
  readonly newest: number;
  /** The provider's page, and how many of its messages are done. */
  readonly page: string | undefined;
  readonly done: number;
  readonly nightly: boolean;
  readonly actorId: string | null;
}

export interface FinishedScan extends ScanCounts {
  readonly finishedAt: number;
  readonly nightly: boolean;
}

const RUNNING = "deliverability-scan";
const LAST = "deliverability-last";
const WATERMARK = "deliverability-watermark";

export const findRunningScan = (app: App) => readState<RunningScan>(app.db, RUNNING);
export const findLastScan = (app: App) => readState<FinishedScan>(app.db, LAST);
export const readWatermark = (app: App) => readState<number>(app.db, WATERMARK) ?? 0;

export function saveRunningScan(app: App, scan: RunningScan): void {
  writeState(app.db, RUNNING, scan);
  app.events.changed("deliverability");
}

export function saveFinishedScan(app: App, scan: RunningScan): void {
  const { totalMessages, contactsOptedOut, contactsMarkedUndeliverable, contactsCleared } = scan;
  const last: FinishedScan = {
    totalMessages,
    contactsOptedOut,
    contactsMarkedUndeliverable,
    contactsCleared,
    finishedAt: app.now(),
    nightly: scan.nightly,
  };
  writeState(app.db, LAST, last);
  writeState(app.db, WATERMARK, scan.newest);
  deleteState(app.db, RUNNING);
  app.events.changed("deliverability");
}
