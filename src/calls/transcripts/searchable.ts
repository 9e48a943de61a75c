import { type CallRow, turnsOf } from "#db/calls/calls.ts";
import { callsBefore, indexCall } from "#db/calls/calls-list.ts";
import type { App } from "#src/app.ts";
import type { Turn } from "./contract.ts";

const SPEAKERS = { user: "Caller", assistant: "AI Assistant" } as const;

/** Returns "Caller: …" and "AI Assistant: …", one line per turn; empty if nothing was said. */
export function formatTranscript(turns: readonly Turn[]): string {
  return turns
    .flatMap(({ role, content }) => (role === "system" ? [] : [`${SPEAKERS[role]}: ${content}`]))
    .join("\n");
}

/**
 * Writes the search index of a call, in the transaction that ends the call or changes an ended one. A
 * call in progress is found only by its contact, because indexing every turn would cost too much.
 */
export function indexCallText(app: App, call: CallRow): void {
  const spoken = turnsOf(app.db, call.id).filter(({ role }) => role !== "system");
  indexCall(app.db, call.id, {
    number: call.phone === null ? "" : numberParts(call.phone).join(" "),
    words: [...spoken.map(({ content }) => content), call.message].join("\n"),
  });
}

const CALLS_AT_ONCE = 200;

/** Writes the search index of all ended calls, for a database without one. */
export function indexAllCalls(app: App): void {
  let before = Number.MAX_SAFE_INTEGER;
  for (;;) {
    const rows = callsBefore(app.db, before, CALLS_AT_ONCE);
    for (const call of rows) if (call.status !== "in_progress") indexCallText(app, call);
    before = rows.at(-1)?.id ?? 0;
    if (rows.length < CALLS_AT_ONCE) return;
  }
}

/** Returns an FTS5 query, or "" if nothing can match. */
export function toSearchQuery(q: string, by: "all" | "phones"): string {
  const digits = nationalDigits(q.replace(/\D/g, ""));
  const words = by === "all" ? (q.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []) : [];
  return [
    digits.length >= MIN_DIGITS && /^[\d\s()+.-]+$/.test(q) ? `number : "${digits}"` : "",
    words.length > 0 ? `words : (${words.map((word) => `"${word}"`).join(" ")})` : "",
  ]
    .filter((part) => part !== "")
    .join(" OR ");
}

const MIN_DIGITS = 3;
const MIN_END_DIGITS = 4;

/**
 * Returns the parts of a number as whole words of the index. A prefix query would collect every call
 * that shares the area code; whole words are read from the newest call on and stop at the page size.
 */
function numberParts(phone: string): string[] {
  const digits = nationalDigits(phone.replace(/\D/g, ""));
  const { length } = digits;
  const beginnings = Array.from({ length }, (_, index) => digits.slice(0, index + 1));
  const ends = Array.from({ length }, (_, index) => digits.slice(index));
  return [
    ...new Set([
      ...beginnings.filter((part) => part.length >= MIN_DIGITS),
      ...ends.filter((part) => part.length >= MIN_END_DIGITS),
    ]),
  ];
}

/** Returns the ten national digits of a North American number that has the country code. */
function nationalDigits(digits: string): string {
  return digits.length === 11 && digits.startsWith("1") ? digits.slice(1) : digits;
}
