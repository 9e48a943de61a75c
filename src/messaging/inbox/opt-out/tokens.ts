import { correctSpelling } from "./spelling.ts";
import { CALL_VERBS, LAUGHTER, TEXT_VERBS, TEXTING_VERBS } from "./vocabulary.ts";

export interface TokenizedText {
  /** The words of each clause, without accents, apostrophes and quotations. */
  readonly clauses: readonly (readonly string[])[];
  readonly isPlayful: boolean;
  /** The text is a raised hand or a no-entry sign and nothing else. */
  readonly isSignOnly: boolean;
}

/** Splits a text into clauses of words. Quotations and signatures are not the client's own words. */
export function tokenize(body: string): TokenizedText {
  const own = ownWords(body);
  return {
    clauses: withPlainLetters(own)
      .split(CLAUSE_ENDS)
      .flatMap((clause) => splitAtConjunctions(toWords(clause)))
      .filter((words) => words.length > 0),
    isPlayful: LAUGHTER.test(own),
    isSignOnly: /^[✋🚫⛔🤚]+$/u.test(own.replace(/[\s\p{M}\p{Sk}]/gu, "")),
  };
}

/** The words of a text as one clause, without correcting their spelling. "opt out" is one word. */
export function normalizedWords(body: string): string[] {
  const words = withPlainLetters(ownWords(body)).match(/[\p{L}\p{N}]+/gu) ?? [];
  return joinPairs(words);
}

function ownWords(body: string): string {
  return withoutQuotations(withoutSignature(body.normalize("NFKC").toLowerCase()));
}

function withPlainLetters(text: string): string {
  return text
    .replaceAll("🛑", " stop ")
    .replace(/\b(my|this|your|ur) ?#/g, "$1 number ")
    .normalize("NFD")
    .replace(/\p{M}|['’‘`´]/gu, "")
    .replace(SPELLED_OUT, (letters) => letters.replace(/[ .·-]/g, ""));
}

const SIGNATURE = /^(?:sent (?:from|via|with|using) |get outlook for |envoye de |enviado desde )/;

function withoutSignature(text: string): string {
  const lines = text.split(/\r\n?|\n/);
  const end = lines.findIndex((line, at) => /^(?:--|__)\s*$/.test(line) && hasWords(lines[at - 1]));
  return lines
    .slice(0, end === -1 ? undefined : end)
    .filter((line) => !line.startsWith(">") && !SIGNATURE.test(line.trimStart()))
    .join("\n");
}

function hasWords(line: string | undefined): boolean {
  return line !== undefined && /[\p{L}\p{N}🛑]/u.test(line);
}

/** Each alternative excludes its own end, so that matching is linear. */
const QUOTATIONS = /“[^“”]*”|"[^"]*"|«[^«»]*»|(?<![\p{L}\p{N}])['‘][^'’‘\n]*['’](?![\p{L}\p{N}])/gu;

/** A client who puts the whole text in quotation marks means it. */
function withoutQuotations(text: string): string {
  const rest = text.replace(QUOTATIONS, " quotation ");
  return rest.replace(/[^\p{L}\p{N}]/gu, "") === "quotation" ? text : rest;
}

/** "S.T.O.P." and "s t o p". */
const SPELLED_OUT = /(?<![\p{L}\p{N}])(?:\p{L}[ .·-]{1,2}){2,}\p{L}(?![\p{L}\p{N}])/gu;
const CLAUSE_ENDS = /[!?;()\n…¿¡]+|[.,:]+(?!\d)|\s[-–—~/|*]+(?=\s)|[–—]/u;

/** Two words, at most, that mean one thing. */
const PAIRS: Readonly<Record<string, string>> = {
  "opt out": "optout",
  "opting out": "optingout",
  "opted out": "optedout",
  "opt in": "optin",
  "un subscribe": "unsubscribe",
  "no longer": "nolonger",
  "any more": "anymore",
  "any longer": "anymore",
  "do not": "dont",
  "can not": "cannot",
  "text messages": "texts",
  "text message": "message",
  "wait list": "waitlist",
  "at all": "",
  "for good": "",
  "for ever": "",
  "right away": "",
  "right now": "",
  "y all": "yall",
  "turn off": "disable",
  "turning off": "disable",
  "shut off": "disable",
  "switch off": "disable",
};

function toWords(clause: string): string[] {
  return joinPairs((clause.match(/[\p{L}\p{N}]+/gu) ?? []).map(correctSpelling));
}

function joinPairs(words: readonly string[]): string[] {
  const joined: string[] = [];
  for (const word of words) {
    const pair = PAIRS[`${joined.at(-1)} ${word}`];
    if (pair === undefined) joined.push(word);
    else joined.splice(-1, 1, ...(pair === "" ? [] : [pair]));
  }
  return joined;
}

const CONJUNCTIONS = new Set(["and", "but", "because", "cuz", "bc", "then", "so", "or"]);
const isContactWord = (word: string | undefined): boolean =>
  word !== undefined &&
  (TEXT_VERBS.has(word) ||
    TEXTING_VERBS.has(word) ||
    CALL_VERBS.has(word) ||
    ["texts", "messages", "calls", "emails"].includes(word));

const isCallWord = (word: string): boolean => /^(?:call|phon|email|mail|ring)/.test(word);

/** Splits at "and" and similar words. "call or text me" and "texts and calls" stay one verb or noun: the texts. */
function splitAtConjunctions(words: readonly string[]): string[][] {
  const clauses: string[][] = [[]];
  words.forEach((word, at) => {
    const clause = clauses.at(-1) ?? [];
    const [conjunction, before, after] = [words[at - 1] ?? "", words[at - 2], words[at + 1]];
    const isJoined = isContactWord(before) && isContactWord(word) && CONJUNCTIONS.has(conjunction);
    if (isJoined && isCallWord(word)) return;
    if (isJoined && isCallWord(before ?? "")) clause.splice(-1, 1, word);
    else if (!CONJUNCTIONS.has(word)) clause.push(word);
    else if (
      !(isContactWord(words[at - 1]) && isContactWord(after)) &&
      !(word === "so" && after === "early")
    )
      clauses.push([]);
  });
  return clauses;
}
