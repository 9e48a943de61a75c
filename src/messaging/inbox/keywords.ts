import { KEYWORD_OBJECTS, SLOTS, STOP_KEYWORDS } from "./opt-out/vocabulary.ts";
import { splitClauses } from "./opt-out/words.ts";

/** The meaning of a text that consists only of keywords and courtesy. */
export type Keyword = "stop" | "help" | "start" | "confirm" | "cancel";

const OTHERS: ReadonlyMap<string, Keyword> = new Map([
  ["help", "help"],
  ["info", "help"],
  ["start", "start"],
  ["yes", "start"],
  ["unstop", "start"],
  ["c", "confirm"],
  ["x", "cancel"],
]);

const toSet = (list: string): ReadonlySet<string> =>
  new Set(list.trim().split(/\s+/).map(withoutDoubles));
const STOPS = toSet(STOP_KEYWORDS);
const OBJECTS = toSet(KEYWORD_OBJECTS);
const COURTESY = new Set(SLOTS.courtesy.trim().split(/\s+/));

/**
 * Finds the keyword that the whole text consists of, ignoring case, punctuation, doubled letters, courtesy, emoji and
 * signature lines. START and YES have an effect only for an opted-out client, C and X only after a reminder.
 */
export function findKeyword(body: string): Keyword | undefined {
  const said = splitClauses(body).flat();
  const words = said.filter((word) => !COURTESY.has(word) || OTHERS.has(word));
  const other = OTHERS.get(words.join(" "));
  if (other) return other;
  const [first = "", ...more] = words.map(withoutDoubles);
  const isStop = STOPS.has(first) && more.every((word) => STOPS.has(word) || OBJECTS.has(word));
  return isStop ? "stop" : undefined;
}

function withoutDoubles(word: string): string {
  return word.replace(/(\p{L})\1+/gu, "$1");
}
