import { deleteHold, insertHold } from "#db/calendar/busy-times.ts";
import type { App } from "#src/app.ts";
import type { WallTime } from "#src/shared/wall-time.ts";

export interface HeldSlot {
  readonly employeeId: number;
  readonly startsAt: WallTime;
  readonly minutes: number;
  readonly bufferMinutes: number;
  /** Epoch milliseconds, after which anyone may book the slot again. */
  readonly until: number;
}

/**
 * Reserves a slot in the caller's transaction, after its check with `findObstacle`, and returns the hold's id. The
 * booking passes the id to `findObstacle` as `except.hold` and releases the hold in its transaction. Screens don't
 * show holds; the caller publishes what changed.
 */
export function holdSlot(app: App, { minutes, until, ...slot }: HeldSlot): number {
  return insertHold(app.db, { ...slot, durationMinutes: minutes, expiresAt: until });
}

/**
 * Deletes the hold of a slot that was booked or offered to someone else. To free a slot that no one booked, call
 * `releaseUnbooked` of the waitlist, which offers it to waiting clients. Does nothing if the hold is gone.
 */
export function releaseHold(app: App, id: number): void {
  deleteHold(app.db, id);
}
