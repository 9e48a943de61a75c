import { type CallRow, turnsOf } from "#db/calls/calls.ts";
import { indexCall } from "#db/calls/calls-list.ts";
import type { App } from "#src/app.ts";
import type { Turn } from "./contract.ts";

const WHO = { user: "Caller", assistant: "AI Assistant" } as const;

/** "Caller: …" and "AI Assistant: …", a line each; empty where nobody spoke. */
export function spokenLines(turns: readonly Turn[]): string {
  return turns
    .flatMap(({ role, content }) => (role === "system" ? [] : [`${WHO[role]}: ${content}`]))
    .join("\n");
}

/**
 * In the transaction that ends the call, or adds to one that has ended. One that goes on is found by
 * its contact only: writing the search anew with each turn would cost more than it finds.
 */
export function makeSearchable(app: App, call: CallRow): void {
  const spoken = turnsOf(app.db, call.id).filter(({ role }) => role !== "system");
  indexCall(app.db, call.id, {
    number: call.phone === null ? "" : partsOf(call.phone).join(" "),
    words: [...spoken.map(({ content }) => content), call.message].join("\n"),
  });
}

/** A query of the search, or "" where nothing can be found. */
export function searchOf(q: string, by: "all" | "phones"): string {
  const digits = nationalOf(q.replace(/\D/g, ""));
  const words = by === "all" ? (q.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []) : [];
  return [
    digits.length >= SHORTEST && /^[\d\s()+.-]+$/.test(q) ? `number : "${digits}"` : "",
    words.length > 0 ? `words : (${words.map((word) => `"${word}"`).join(" ")})` : "",
  ]
    .filter((part) => part !== "")
    .join(" OR ");
}

const SHORTEST = 3;
const SHORTEST_END = 4;

/**
 * Whole words of the search, each walked from the newest: a beginning that all callers share, such
 * as the area code, would be gathered for every call there is.
 */
function partsOf(phone: string): string[] {
  const digits = nationalOf(phone.replace(/\D/g, ""));
  const { length } = digits;
  const beginnings = Array.from({ length }, (_, at) => digits.slice(0, at + 1));
  const ends = Array.from({ length }, (_, at) => digits.slice(at));
  return [
    ...new Set([
      ...beginnings.filter((part) => part.length >= SHORTEST),
      ...ends.filter((part) => part.length >= SHORTEST_END),
    ]),
  ];
}

/** As North Americans write it, whichever way it was written. */
function nationalOf(digits: string): string {
  return digits.length === 11 && digits.startsWith("1") ? digits.slice(1) : digits;
}
