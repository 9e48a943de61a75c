import { addStrike, findContactByPhone } from "#db/clients/contacts.ts";
import { lastConsent } from "#db/messaging/consents.ts";
import type { App } from "#src/app.ts";
import { revoke } from "#src/messaging/consent.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import { MEANINGS, type Meaning } from "./error-codes.ts";
import { clearUndeliverable, markUndeliverable } from "./undeliverable-numbers.ts";

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
