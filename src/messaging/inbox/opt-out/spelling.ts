/** Words that decide the meaning and whose misspellings are common. */
const CORRECTED = [
  "texting",
  "texts",
  "messages",
  "messaging",
  "message",
  "please",
  "remove",
  "sending",
  "receive",
  "receiving",
  "contact",
  "contacting",
  "marketing",
  "consent",
  "anymore",
  "interested",
  "promotions",
  "number",
];

/** Words one typo away from a keyword: "massages" is not a misspelling of "messages". */
const REAL_WORDS = new Set(["text", "ending", "lease", "pleas", "rmessage", "promotion", "number"]);

/** Each misspelling with one letter missing or two letters swapped. A replaced letter would turn massages into messages. */
function misspellings(word: string): string[] {
  return [...word].flatMap((letter, at) => [
    word.slice(0, at) + word.slice(at + 1),
    word.slice(0, at) + (word[at + 1] ?? "") + letter + word.slice(at + 2),
  ]);
}

const CORRECTIONS = new Map<string, string>([
  ...CORRECTED.flatMap((word) =>
    misspellings(word)
      .filter((slip) => !REAL_WORDS.has(slip) && !CORRECTED.includes(slip))
      .map((slip) => [slip, word] as const),
  ),
  ...Object.entries({
    stpo: "stop",
    sotp: "stop",
    stp: "stop",
    stopp: "stop",
    tsop: "stop",
    stop2: "stop",
    stopall: "stop",
    plz: "please",
    pls: "please",
    plse: "please",
    frm: "from",
    pleaz: "please",
    wana: "want",
    wanna: "want",
    mesages: "messages",
    messges: "messages",
    messeges: "messages",
    messags: "messages",
    txtmsgs: "texts",
    donot: "dont",
    dnt: "dont",
    txts: "texts",
    txting: "texting",
    parar: "stop",
    alto: "stop",
    arret: "stop",
  }),
]);

/** Returns the word that a common misspelling stands for, and shortens "stoooop". */
export function correctSpelling(word: string): string {
  const short = word.replace(/(\p{L})\1{2,}/gu, "$1");
  if (/^unsu\p{L}*b(?:e|ed|ing)?$/u.test(short))
    return short.endsWith("ed") ? "unsubscribed" : "unsubscribe";
  return CORRECTIONS.get(short) ?? short;
}
