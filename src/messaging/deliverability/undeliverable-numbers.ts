import { clearStrikes, setUndeliverable } from "#db/clients/contacts.ts";
import { clearMark, findMark, setMark } from "#db/messaging/number-marks.ts";
import type { App } from "#src/app.ts";

/** Why a number is undeliverable: the carrier's code, or null where a lookup said so. */
export interface Unreachable {
  readonly code: number | null;
  /** When the text was sent that failed, in epoch milliseconds; older news than a clearing changes nothing. */
  readonly at: number;
}

/** Delivery failed for good. That is no opt-out: clearing it must never undo a STOP. False when it was so already. */
export function markUndeliverable(app: App, phone: string, { code, at }: Unreachable): boolean {
  const former = findMark(app.db, phone);
  if (former?.clearedAt != null && at <= former.clearedAt) return false;
  if (!setUndeliverable(app.db, phone, true)) return false;
  setMark(app.db, phone, code, at);
  app.events.changed("contacts");
  return true;
}

/** Whether or not it is a contact's. */
export function isUndeliverable(app: App, phone: string): boolean {
  return findMark(app.db, phone)?.clearedAt === null;
}

/** The number was reached at that time, or staff know better. False when a failure is newer. */
export function clearUndeliverable(app: App, phone: string, at: number): boolean {
  const mark = findMark(app.db, phone);
  if (mark && at < mark.markedAt) return false;
  if (!setUndeliverable(app.db, phone, false)) return false;
  if (!mark) setMark(app.db, phone, null, 0);
  clearMark(app.db, phone, at);
  clearStrikes(app.db, phone);
  app.events.changed("contacts");
  return true;
}
