import { FILLERS, NEGATIONS, REPORTING } from "./vocabulary.ts";

/** The clause tells of something, asks about it, or is about someone else. */
export function isReported(before: readonly string[]): boolean {
  const words = afterPlease(before);
  return words.some(
    (word, at) =>
      REPORTING.has(word) ||
      (word === "me" && /^(?:told|asked|wants|makes|made)$/.test(words[at - 1] ?? "")),
  );
}

/** A negation shortly before the verb: "don't stop", "I do not want to unsubscribe". */
export function isDenied(before: readonly string[]): boolean {
  return afterPlease(before)
    .slice(-5)
    .some((word) => NEGATIONS.has(word));
}

/** "This is not my number please stop" begins a new request at its "please". */
function afterPlease(before: readonly string[]): readonly string[] {
  return before.at(-1) === "please" && before.length > 2 ? [] : before;
}

/** The client speaks of their own doing: "I have to stop texting". "I want you to" speaks of ours. */
export function isOwnAction(before: readonly string[]): boolean {
  const isMine = before.some((word) => /^(?:i|im|ive|id|we|lets|gonna)$/.test(word));
  return isMine && !before.some((word) => /^(?:you|u|yall|your|said|told|asked|how)$/.test(word));
}

export function isOnlyFillers(words: readonly string[]): boolean {
  return words.every((word) => FILLERS.has(word));
}
