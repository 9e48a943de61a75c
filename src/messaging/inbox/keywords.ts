import { normalizedWords } from "./opt-out/tokens.ts";

/** The meaning of a text that consists only of keywords. */
export type Keyword = "stop" | "help" | "start" | "confirm" | "cancel";

/** Each of these ends texting, alone, doubled or combined ("STOP ALL", "stop unsubscribe"). */
const STOP_WORDS = new Set(
  "stop stopall unsubscribe cancel end quit revoke optout alto parar baja arret".split(" "),
);
/** Words that may follow a stop word. */
const STOP_OBJECTS = new Set("all sms texts text messages".split(" "));

const OTHERS: ReadonlyMap<string, Keyword> = new Map([
  ["help", "help"],
  ["info", "help"],
  ["start", "start"],
  ["yes", "start"],
  ["unstop", "start"],
  ["c", "confirm"],
  ["x", "cancel"],
]);

/**
 * Finds the keyword that the whole text consists of, ignoring case, punctuation, emoji and signature lines.
 * START and YES have an effect only for an opted-out client, C and X only after a reminder.
 */
export function findKeyword(body: string): Keyword | undefined {
  const words = normalizedWords(body);
  const [first = "", ...more] = words;
  if (more.length === 0 && OTHERS.has(first)) return OTHERS.get(first);
  const isStop =
    STOP_WORDS.has(first) && more.every((word) => STOP_WORDS.has(word) || STOP_OBJECTS.has(word));
  return isStop ? "stop" : undefined;
}
