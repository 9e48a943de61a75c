import { forgetState, readState, writeState } from "#db/state.ts";
import type { App } from "#src/app.ts";

export interface Counts {
  readonly totalMessages: number;
  readonly contactsOptedOut: number;
  readonly contactsMarkedUndeliverable: number;
  readonly contactsCleared: number;
}

/** Where a scan stands: written with every slice, so that a restart goes on from there. */
export interface Running extends Counts {
  readonly startedAt: number;
  /** Only texts since then, epoch milliseconds. */
  readonly since: number;
  /** The newest text seen: where the next scan begins. */
  readonly newest: number;
  /** The provider's page, and how many of its texts are done. */
  readonly page: string | undefined;
  readonly done: number;
  readonly nightly: boolean;
  readonly actorId: string | null;
}

export interface Finished extends Counts {
  readonly finishedAt: number;
  readonly nightly: boolean;
}

const RUNNING = "deliverability-scan";
const LAST = "deliverability-last";
const WATERMARK = "deliverability-watermark";

export const runningScan = (app: App) => readState<Running>(app.db, RUNNING);
export const lastScan = (app: App) => readState<Finished>(app.db, LAST);
export const watermark = (app: App) => readState<number>(app.db, WATERMARK) ?? 0;

export function keepRunning(app: App, scan: Running): void {
  writeState(app.db, RUNNING, scan);
  app.events.changed("deliverability");
}

export function keepFinished(app: App, scan: Running): void {
  const { totalMessages, contactsOptedOut, contactsMarkedUndeliverable, contactsCleared } = scan;
  const last: Finished = {
    totalMessages,
    contactsOptedOut,
    contactsMarkedUndeliverable,
    contactsCleared,
    finishedAt: app.now(),
    nightly: scan.nightly,
  };
  writeState(app.db, LAST, last);
  writeState(app.db, WATERMARK, scan.newest);
  forgetState(app.db, RUNNING);
  app.events.changed("deliverability");
}
