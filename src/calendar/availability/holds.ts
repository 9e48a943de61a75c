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
  /** The hold of the first part of its visit. */
  readonly firstId?: number;
}

/**
 * Reserves a slot in the caller's transaction, after its check with `findObstacle`, and returns the hold's id. The
 * booking passes the id to `findObstacle` as `except.hold` and releases the hold in its transaction.
 */
export function holdSlot(
  app: App,
  { employeeId, startsAt, bufferMinutes, ...slot }: HeldSlot,
): number {
  app.events.changed("appointments");
  return insertHold(app.db, {
    employeeId,
    startsAt,
    durationMinutes: slot.minutes,
    bufferMinutes,
    expiresAt: slot.until,
    firstId: slot.firstId ?? null,
  });
}

interface HeldPart extends Pick<HeldSlot, "employeeId" | "startsAt"> {
  readonly terms: Pick<HeldSlot, "minutes" | "bufferMinutes">;
}

/** Reserves all parts of a visit in the same way. Returns the id of the first one's hold, which stands for all. */
export function holdParts(
  app: App,
  [first, ...others]: readonly HeldPart[],
  until: number,
): number {
  if (!first) throw new Error("a visit has a part");
  const hold = ({ terms, ...slot }: HeldPart, firstId?: number) =>
    holdSlot(app, { ...slot, ...terms, until, ...(firstId && { firstId }) });
  const firstId = hold(first);
  for (const part of others) hold(part, firstId);
  return firstId;
}

/**
 * Deletes the hold of a slot that was booked or offered to someone else. To free a slot that no one booked, call
 * `releaseUnbooked` of the waitlist, which offers it to waiting clients. Does nothing if the hold is gone.
 */
export function releaseHold(app: App, id: number): void {
  deleteHold(app.db, id);
  app.events.changed("appointments");
}
