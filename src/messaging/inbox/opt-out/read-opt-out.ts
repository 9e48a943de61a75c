import { lazy } from "#src/shared/lazy.ts";
import {
  CERTAIN_ALONE,
  CERTAIN_FORMS,
  IDIOMS,
  IDIOMS_WITHOUT_TEXTS,
  NEXT_TO_CERTAIN,
  OFTEN_MISSPELLED,
  REAL_WORDS,
  SLOTS,
  TEXTING_OBJECTS,
  TRIGGER_PARTS,
  TRIGGER_WORDS,
  TRIGGERS,
  TRIGGERS_IN_IDIOMS,
} from "./vocabulary.ts";
import { isSignOnly, splitClauses, splitOtherClauses } from "./words.ts";

export type OptOutReading = "opt-out" | "unclear" | "none";

/**
 * Reads whether a text asks to end texting. A request in any reasonable form counts (47 CFR 64.1200(a)(10)), and no list
 * of forms is complete. So certain forms are an opt-out, and any other text with a trigger is `unclear`: it is held for
 * staff unless idioms explain each of its triggers ("stop by at 5").
 */
export function readOptOut(body: string): OptOutReading {
  if (isSignOnly(body)) return "unclear";
  const clauses = splitClauses(body).map(toClause);
  const { certain } = expressions();
  const isCertain = clauses.some((clause) => certain.test(clause)) || areAllCertain(clauses);
  if (isCertain) return "opt-out";
  const all = [...clauses, ...splitOtherClauses(body).map(toClause)];
  return all.some(hasTrigger) ? "unclear" : "none";
}

function areAllCertain(clauses: readonly string[]): boolean {
  const { alone, nextToAlone } = expressions();
  const others = clauses.filter((clause) => !alone.test(clause));
  return others.length < clauses.length && others.every((clause) => nextToAlone.test(clause));
}

function toClause(words: readonly string[]): string {
  return words.map((word) => `${toTrigger(word)} `).join("");
}

function hasTrigger(clause: string): boolean {
  const { triggerInIdioms, trigger } = expressions();
  return triggerInIdioms.test(clause) || trigger.test(removeIdioms(clause));
}

function removeIdioms(clause: string): string {
  const { idiom, namesTexts, idiomWithoutTexts } = expressions();
  const rest = clause.replace(idiom, "- ");
  return namesTexts.test(rest) ? rest : rest.replace(idiomWithoutTexts, "- ");
}

const splitWords = (list: string): string[] => list.trim().split(/\s+/);
const splitPatterns = (list: string): string[] => list.trim().split(/\s*\|\s*/);
const oneOf = (sources: readonly string[]): string => `(?:${sources.join("|")})`;

const ABOUT_TEXTS = [
  TEXTING_OBJECTS,
  SLOTS.texts,
  SLOTS.texting,
  SLOTS.offers,
  SLOTS.list,
  SLOTS.number,
];
const slotSources = lazy(
  () =>
    new Map([
      ...Object.entries(SLOTS).map(([name, words]) => [name, oneOf(splitWords(words))] as const),
      ["other", `(?!${oneOf(ABOUT_TEXTS.flatMap(splitWords))} )[\\p{L}\\p{N}]+`] as const,
    ]),
);

/** The source of a regular expression for clauses in which a space follows each word. */
function toSource(pattern: string): string {
  const parts = pattern.split(" ").map((part) => {
    if (part === "^" || part === "$") return part;
    if (part === "..") return "(?:[\\p{L}\\p{N}]+ ){0,4}?";
    if (part === "...") return "(?:[\\p{L}\\p{N}]+ ){0,8}?";
    const [, slot, count] = /^\{(\w+)([?*]?)\}$/.exec(part) ?? [];
    if (slot === undefined) return `${part} `;
    const source = slotSources().get(slot);
    if (!source) throw new Error(`No slot is named ${slot}`);
    return `(?:${source} )${count === "*" ? "{0,8}" : count}`;
  });
  return `(?<=^| )${parts.join("")}`;
}

const anyOf = (patterns: readonly string[], flags: string): RegExp =>
  new RegExp(oneOf(patterns.map(toSource)), flags);

const expressions = lazy(() => ({
  certain: anyOf(splitPatterns(CERTAIN_FORMS), "u"),
  alone: anyOf(splitPatterns(CERTAIN_ALONE), "u"),
  nextToAlone: anyOf(splitPatterns(NEXT_TO_CERTAIN), "u"),
  idiom: anyOf(splitPatterns(IDIOMS), "gu"),
  idiomWithoutTexts: anyOf(splitPatterns(IDIOMS_WITHOUT_TEXTS), "gu"),
  namesTexts: anyOf(["{texts}", "{texting}"], "u"),
  triggerInIdioms: anyOf(splitPatterns(TRIGGERS_IN_IDIOMS), "u"),
  trigger: new RegExp(
    oneOf([
      ...[...splitWords(TRIGGER_WORDS), ...splitPatterns(TRIGGERS)].map(toSource),
      ...splitWords(TRIGGER_PARTS).map((part) =>
        part.normalize("NFD").replace(/\p{M}/gu, "").normalize("NFC"),
      ),
    ]),
    "u",
  ),
}));

const CORRECT = splitWords(OFTEN_MISSPELLED);
const REAL = new Set([...splitWords(REAL_WORDS), ...splitWords(TRIGGER_WORDS), ...CORRECT]);

/** Returns the trigger word that this word misspells by one letter, or the word itself. */
function toTrigger(word: string): string {
  if (REAL.has(word)) return word;
  return CORRECT.find((correct) => isOneLetterApart(word, correct)) ?? word;
}

/** One letter is missing, added or wrong, or two neighbors are swapped. */
function isOneLetterApart(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (long.length - short.length > 1) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  if (short.length < long.length) return short.slice(at) === long.slice(at + 1);
  const isSwapped = short[at] === long[at + 1] && short[at + 1] === long[at];
  return short.slice(at + (isSwapped ? 2 : 1)) === long.slice(at + (isSwapped ? 2 : 1));
}
