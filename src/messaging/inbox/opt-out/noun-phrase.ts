import {
  CALENDAR,
  DETERMINERS,
  FILLERS,
  kindOf,
  type ObjectKind,
  PREPOSITIONS,
  SINGULAR_TEXTS,
  TIMES,
  VAGUE_OBJECTS,
} from "./vocabulary.ts";

export interface NounPhrase {
  /** `vague` is "these" or "it"; `other` is a service, a person, a time or anything else; `none` is no object. */
  readonly kind: ObjectKind | "vague" | "other" | "none";
  /** The object as written, of one word at most; for vague ones. */
  readonly pronoun: string | undefined;
  /** "the text", "a message": one thing, not texting. */
  readonly isSingular: boolean;
  readonly hasArticle: boolean;
  /** Another noun follows: a name after "texts", or "texts received". */
  readonly isFollowed: boolean;
  readonly rest: readonly string[];
}

/** Reads the object at the beginning of these words: what its last noun is. */
export function readNounPhrase(words: readonly string[]): NounPhrase {
  let kind: NounPhrase["kind"] = "none";
  let pronoun: string | undefined;
  let isSingular = false;
  let hasPlural = false;
  let hasArticle = false;
  let isFollowed = false;
  let at = 0;
  for (; at < words.length; at++) {
    const word = words[at] ?? "";
    const noun = kindOf(word);
    if (noun !== undefined) {
      kind = kind === "other" && noun === "list" ? "other" : noun;
      isSingular = SINGULAR_TEXTS.has(word);
      hasPlural ||= noun === "texts" && !isSingular;
    } else if (CALENDAR.has(word) || TIMES.has(word)) {
      kind = "other";
    } else if (PREPOSITIONS.has(word) && !DETERMINERS.has(word)) {
      break;
    } else if (DETERMINERS.has(word)) {
      if (kind !== "none" && kind !== "other") break;
      hasArticle ||= word === "a" || word === "an";
      if (VAGUE_OBJECTS.has(word)) pronoun = word;
    } else if (FILLERS.has(word)) {
      if (kind !== "none") break;
    } else if (kind !== "texts" || !TEXT_SERVICES.has(word)) {
      isFollowed = hasPlural;
      kind = hasPlural ? "texts" : "other";
    }
  }
  if (kind === "none" && pronoun !== undefined) kind = "vague";
  return { kind, pronoun, isSingular, hasArticle, isFollowed, rest: words.slice(at) };
}

const TEXT_SERVICES = new Set(["subscription", "program", "service", "club", "campaign", "system"]);

/** What follows an object: nothing that narrows it, a time, another topic, "back" ("text me back") or a second object ("text me the code"). */
type Qualifier = "none" | "time" | "topic" | "back" | "object";

const PLACES = new Set([
  "number",
  "phone",
  "cell",
  "mobile",
  "line",
  "here",
  "notice",
  "future",
  "device",
]);
const TIME_PREPOSITIONS = new Set(
  "at on before after until till during while when in by between past so".split(" "),
);
const TOPIC_PREPOSITIONS = new Set("about for regarding re with unless if except".split(" "));

export function readQualifier(words: readonly string[]): Qualifier {
  const rest = words.filter((word) => !FILLERS.has(word));
  const [first, ...others] = rest;
  if (first === undefined) return "none";
  if (first === "back") return "back";
  if (TIMES.has(first) || /^\d/.test(first)) return "time";
  if (first === "by" && readNounPhrase(others).kind === "texts") return "none";
  if (TIME_PREPOSITIONS.has(first))
    return others.some((word) => PLACES.has(word)) ? "none" : "time";
  if (TOPIC_PREPOSITIONS.has(first)) {
    const { kind } = readNounPhrase(others);
    return kind === "texts" || kind === "vague" || kind === "none" ? "none" : "topic";
  }
  const isSecond = /^(?:the|an|my|your|his|her)$/.test(first);
  return isSecond && readNounPhrase(rest).kind === "other" ? "object" : "none";
}

/** The object of a verb such as "text": this number, the owner of another one, no one, or something else. */
export type Target = "me" | "mine" | "none" | "other";

export function readTarget(words: readonly string[]): { target: Target; rest: readonly string[] } {
  const at = words.findIndex((word) => !FILLERS.has(word) && word !== "to");
  const [first, second, third] = at === -1 ? [] : words.slice(at);
  const after = (count: number) => words.slice(at + count);
  if (first === undefined) return { target: "none", rest: [] };
  if (/^(?:me|us|here|people|anyone|customers|clients)$/.test(first))
    return { target: "me", rest: after(1) };
  if ((first === "this" || first === "my") && second !== undefined) {
    if (NUMBER_WORDS.has(second)) return { target: "me", rest: after(third === "number" ? 3 : 2) };
    return { target: first === "my" ? "mine" : "other", rest: after(2) };
  }
  return PREPOSITIONS.has(first) || TIMES.has(first)
    ? { target: "none", rest: words.slice(at) }
    : { target: "other", rest: words.slice(at) };
}

export const NUMBER_WORDS = new Set(["number", "phone", "cell", "mobile", "line", "cellphone"]);
