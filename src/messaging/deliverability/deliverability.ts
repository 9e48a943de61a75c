import { lastConsent } from "#db/clients/consents.ts";
import { clearNumberMark, findNumberMark, saveNumberMark } from "#db/clients/contact-numbers.ts";
import {
  addStrike,
  clearStrikes,
  findContactByPhone,
  setUndeliverable,
} from "#db/clients/contacts.ts";
import { inTransaction } from "#db/connection.ts";
import type { App, Staff } from "#src/app.ts";
import { revokeConsent } from "#src/clients/consent.ts";
import { getContact, getContactRow } from "#src/clients/contacts/contacts.ts";
import type { Contact } from "#src/clients/contacts/contract.ts";
import { record, recordSystem } from "#src/platform/audit/audit.ts";
import type { ErrorMeaning } from "#src/platform/providers/carrier.ts";

const STRIKES = 3;

export interface DeliveryOutcome {
  /** E.164. */
  readonly phone: string;
  /** When the text was sent, in epoch milliseconds. */
  readonly at: number;
  /** The carrier's code for a failure; undefined when the text arrived. */
  readonly code: number | null | undefined;
}

export type NumberChange = "opted-out" | "undeliverable" | "cleared";

/** Applies the outcome of one text to its number, for receipts and scans alike. Returns what changed. */
export function classifyNumber(app: App, outcome: DeliveryOutcome): NumberChange | undefined {
  const change = applyOutcome(app, outcome);
  if (change) recordChange(app, outcome, change);
  return change;
}

function applyOutcome(app: App, { phone, at, code }: DeliveryOutcome): NumberChange | undefined {
  if (code === undefined) return clearUndeliverable(app, phone, at) ? "cleared" : undefined;

  const { verdict, reason } = explainError(app, code);
  if (verdict === "opted-out") {
    const last = lastConsent(app.db, phone);
    // No change if the client has already opted out, or has opted in after this text.
    if (last && (!last.given || last.createdAt > at)) return undefined;
    revokeConsent(app, { phone, source: "carrier", wording: `${reason} (${code})` });
    return "opted-out";
  }
  const isUndeliverableNow =
    verdict === "undeliverable" ||
    (verdict === "strike" && addStrike(app.db, phone, utcDay(at)) >= STRIKES);
  return isUndeliverableNow && markUndeliverable(app, phone, { code, at })
    ? "undeliverable"
    : undefined;
}

/** Returns the reason that staff see for a carrier's error code, and what it means for the text, its number and sending. */
export function explainError(
  app: App,
  code: number | null,
  fallback = "The text couldn't be sent",
): ErrorMeaning {
  const reason = code === null ? fallback : `${fallback.replace(/\.$/, "")} (${code})`;
  return app.providers.carrier.explain(code) ?? { verdict: "failed", reason };
}

const ACTIONS = {
  "opted-out": "contact.opt_out",
  undeliverable: "contact.undeliverable",
  cleared: "contact.deliverable",
} as const;

function recordChange(app: App, { phone, code }: DeliveryOutcome, change: NumberChange): void {
  const contact = findContactByPhone(app.db, phone);
  recordSystem(app, {
    action: ACTIONS[change],
    ...(contact && { target: ["contact", contact.id] as const }),
    metadata: { by: "carrier", ...(code !== undefined && { code }) },
  });
}

function utcDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** Why a number is undeliverable: the carrier's code, or null when a lookup found it. */
export interface UndeliverableCause {
  readonly code: number | null;
  /** When the failed text was sent, in epoch milliseconds. A text from before the mark was cleared has no effect. */
  readonly at: number;
}

/**
 * Marks a number as undeliverable. This is separate from an opt-out, so that clearing the mark never
 * undoes a STOP. Returns false when nothing changed.
 */
export function markUndeliverable(
  app: App,
  phone: string,
  { code, at }: UndeliverableCause,
): boolean {
  const mark = findNumberMark(app.db, phone);
  if (mark?.clearedAt != null && at <= mark.clearedAt) return false;
  if (!setUndeliverable(app.db, phone, true)) return false;
  saveNumberMark(app.db, phone, code, at);
  app.events.changed("contacts");
  return true;
}

/**
 * Clears the mark because a text sent at that time was delivered, or because staff did so. Returns
 * false when the number was marked later, or was not marked.
 */
function clearUndeliverable(app: App, phone: string, at: number): boolean {
  const mark = findNumberMark(app.db, phone);
  if (mark && at < mark.markedAt) return false;
  if (!setUndeliverable(app.db, phone, false)) return false;
  if (!mark) saveNumberMark(app.db, phone, null, 0);
  clearNumberMark(app.db, phone, at);
  clearStrikes(app.db, phone);
  app.events.changed("contacts");
  return true;
}

/** Clears the mark because a staff member confirmed the number. Consent does not change. @throws Problem 404 */
export function makeDeliverable(app: App, actor: Staff, id: number): Contact {
  return inTransaction(app.db, () => {
    const { phone } = getContactRow(app, id);
    if (clearUndeliverable(app, phone, app.now())) {
      record(app, actor, { action: "contact.clear_undeliverable", target: ["contact", id] });
      app.events.changed("conversations");
    }
    return getContact(app, id);
  });
}
