import { readNounPhrase } from "./noun-phrase.ts";
import type { ClauseReading, Context } from "./reading.ts";
import { FILLERS, RECEIVE_VERBS, SKIPPED, TEXT_VERBS, TEXTING_VERBS } from "./vocabulary.ts";

/** "You do not have my consent". */
export function readNoConsent({ before }: Context, rest: readonly string[]): ClauseReading {
  const object = readNounPhrase(rest.filter((word) => word !== "you"));
  if (object.kind !== "consent") return undefined;
  return isAboutTexting(object.rest)
    ? before.includes("never")
      ? "ambiguous"
      : "opt-out"
    : undefined;
}

/** Consent "to text me", "to receive texts" or "to" nothing further; not consent to photos. */
export function isAboutTexting(words: readonly string[]): boolean {
  const rest = words.filter((word) => !FILLERS.has(word));
  if (rest.length === 0) return true;
  return (
    rest.some(
      (word) =>
        TEXT_VERBS.has(word) || TEXTING_VERBS.has(word) || /^(?:contacted|texted)$/.test(word),
    ) ||
    readNounPhrase(
      rest.filter((word) => !SKIPPED.has(word) && !RECEIVE_VERBS.has(word) && word !== "for"),
    ).kind === "texts"
  );
}

export function readNeverSigned(rest: readonly string[]): ClauseReading {
  const words = rest.filter((word) => !/^(?:up|for|to|in|get|receive)$/.test(word));
  return /^(?:texts|vague|none)$/.test(readNounPhrase(words).kind) ? "ambiguous" : undefined;
}
