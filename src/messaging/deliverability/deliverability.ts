import { lastConsent } from "#db/clients/consents.ts";
import {
  addStrike,
  clearStrikes,
  findContactByPhone,
  setUndeliverable,
} from "#db/clients/contacts.ts";
import { inTransaction } from "#db/connection.ts";
import { clearMark, findMark, setMark } from "#db/messaging/number-marks.ts";
import type { App, Staff } from "#src/app.ts";
import { revoke } from "#src/clients/consent.ts";
import { getContact } from "#src/clients/contacts/contacts.ts";
import type { Contact } from "#src/clients/contacts/contract.ts";
import { foundClient } from "#src/clients/profile/profile.ts";
import { record, recordSystem } from "#src/platform/audit/audit.ts";
import { MEANINGS, type Meaning } from "./error-codes.ts";

/** What staff are told of a code, and what it means for text, number and engine. */
export function meaningOf(code: number | null, fallback = "The text could not be sent"): Meaning {
  const known = code === null ? undefined : MEANINGS[code];
  return known ?? { verdict: "failed", words: code === null ? fallback : `${fallback} (${code})` };
}

const STRIKES = 3;

export interface Outcome {
  /** E.164. */
  readonly phone: string;
  /** When the text was sent, in epoch milliseconds. */
  readonly at: number;
  /** The carrier's code for a failure; undefined when the text arrived. */
  readonly code: number | null | undefined;
}

export type NumberChange = "opted-out" | "undeliverable" | "cleared";

/** What one text's outcome says of its number: the one mapper, for receipts and for scans. */
export function judgeNumber(app: App, outcome: Outcome): NumberChange | undefined {
  const change = changeOf(app, outcome);
  if (change) tellAudit(app, outcome, change);
  return change;
}

function changeOf(app: App, { phone, at, code }: Outcome): NumberChange | undefined {
  if (code === undefined) return clearUndeliverable(app, phone, at) ? "cleared" : undefined;

  const { verdict, words } = meaningOf(code);
  if (verdict === "opted-out") {
    const last = lastConsent(app.db, phone);
    // Who opted out already need not again; who came back since is not sent away by an older text.
    if (last && (!last.given || last.createdAt > at)) return undefined;
    revoke(app, { phone, source: "carrier", wording: `${words} (${code})` });
    return "opted-out";
  }
  const isDead =
    verdict === "undeliverable" ||
    (verdict === "strike" && addStrike(app.db, phone, dayOf(at)) >= STRIKES);
  return isDead && markUndeliverable(app, phone, { code, at }) ? "undeliverable" : undefined;
}

const ACTIONS = {
  "opted-out": "contact.opt_out",
  undeliverable: "contact.undeliverable",
  cleared: "contact.deliverable",
} as const;

function tellAudit(app: App, { phone, code }: Outcome, change: NumberChange): void {
  const contact = findContactByPhone(app.db, phone);
  recordSystem(app, {
    action: ACTIONS[change],
    ...(contact && { target: ["contact", contact.id] as const }),
    metadata: { by: "carrier", ...(code !== undefined && { code }) },
  });
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

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

/** A staff user says that the number works again. Consent does not change. @throws Problem 404 */
export function makeDeliverable(app: App, actor: Staff, id: number): Contact {
  return inTransaction(app.db, () => {
    const { phone } = foundClient(app, id);
    if (clearUndeliverable(app, phone, app.now())) {
      record(app, actor, { action: "contact.clear_undeliverable", target: ["contact", id] });
      app.events.changed("conversations");
    }
    return getContact(app, id);
  });
}
