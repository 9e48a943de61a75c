import { readSending } from "./ending.ts";
import { type NounPhrase, readNounPhrase, readQualifier, readTarget } from "./noun-phrase.ts";
import type { ClauseReading, Context } from "./reading.ts";
import { readNeverSigned, readNoConsent } from "./refused-consent.ts";
import { isOnlyFillers } from "./subject.ts";
import {
  CALL_VERBS,
  FILLERS,
  RECEIVE_VERBS,
  REPORTING,
  SEND_VERBS,
  TEXT_VERBS,
  TEXTING_VERBS,
  WISH_VERBS,
} from "./vocabulary.ts";

const SKIPPED = new Set(
  "to be being allowed permitted authorized me us in you u yall your".split(" "),
);
const I_WORDS = /^(?:i|im|ive|id|we)$/;

/** Reads "don't", "never", "no longer", "no more" and "rather not": what is refused decides. */
export function readRefusal(context: Context): ClauseReading {
  const { verb, before, after } = context;
  if (verb === "rather" || verb === "prefer") return readPreference(after);
  const isQuestion = before[0] === "why";
  if (isQuestion || before.some((word) => REPORTING.has(word))) return undefined;
  if ((verb === "no" || verb === "plus" || verb === "without") && !isSpanishRefusal(context))
    return verb === "without" ? undefined : readNoMore(context);

  const at = after.findIndex((word) => !FILLERS.has(word) && !SKIPPED.has(word));
  const predicate = at === -1 ? "" : (after[at] ?? "");
  const rest = after.slice(at + 1);
  if (WISH_VERBS.has(predicate)) {
    const unwanted = readUnwanted(context, predicate, rest);
    const isPast = verb === "didnt" || (verb === "never" && /^(?:consent|agree)/.test(predicate));
    return isPast && unwanted ? "ambiguous" : unwanted;
  }
  if (/^(?:have|give|gave|given)$/.test(predicate)) return readNoConsent(context, rest);
  if (/^(?:sign|signed|subscribe|subscribed|consented|agreed|opted)$/.test(predicate))
    return readNeverSigned(rest);
  if (RECEIVE_VERBS.has(predicate)) {
    const wishes = before.at(-1) === "to" && before.some((word) => WISH_VERBS.has(word));
    return wishes ? refusedTexts(readNounPhrase(rest), "ambiguous") : undefined;
  }
  if (TEXT_VERBS.has(predicate)) return readForbiddenTexting(context, rest);
  if (TEXTING_VERBS.has(predicate))
    return before.some((word) => /^(?:mind|appreciate)$/.test(word)) &&
      readTarget(rest).target === "me"
      ? narrowRefusal(readTarget(rest).rest)
      : undefined;
  if (SEND_VERBS.has(predicate)) return isForbidding(context) ? readNotSending(rest) : undefined;
  if (CALL_VERBS.has(predicate))
    return isForbidding(context) &&
      readTarget(rest).target === "me" &&
      readQualifier(readTarget(rest).rest) === "none"
      ? "ambiguous"
      : undefined;
  return undefined;
}

/** "no me manden mensajes": there, "no" is "don't". */
function isSpanishRefusal({ verb, after }: Context): boolean {
  return verb === "no" && after.slice(0, 3).some((word) => /^(?:mand|envi)/.test(word));
}

/** "I'd rather not get texts", "I'd prefer you didn't text me". */
function readPreference(after: readonly string[]): ClauseReading {
  const not = after.findIndex((word) => /^(?:not|didnt|dont|wouldnt|no)$/.test(word));
  if (not === -1 || not > 3) return undefined;
  const verbAt = after.findIndex(
    (word, at) => at > not && !FILLERS.has(word) && !SKIPPED.has(word),
  );
  const verb = after[verbAt] ?? "";
  const rest = after.slice(verbAt + 1);
  if (RECEIVE_VERBS.has(verb)) return refusedTexts(readNounPhrase(rest), "ambiguous");
  if (SEND_VERBS.has(verb)) return readNotSending(rest);
  if (TEXT_VERBS.has(verb) && readTarget(rest).target === "me")
    return narrowRefusal(readTarget(rest).rest);
  return undefined;
}

/** "no more texts". "No texts from you yet" tells of something. */
function readNoMore({ before, after }: Context): ClauseReading {
  const asks = before.every(
    (word) =>
      FILLERS.has(word) ||
      I_WORDS.test(word) ||
      WISH_VERBS.has(word) ||
      /^(?:would|appreciate|prefer)$/.test(word),
  );
  if (!asks) return undefined;
  const isMore = /^(?:more|mas|de|further|additional|nolonger)$/.test(after[0] ?? "");
  const object = readNounPhrase(after[0] === "more" && after[1] === "of" ? after.slice(2) : after);
  if (object.kind === "texts") {
    if (isMore) return narrowRefusal(object.rest);
    return !object.isSingular && !object.isFollowed && isOnlyFillers(object.rest)
      ? "opt-out"
      : undefined;
  }
  return object.kind === "reminders" && isMore ? "ambiguous" : undefined;
}

/** "I don't want your texts", "I no longer wish to receive these", "I do not want you to text me". */
function readUnwanted({ before }: Context, wish: string, rest: readonly string[]): ClauseReading {
  const subject = before.findLast((word) => !FILLERS.has(word) || word === "you" || word === "u");
  if (subject === "you" || subject === "u" || subject === "to") return undefined;
  const isConsent = /^(?:consent|consenting|agree|authori[sz]e|permit)$/.test(wish);
  const at = rest.findIndex(
    (word) =>
      !FILLERS.has(word) &&
      !SKIPPED.has(word) &&
      !RECEIVE_VERBS.has(word) &&
      !/^(?:ur|any|more|from|on)$/.test(word),
  );
  const passed = at === -1 ? rest : rest.slice(0, at);
  const next = at === -1 ? "" : (rest[at] ?? "");
  const byUs = passed.some((word) => /^(?:you|u|yall)$/.test(word));
  const isReceived = passed.some((word) => RECEIVE_VERBS.has(word));

  if (/^(?:contacted|texted|messaged|spammed|bothered)$/.test(next))
    return narrowRefusal(rest.slice(at + 1));
  if (TEXTING_VERBS.has(next) || (TEXT_VERBS.has(next) && (byUs || isConsent))) {
    const { target, rest: qualifiers } = readTarget(rest.slice(at + 1));
    if (target === "me") return narrowRefusal(qualifiers);
    if (target === "other") return undefined;
  }
  if (SEND_VERBS.has(next) && byUs) return readNotSending(rest.slice(at + 1));
  if (passed.includes("hear") || passed.includes("hearing"))
    return byUs && next === "" ? "opt-out" : undefined;
  if (isConsent && next === "") return "opt-out";
  const isOwnVerb = passed.includes("to") && !byUs && !isReceived && !isConsent;
  if (isOwnVerb || (next === "" && passed.every((word) => FILLERS.has(word)))) return undefined;
  return refusedTexts(
    readNounPhrase(rest.slice(at === -1 ? 0 : firstNoun(rest))),
    isConsent ? "opt-out" : isReceived ? "ambiguous" : undefined,
  );
}

/** Where the object begins after "to receive", "to be sent" or "in". */
function firstNoun(words: readonly string[]): number {
  const at = words.findIndex(
    (word) => !SKIPPED.has(word) && !RECEIVE_VERBS.has(word) && word !== "from" && word !== "on",
  );
  return at === -1 ? words.length : at;
}

function refusedTexts(
  object: NounPhrase,
  vague: "opt-out" | "ambiguous" | undefined,
): ClauseReading {
  if (object.kind === "texts") return object.hasArticle ? undefined : narrowRefusal(object.rest);
  if (object.kind === "reminders" && !object.hasArticle)
    return narrowRefusal(object.rest) && "ambiguous";
  if (object.kind === "list") return "opt-out";
  if (
    /^(?:these|those|them)$/.test(object.pronoun ?? "") &&
    object.kind === "vague" &&
    vague !== undefined &&
    isOnlyFillers(object.rest)
  )
    return "opt-out";
  return object.kind === "vague" &&
    isOnlyFillers(object.rest) &&
    object.pronoun !== "it" &&
    object.pronoun !== "that"
    ? vague
    : undefined;
}

/** "do not text me". "You never text me" and "I don't text" tell of something. */
function readForbiddenTexting(context: Context, rest: readonly string[]): ClauseReading {
  const isListed =
    context.before.some((word) => /^(?:put|add|place)$/.test(word)) &&
    rest.some((word) => word === "list");
  if (isListed) return "opt-out";
  if (!isForbidding(context)) return undefined;
  const { target, rest: qualifiers } = readTarget(rest);
  if (target === "other") return undefined;
  return target === "mine" ? undefined : narrowRefusal(qualifiers);
}

/** Whether a negated verb forbids something, rather than reporting what someone does. */
function isForbidding({ verb, before }: Context): boolean {
  const subject = before.findLast(
    (word) =>
      !FILLERS.has(word) || word === "you" || word === "u" || word === "yall" || word === "guys",
  );
  if (subject === undefined)
    return (
      verb !== "didnt" &&
      verb !== "doesnt" &&
      verb !== "cant" &&
      verb !== "wont" &&
      verb !== "cannot"
    );
  if (/^(?:you|u|yall|guys)$/.test(subject)) {
    const asks = before.some((word) =>
      /^(?:can|could|would|will|asked|told|want|tell|ask)$/.test(word),
    );
    return verb === "cannot" || asks;
  }
  if (I_WORDS.test(subject)) return false;
  return (
    /^(?:to|said|are|may|should|must|shall|asked|told|can|could|would)$/.test(subject) &&
    !(before.length === 1 && subject === "to")
  );
}

/** "don't send me these". "Don't send me home" has another object. */
function readNotSending(rest: readonly string[]): ClauseReading {
  const reading = readSending(rest);
  if (reading !== "opt-out" && reading !== "ambiguous") return undefined;
  const object = readNounPhrase(rest[0] === "me" || rest[0] === "us" ? rest.slice(1) : rest);
  if (object.pronoun === "it" || object.pronoun === "that")
    return object.kind === "vague" ? undefined : reading;
  if (object.isSingular && (object.hasArticle || object.kind === "reminders")) return undefined;
  if (readQualifier(object.rest) === "time") return undefined;
  return object.kind === "none" ? "ambiguous" : reading;
}

/** "Don't text me after nine" is about the time. */
function narrowRefusal(qualifiers: readonly string[]): ClauseReading {
  const qualifier = readQualifier(qualifiers);
  if (qualifier === "none") return "opt-out";
  return qualifier === "topic" ? "ambiguous" : undefined;
}
