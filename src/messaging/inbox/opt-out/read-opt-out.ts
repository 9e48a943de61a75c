import { readClause } from "./clause.ts";
import type { ClauseReading } from "./reading.ts";
import { isOnlyFillers } from "./subject.ts";
import { tokenize } from "./tokens.ts";
import { AFFECTION, BOOKING, FILLERS, TEXT_VERBS, TIMES } from "./vocabulary.ts";

export type OptOutReading = "opt-out" | "ambiguous" | "none";

/**
 * Reads whether a text asks to end texting. A request in any reasonable form counts (47 CFR
 * 64.1200(a)(10)). What may be one is `ambiguous`; staff decide. Takes time in proportion to the length.
 */
export function readOptOut(body: string): OptOutReading {
  const { clauses, isPlayful, isSignOnly } = tokenize(body);
  if (isSignOnly) return "ambiguous";
  const readings = clauses.map(readClause);
  if (readings.includes("opt-out")) return "opt-out";
  if (readings.includes("stop")) return readBareStop(clauses, readings, isPlayful);
  if (readings.includes("ambiguous")) return clauses.some(asksForText) ? "none" : "ambiguous";
  const isOnlyCancel = clauses.every(
    (words, at) => readings[at] === "cancel" || isOnlyFillers(words),
  );
  return readings.includes("cancel") && isOnlyCancel ? "ambiguous" : "none";
}

/** "Don't call me, text me": the client wants texts. */
function asksForText(words: readonly string[]): boolean {
  const [verb = "", object] = words.filter((word) => !FILLERS.has(word) && word !== "only");
  return (
    TEXT_VERBS.has(verb) &&
    verb !== "spam" &&
    (object === "me" || object === "us" || words.includes("only") || words.includes("instead"))
  );
}

/** "Stop" without an object: the rest of the text says whether it is about texting. */
function readBareStop(
  clauses: readonly (readonly string[])[],
  readings: readonly ClauseReading[],
  isPlayful: boolean,
): OptOutReading {
  const others = clauses.filter((_, at) => readings[at] !== "stop").flat();
  if (isPlayful || others.some((word) => AFFECTION.has(word))) return "none";
  return others.some((word) => BOOKING.has(word) || TIMES.has(word)) ? "ambiguous" : "opt-out";
}
