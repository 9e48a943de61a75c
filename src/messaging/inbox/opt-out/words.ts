/** The client's own words: without a signature, quoted lines and the text that a reaction repeats. */
function ownWords(body: string): string {
  const text = toPlainText(body);
  return REACTION.test(text) ? "" : separate(text).own;
}

/** The signature and quoted lines, in which some clients write too, without our own "Reply STOP to opt out". */
export function splitOtherClauses(body: string): string[][] {
  const text = toPlainText(body.slice(0, LONGEST));
  const lines = REACTION.test(text) ? [] : separate(text).others;
  return lines.filter((line) => !OUR_HINT.test(line)).flatMap(toClauses);
}

const OUR_HINT = /\b(?:reply|text|send|respond[ae]?|env[ií][ae])\b.*\bstop\b/;

/** Normalization would make some apostrophes a space. */
function toPlainText(body: string): string {
  return body
    .replace(/[´ʹʼʻ′＇‘’`]/g, "'")
    .normalize("NFKC")
    .toLowerCase()
    .replace(/\p{Cf}/gu, "");
}

/** What phones send for a reaction: it repeats our text, and asks for nothing. */
const REACTION =
  /^\s*(?:liked|loved|disliked|laughed at|emphasized|questioned|reacted .{1,20} to|le gust[oó]|a .{1,30} le encant[oó]) [“"«].*[”"»…]\s*$/su;

const SIGNATURE =
  /^(?:sent (?:from|via|with|using) |get outlook for |envoy[eé] de |enviado desde )/;

function separate(text: string): { own: string; others: string[] } {
  const lines = text.split(/\r\n?|\n/);
  const end = lines.findIndex((line, at) => /^(?:--|__)\s*$/.test(line) && hasWords(lines[at - 1]));
  const isOther = (line: string, at: number) =>
    (end !== -1 && at >= end) || line.startsWith(">") || SIGNATURE.test(line.trimStart());
  return {
    own: lines.filter((line, at) => !isOther(line, at)).join("\n"),
    others: lines.filter(isOther),
  };
}

function hasWords(line: string | undefined): boolean {
  return line !== undefined && /[\p{L}\p{N}🛑]/u.test(line);
}

/** "S.T.O.P." and "s t o p". */
const SPELLED_OUT = /(?<![\p{L}\p{N}])(?:\p{L}[ .·_*-]{1,2}){2,}\p{L}(?![\p{L}\p{N}])/gu;
const CLAUSE_ENDS = /[!?;()\n…¿¡。！？，]+|[.,:]+(?!\d)|\s[-–—~/|*]+(?=\s)|[–—]/u;
const WORD = /[\p{L}\p{N}]+/gu;

/** Reads only the beginning of a very long text. The carrier's longest text has 1,600 characters. */
const LONGEST = 5_000;

/** The words of each clause in plain lower-case letters, without accents and apostrophes. "opt out" is one word. */
export function splitClauses(body: string): string[][] {
  return toClauses(ownWords(body.slice(0, LONGEST)));
}

function toClauses(text: string): string[][] {
  return text
    .replaceAll("🛑", " stop ")
    .replace(/#(?!\d)/g, " number ")
    .normalize("NFD")
    .replace(/\p{M}|'/gu, "")
    .normalize("NFC")
    .replace(SPELLED_OUT, (letters) => letters.replace(/[ .·_*-]/g, ""))
    .split(CLAUSE_ENDS)
    .map((clause) => joinPairs(clause.match(WORD) ?? []))
    .filter((words) => words.length > 0);
}

/** One or two words that are written in several ways, and the way that the vocabulary knows. */
const SPELLINGS: ReadonlyMap<string, string> = new Map([
  ["u", "you"],
  ["ur", "your"],
  ["w", "with"],
  ["wanna", "want to"],
  ["gotta", "have to"],
  ["sto", "stop"],
  ["st0p", "stop"],
  ["5top", "stop"],
  ["fck", "fuck"],
  ["opt out", "optout"],
  ["opting out", "optout"],
  ["opted out", "optedout"],
  ["un subscribe", "unsubscribe"],
  ["stop all", "stopall"],
  ["no longer", "nolonger"],
  ["any more", "anymore"],
  ["any longer", "anymore"],
  ["do not", "dont"],
  ["can not", "cant"],
  ["does not", "doesnt"],
  ["did not", "didnt"],
  ["is not", "isnt"],
  ["will not", "wont"],
  ["text message", "text"],
  ["text messages", "texts"],
  ["text messaging", "texting"],
  ["thank you", "thanks"],
  ["wait list", "waitlist"],
  ["waiting list", "waitlist"],
]);

function joinPairs(words: readonly string[]): string[] {
  const joined: string[] = [];
  for (const word of words) {
    const plain = word.replace(/(\p{L})\1{2,}/gu, "$1");
    const pair = SPELLINGS.get(`${joined.at(-1)} ${plain}`);
    if (pair !== undefined) joined.splice(-1, 1, pair);
    else joined.push(...(SPELLINGS.get(plain) ?? plain).split(" "));
  }
  return joined;
}

/** The text is a raised hand, a finger or a no-entry sign and nothing else. */
export function isSignOnly(body: string): boolean {
  return /^[✋🚫⛔🤚🖕]+$/u.test(body.replace(/[\s\p{M}\p{Sk}\p{Cf}]/gu, ""));
}
