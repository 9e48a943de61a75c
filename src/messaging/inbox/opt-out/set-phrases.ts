import { NUMBER_WORDS } from "./noun-phrase.ts";
import { FILLERS } from "./vocabulary.ts";

/** Clauses that may ask to end texting. Compared without courtesy, "I", "you" and forms of "to be". */
const UNCLEAR = new Set([
  "remove",
  "removed",
  "delete",
  "like to removed",
  "want to removed",
  "want out",
  "want off",
  "lose my number",
  "lose this number",
  "forget my number",
  "forget this number",
  "leave me alone",
  "leave us alone",
  "let me be",
  "go away",
  "get lost",
  "bug off",
  "buzz off",
  "piss off",
  "off",
  "not interested",
  "nolonger interested",
  "no more",
  "nomore",
  "enough",
  "enough enough",
  "had enough",
  "this spam",
  "spam",
  "scam",
  "blocked",
  "spammer",
  "spammers",
]);

const SKIPPED = new Set("i im ive id we are is am be its it thats this".split(" "));

/** Reads clauses that say nothing about texting but may mean it: "wrong number", "leave me alone". */
export function readSetPhrase(words: readonly string[]): "ambiguous" | undefined {
  const said = words.filter((word) => !FILLERS.has(word));
  const core = said.filter((word) => !SKIPPED.has(word)).join(" ");
  const isUnclear =
    UNCLEAR.has(core) ||
    UNCLEAR.has(said.join(" ")) ||
    isWrongNumber(said) ||
    isOtherOwner(said) ||
    isBlocking(words) ||
    isSpamComplaint(said);
  return isUnclear ? "ambiguous" : undefined;
}

const WRONG_NUMBER = new Set(
  `the this its is i think believe must got have has having texted texting reached be wrong number person phone
  guy lady man woman someone somebody contact youre youve your`.split(/\s+/),
);

function isWrongNumber(words: readonly string[]): boolean {
  const at = words.indexOf("wrong");
  return (
    at !== -1 &&
    /^(?:number|person|phone|guy|lady|man|woman|contact)$/.test(words[at + 1] ?? "") &&
    words.every((word) => WRONG_NUMBER.has(word))
  );
}

/** "This is no longer Maria's number", "this number belongs to someone else". */
function isOtherOwner(words: readonly string[]): boolean {
  if (!words.some((word) => NUMBER_WORDS.has(word))) return false;
  const [first = ""] = words;
  if (!/^(?:this|thats|that|its|not)$/.test(first)) return false;
  return words.includes("belongs")
    ? words.some((word) => /^(?:someone|somebody|else|nolonger|not|another)$/.test(word))
    : words.some((word) => /^(?:isnt|not|nolonger|aint)$/.test(word)) &&
        !words.some((word) => /^(?:working|right|of|for)$/.test(word));
}

function isBlocking(words: readonly string[]): boolean {
  const at = words.findIndex((word) => /^(?:block|blocking|blocked|reporting|report)$/.test(word));
  if (at === -1 || at > 3) return false;
  const object = words[at + 1];
  return (
    object === "you" ||
    object === "u" ||
    (object === "this" && words.length <= at + 7) ||
    (object === "your" && words[at + 2] === "number")
  );
}

function isSpamComplaint(words: readonly string[]): boolean {
  const complains = words.some((word) =>
    /^(?:spam|spamming|spammed|harassing|harassment)$/.test(word),
  );
  const accuses =
    words.length <= 2 ||
    /^(?:this|its|thats|these|why|you|your|youre|more|report|reporting|reported|marking|so)$/.test(
      words[0] ?? "",
    );
  return (
    complains &&
    accuses &&
    !words.some((word) => /^(?:folder|went|email|emails|mail|not|inbox|filter)$/.test(word)) &&
    words.length <= 8
  );
}
