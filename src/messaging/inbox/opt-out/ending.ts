import { readNounPhrase, readQualifier, readTarget } from "./noun-phrase.ts";
import type { ClauseReading, Context } from "./reading.ts";
import { isDenied, isOwnAction, isReported } from "./subject.ts";
import {
  BARE_END_VERBS,
  DETERMINERS,
  FILLERS,
  kindOf,
  RECEIVE_VERBS,
  SEND_VERBS,
  TEXTING_VERBS,
} from "./vocabulary.ts";

/** Words before "stop" that make it a noun: "the bus stop", "our last stop". */
const NOUN_MARKERS = new Set(
  "the a an bus last next first quick pit rest train subway each every which dead back front my one our your".split(
    " ",
  ),
);

/** Reads "stop", "quit", "end" and their like: what is to end decides. */
export function readEnding(context: Context): ClauseReading {
  const { verb, before, after } = context;
  if (verb === "stopped") return readPoliteEnding(context);
  if (isReported(before)) return undefined;
  const object = withoutLeadingFillers(after);
  const [first] = object;
  if (isDenied(before)) {
    const complains = before.includes("you") || before.includes("u");
    const texting = first !== undefined && (TEXTING_VERBS.has(first) || SEND_VERBS.has(first));
    return complains && texting && /^(?:wont|cant|cannot)$/.test(before.at(-1) ?? "")
      ? "ambiguous"
      : undefined;
  }
  const last = before.at(-1);
  if (last !== undefined && NOUN_MARKERS.has(last) && !(last === "all")) return undefined;
  if (verb === "enough") return readEnoughOf(after);
  if (first === undefined || /^(?:i|im|ive|id|we)$/.test(first)) return readBareEnding(context);
  if (verb === "stop" && first === "to" && /^(?:end|quit|cancel|stop)$/.test(object[1] ?? ""))
    return "stop";
  return readEndedObject(context, object);
}

/** "I'd appreciate it if you stopped texting me". Any other "stopped" tells of the past. */
function readPoliteEnding({ before, after }: Context): ClauseReading {
  const asks = before.at(-2) === "if" && /^(?:you|u|yall)$/.test(before.at(-1) ?? "");
  return asks ? readEnding({ verb: "stop", before: [], after }) : undefined;
}

function readEndedObject(context: Context, object: readonly string[]): ClauseReading {
  const [first = "", ...rest] = object;
  if (TEXTING_VERBS.has(first)) return readEndOfTexting(context, first, rest);
  if (/^(?:call|phon|email|mail)ing$/.test(first)) {
    const { target } = readTarget(rest);
    return target === "me" || (target === "none" && !isOwnAction(context.before))
      ? "ambiguous"
      : undefined;
  }
  if (SEND_VERBS.has(first)) return readSending(rest);
  if ((first === "blowing" || first === "filling") && rest.includes("phone")) return "opt-out";
  if (RECEIVE_VERBS.has(first)) {
    const received = readNounPhrase(rest);
    const isTexts =
      received.kind === "texts" || ["these", "those", "them"].includes(received.pronoun ?? "");
    return isTexts && received.kind !== "other" ? narrow(received.rest) : undefined;
  }
  return readEndedThing(context, first === "with" ? rest : object);
}

/** "stop texting": by the salon, unless the client speaks of their own texting. */
function readEndOfTexting(
  { before }: Context,
  gerund: string,
  rest: readonly string[],
): ClauseReading {
  const { target, rest: qualifiers } = readTarget(rest);
  if (target === "me") return narrow(qualifiers);
  if (target === "mine") return "ambiguous";
  if (target === "other" || isOwnAction(before)) return undefined;
  return /^(?:bother|harass|annoy|bug|pester)/.test(gerund) ? undefined : narrow(qualifiers);
}

/** The object of sending: texts, "these", or nothing. */
export function readSending(words: readonly string[]): ClauseReading {
  const at = words.findIndex((word) => !FILLERS.has(word));
  const rest = at === -1 ? [] : words.slice(at);
  const toMe = rest[0] === "me" || rest[0] === "us" ? rest.slice(1) : rest;
  const sent = readNounPhrase(toMe);
  if (sent.kind === "texts" || sent.kind === "vague") return narrow(sent.rest);
  if (sent.kind === "reminders" || sent.kind === "calls") return "ambiguous";
  if (sent.kind !== "none") return undefined;
  const [first] = sent.rest.filter((word) => !FILLERS.has(word));
  if (first === undefined) return "opt-out";
  if (first === "me" || first === "us") return readSending(sent.rest.slice(1));
  if (first === "to" && readTarget(toMe).target === "me") return "opt-out";
  return undefined;
}

function readEndedThing(context: Context, object: readonly string[]): ClauseReading {
  const { kind, pronoun, rest } = readNounPhrase(object);
  const isRest = rest.every((word) => FILLERS.has(word));
  if (kind === "texts") return isOwnAction(context.before) ? undefined : narrow(rest);
  if (kind === "reminders" || (kind === "calls" && BARE_END_VERBS.has(context.verb)))
    return narrow(rest) && "ambiguous";
  if (kind !== "vague" || !isRest) return undefined;
  if (pronoun === "these" || pronoun === "those")
    return context.verb === "cancel" ? undefined : "opt-out";
  return BARE_END_VERBS.has(context.verb) ? readBareEnding(context) : undefined;
}

function readEnoughOf(after: readonly string[]): ClauseReading {
  const [first] = after;
  const of = first === "with" || first === "of" ? after.slice(1) : after;
  return readNounPhrase(of).kind === "texts" ? narrow(readNounPhrase(of).rest) : undefined;
}

/** Words that may introduce a bare "stop": "I said", "I want you to". */
const INTRODUCTIONS = new Set(
  `quiero quisiera darme dar de deme i im ive id we said saying told tell asked ask want wants need would like have to must can could will you u
  yall text texted texting reply replying replied typed type no interested not should gonna`.split(
    /\s+/,
  ),
);
const STATING = new Set([
  "said",
  "saying",
  "told",
  "tell",
  "asked",
  "text",
  "texted",
  "texting",
  "reply",
  "replying",
  "replied",
  "typed",
  "type",
  "you",
  "u",
  "yall",
]);

function readBareEnding({ verb, before }: Context): ClauseReading {
  if (isWishOfTexts(before)) return "opt-out";
  if (!before.every((word) => FILLERS.has(word) || INTRODUCTIONS.has(word) || word === verb))
    return undefined;
  const isMine = before.some((word) => /^(?:i|im|ive|id|we)$/.test(word));
  const states = before.some((word) => STATING.has(word));
  if (BARE_END_VERBS.has(verb)) {
    if (!isMine || states) return "stop";
    return before.includes("want") || before.includes("like") ? "ambiguous" : undefined;
  }
  return verb === "cancel" && before.every((word) => FILLERS.has(word)) ? "cancel" : undefined;
}

/** "I want these texts to stop", "make the messages stop", "tired of the texts please stop". */
function isWishOfTexts(before: readonly string[]): boolean {
  const at = before.findIndex((word) => kindOf(word) === "texts");
  const wish =
    /^(?:i|id|we|how|can|could|do|does|make|making|want|need|needs|like|have|has|must|should|to|get|got)$/;
  return (
    at !== -1 &&
    (before.at(-1) === "please" ||
      before.every(
        (word) =>
          FILLERS.has(word) || DETERMINERS.has(word) || wish.test(word) || kindOf(word) === "texts",
      ))
  );
}

/** A time or another topic makes the wish to end texting uncertain. */
function narrow(qualifiers: readonly string[]): ClauseReading {
  const qualifier = readQualifier(qualifiers);
  if (qualifier === "none") return "opt-out";
  return qualifier === "back" || qualifier === "object" ? undefined : "ambiguous";
}

function withoutLeadingFillers(words: readonly string[]): readonly string[] {
  const at = words.findIndex((word) => !FILLERS.has(word) && word !== "de");
  return at === -1 ? [] : words.slice(at);
}
