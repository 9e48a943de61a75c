import { readEnding } from "./ending.ts";
import type { ClauseReading, Context } from "./reading.ts";
import { readRefusal } from "./refusal.ts";
import { readRemoval, readRevocation, readUnsubscribing } from "./removal.ts";
import { readSetPhrase } from "./set-phrases.ts";
import {
  END_VERBS,
  NEGATIONS,
  REMOVE_VERBS,
  REVOKE_VERBS,
  UNSUBSCRIBE_VERBS,
} from "./vocabulary.ts";

const REACH = 14;

/** Reads each verb of ending, leaving, removing, revoking or refusing with its subject and its object. */
export function readClause(words: readonly string[]): ClauseReading {
  const readings = new Set<ClauseReading>([readSetPhrase(words)]);
  for (const [at, verb] of words.entries()) {
    const reader = readerOf(verb);
    if (reader)
      readings.add(
        reader({
          verb,
          before: words.slice(Math.max(0, at - REACH), at),
          after: words.slice(at + 1, at + 1 + REACH),
        }),
      );
  }
  return (["opt-out", "stop", "ambiguous", "cancel"] as const).find((reading) =>
    readings.has(reading),
  );
}

function readerOf(verb: string): ((context: Context) => ClauseReading) | undefined {
  if (END_VERBS.has(verb) || verb === "enough") return readEnding;
  if (
    UNSUBSCRIBE_VERBS.has(verb) ||
    verb === "opt" ||
    verb === "unsubscribed" ||
    verb === "optedout"
  )
    return readUnsubscribing;
  if (REMOVE_VERBS.has(verb)) return readRemoval;
  if (REVOKE_VERBS.has(verb)) return readRevocation;
  if (NEGATIONS.has(verb) || verb === "plus" || verb === "rather" || verb === "prefer")
    return readRefusal;
  return undefined;
}
