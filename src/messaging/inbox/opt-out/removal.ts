import { NUMBER_WORDS, readNounPhrase } from "./noun-phrase.ts";
import type { ClauseReading, Context } from "./reading.ts";
import { isAboutTexting } from "./refused-consent.ts";
import { isDenied, isOnlyFillers, isReported } from "./subject.ts";
import { FILLERS, MISTAKES, TIMES, UNSUBSCRIBE_VERBS } from "./vocabulary.ts";

/** Reads "unsubscribe" and "opt out", alone or from texts. */
export function readUnsubscribing({ verb, before, after }: Context): ClauseReading {
  if ([...before, ...after].some((word) => MISTAKES.has(word))) return undefined;
  if (isDenied(before)) return undefined;
  if (verb === "unsubscribed" || verb === "optedout") return readPastUnsubscribing(before, after);
  if (isReported(before)) return undefined;
  const out = after.indexOf("out");
  if (verb === "opt" && (out === -1 || out > 3)) return undefined;
  const rest = verb === "opt" ? after.slice(out + 1) : after;
  const at = rest.findIndex(
    (word) =>
      !FILLERS.has(word) &&
      !/^(?:me|us|my|this|from|of|to|for)$/.test(word) &&
      !NUMBER_WORDS.has(word) &&
      !UNSUBSCRIBE_VERBS.has(word),
  );
  if (at === -1) return "opt-out";
  const { kind, pronoun } = readNounPhrase(rest.slice(at));
  if (kind === "texts" || kind === "list" || kind === "none") return "opt-out";
  if (kind === "vague") return pronoun === "it" ? "ambiguous" : "opt-out";
  return kind === "reminders" || kind === "calls" ? "ambiguous" : undefined;
}

/** "I already opted out", "I want to be unsubscribed". */
function readPastUnsubscribing(before: readonly string[], after: readonly string[]): ClauseReading {
  const words = [...before, ...after];
  if (before.some((word) => /^(?:be|get|me)$/.test(word)) && !isReported(before)) return "opt-out";
  if (after[0] === "me") return "opt-out";
  const insists = words.some((word) => /^(?:already|twice|times|again|before)$/.test(word));
  return insists &&
    !isReported(before) &&
    before.every((word) => FILLERS.has(word) || /^(?:i|ive|we|have)$/.test(word))
    ? "opt-out"
    : undefined;
}

/** Reads "remove me from your list", "take us off", "delete my number". */
export function readRemoval(context: Context): ClauseReading {
  const { verb, before, after } = context;
  if (isReported(before.filter((word) => word !== "i")) || isDenied(before)) return undefined;
  const isPassive = /^(?:removed|taken|deleted)$/.test(verb);
  if (
    isPassive &&
    !before.slice(-4).some((word) => /^(?:be|get|getting|being|have|want)$/.test(word))
  )
    return undefined;
  if (verb === "off")
    return isWantedOff(before) || isOnlyFillers(before) ? readLeftThing(after, "none") : undefined;
  if (isPassive)
    return readLeftThing(after, /^(?:off|from|of)$/.test(after[0] ?? "") ? "given" : "none");

  if (verb === "get" && after[0] === "off") return readLeftThing(after.slice(1), "given");
  const subject = readRemovedSubject(after);
  if (!subject) return undefined;
  const [first] = subject.rest;
  const needsOff = /^(?:take|taking|get|let|pull|drop|strike)$/.test(verb);
  if (needsOff && first !== "off" && first !== "of" && first !== "out" && first !== "from")
    return undefined;
  return readLeftThing(subject.rest, subject.isMe ? "none" : "given");
}

/** "I want off your list". */
function isWantedOff(before: readonly string[]): boolean {
  return /^(?:want|wanna|me|us)$/.test(before.at(-1) ?? "") && before.includes("want");
}

/** Who or what is removed: me, us, or a number. */
function readRemovedSubject(
  after: readonly string[],
): { isMe: boolean; rest: readonly string[] } | undefined {
  const at = after.findIndex((word) => !FILLERS.has(word));
  const [first, second, third] = at === -1 ? [] : after.slice(at);
  if (first === "from" || first === "off") return { isMe: false, rest: after };
  if (first === "it" || first === "them") return { isMe: false, rest: after.slice(at + 1) };
  if (first === "me" || first === "us") return { isMe: true, rest: after.slice(at + 1) };
  // Someone else's number may be on the list of texts too; without a list it is unclear whose.
  if (/^(?:her|his|their|moms|dads)$/.test(first ?? "") && NUMBER_WORDS.has(second ?? ""))
    return { isMe: false, rest: after.slice(at + 2) };
  if (first !== "my" && first !== "this" && first !== "our") return undefined;
  if (second === undefined || !(NUMBER_WORDS.has(second) || PERSONAL.has(second))) return undefined;
  return { isMe: true, rest: after.slice(at + (third === "number" ? 3 : 2)) };
}

const PERSONAL = new Set(["info", "information", "name", "data", "details", "contact"]);

/** The rest: a list of texts is an opt-out, no object is unclear, and a waitlist or a time isn't an opt-out. */
function readLeftThing(after: readonly string[], missing: "none" | "given"): ClauseReading {
  const at = after.findIndex(
    (word) => !FILLERS.has(word) && !/^(?:off|from|of|out|to)$/.test(word),
  );
  if (at === -1) return missing === "none" ? "ambiguous" : undefined;
  const left = readNounPhrase(after.slice(at));
  if (left.kind === "texts") return "opt-out";
  if (left.kind === "list")
    return left.rest.some((word) => TIMES.has(word) || /^\d/.test(word)) ||
      left.rest.includes("for")
      ? undefined
      : "opt-out";
  if (left.kind === "vague" && isOnlyFillers(left.rest)) return "ambiguous";
  return left.kind === "calls" || left.kind === "reminders" ? "ambiguous" : undefined;
}

/** Reads "I revoke my consent". */
export function readRevocation({ before, after }: Context): ClauseReading {
  if (isReported(before) || isDenied(before)) return undefined;
  if (before.at(-1) === "consent" && after.length === 0) return "opt-out";
  const { kind, rest } = readNounPhrase(after);
  if (kind !== "consent") return undefined;
  return isAboutTexting(rest.filter((word) => word !== "to")) ? "opt-out" : undefined;
}
