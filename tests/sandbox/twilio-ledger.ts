import type { Life, Status } from "./twilio-life.ts";

export interface Message {
  /** Position in the ledger. */
  readonly seq: number;
  readonly sid: string;
  readonly direction: "inbound" | "outbound-api";
  readonly to: string;
  readonly from: string;
  readonly serviceSid: string | null;
  readonly body: string;
  readonly segments: number;
  readonly numMedia: number;
  readonly statusCallback: string | null;
  /** Seconds; null for Twilio's default. */
  readonly validityPeriod: number | null;
  /** Epoch milliseconds of the carrier's clock. */
  readonly createdAt: number;
  /** Monotonic milliseconds: a stopped test clock does not stop the carrier. */
  readonly bornAt: number;
  readonly life: Life;
  /** Milliseconds from one status to the next. */
  readonly paceMs: number;
}

/** Every text, oldest first, and the same by number: a list of one number never scans the rest. */
export interface Ledger {
  readonly bySid: Map<string, Message>;
  readonly all: Message[];
  readonly byTo: Map<string, Message[]>;
  readonly byFrom: Map<string, Message[]>;
}

export function emptyLedger(): Ledger {
  return { bySid: new Map(), all: [], byTo: new Map(), byFrom: new Map() };
}

export function record(ledger: Ledger, message: Message): void {
  ledger.bySid.set(message.sid, message);
  ledger.all.push(message);
  append(ledger.byTo, message.to, message);
  append(ledger.byFrom, message.from, message);
}

/** Index of the step a text has reached; derived, so that no timer moves 50,000 texts. */
export function stepOf(message: Message): number {
  const last = message.life.steps.length - 1;
  if (message.paceMs <= 0) return last;
  return Math.min(last, Math.floor((performance.now() - message.bornAt) / message.paceMs));
}

export function statusAt(message: Message, step: number): Status {
  return message.life.steps[step] ?? "queued";
}

/** Epoch milliseconds of a whole second, or null while it waits. */
export function sentAt(message: Message, step: number): number | null {
  if (step < message.life.sentAt) return null;
  const at = message.createdAt + message.paceMs * message.life.sentAt;
  return at - (at % 1000);
}

interface Wanted {
  readonly to: string | null;
  readonly from: string | null;
  /** Epoch milliseconds, both included. */
  readonly sentFrom: number;
  readonly sentUntil: number;
  /** The sid after which the page begins, or null for the first page. */
  readonly after: string | null;
  readonly size: number;
}

/** One page, newest first, and whether more follow. */
export function page(ledger: Ledger, wanted: Wanted): { rows: Message[]; more: boolean } {
  const source = smallest(ledger, wanted);
  const rows: Message[] = [];
  for (let at = start(ledger, source, wanted.after); at >= 0; at--) {
    const message = source[at];
    if (message && matches(message, wanted)) {
      if (rows.length === wanted.size) return { rows, more: true };
      rows.push(message);
    }
  }
  return { rows, more: false };
}

function smallest(ledger: Ledger, { to, from }: Wanted): readonly Message[] {
  const byTo = to === null ? ledger.all : (ledger.byTo.get(to) ?? []);
  const byFrom = from === null ? ledger.all : (ledger.byFrom.get(from) ?? []);
  return byTo.length <= byFrom.length ? byTo : byFrom;
}

/** The newest message older than `after`: sequence numbers ascend in every index. */
function start(ledger: Ledger, source: readonly Message[], after: string | null): number {
  const before = after === null ? undefined : ledger.bySid.get(after)?.seq;
  if (before === undefined) return source.length - 1;

  let low = 0;
  let high = source.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((source[middle]?.seq ?? 0) < before) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** A text that has not left yet has no date, so a list by date misses it, as Twilio's does. */
function matches(message: Message, wanted: Wanted): boolean {
  if (wanted.to !== null && message.to !== wanted.to) return false;
  if (wanted.from !== null && message.from !== wanted.from) return false;
  if (wanted.sentFrom === -Infinity && wanted.sentUntil === Infinity) return true;

  const sent = sentAt(message, stepOf(message));
  return sent !== null && sent >= wanted.sentFrom && sent <= wanted.sentUntil;
}

function append(index: Map<string, Message[]>, number: string, message: Message): void {
  const messages = index.get(number);
  if (messages) messages.push(message);
  else index.set(number, [message]);
}
