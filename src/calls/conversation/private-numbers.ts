import { parseValidPhone } from "#src/platform/phone-numbers.ts";
import { MONTH_NAME, readNumbers, type SpokenGroup } from "#src/shared/number-groups.ts";
import { DATE, isListOfHours } from "#src/shared/spoken-numbers.ts";

const HIDDEN_NUMBER = "[number hidden]";
/** Caller turns that are read again with the next one, because a card may be dictated with pauses. */
const TURNS_KEPT = 8;
/** Shorter runs are times, prices, house numbers or local phone numbers. */
const LONG_RUN = 8;
/** A caller says fewer without another word. More would also take long to read. */
const MOST_GROUPS = 40;
const MAX_CARD_DIGITS = 19;
/** Of E.164; a group has at least one. */
const MAX_PHONE_DIGITS = 15;
/** Lengths by the first digit (ISO/IEC 7812): Visa, Mastercard, American Express, Diners, Discover and others. */
const CARD = /^(?:4(?:\d{12}|\d{15}|\d{18})|[25]\d{15}|6\d{15,18}|3\d{13,15})$/;
const CODE_WORDS = String.raw`\b(?:cvv2?|cvc2?|csc|c v v|c v c|security code|verification (?:code|number|value)|on the (?:back|front)|pin)\b`;
const SOCIAL_WORDS = String.raw`\b(?:my social|social security|ssn|s\.? ?s\.? ?n|taxpayer)\b`;
const BEFORE_SECRET = new RegExp(`(?:${CODE_WORDS}|${SOCIAL_WORDS})[^.?!]{0,40}$`, "i");
const AFTER_SECRET = new RegExp(
  `^[\\s,]*(?:(?:is|are|as|my|the|for)\\s+){0,3}(?:${CODE_WORDS}|${SOCIAL_WORDS})`,
  "i",
);
const EXPIRY_WORDS = /\b(?:exp(?:ir\w*)?|valid|good|code)\b[^.?!]{0,40}$/i;
const EXPIRY_MONTH = new RegExp(
  String.raw`${MONTH_NAME}[\s,]+(?:of\s+)?(?:20\d\d|[2-4]\d|twenty(?:[\s-]+[a-z]+){1,2})\b`,
  "gi",
);
/** What the search for long runs leaves alone: dates, times, amounts, ordinals, and numbers as they are written. */
const OTHERS = [
  DATE,
  new RegExp(
    String.raw`${MONTH_NAME}\s+(?:the\s+)?\d{1,2}(?:st|nd|rd|th)?(?:,?\s+20\d\d)?\b|\b\d{1,2}(?:st|nd|rd|th)?\s+(?:of\s+)?${MONTH_NAME}(?:,?\s+20\d\d)?`,
    "gi",
  ),
  /\b\d{1,2}(?::\d\d)?\s*(?:[ap]\.?\s?m\b|o'?clock)/gi,
  /[$€£]\s?\d[\d,]{0,6}(?:\.\d\d)?|\b\d{1,5}(?:\.\d\d)?\s+(?:dollars|bucks|cents|euros|pounds|percent|minutes|hours|people)\b|\bzip(?: code)?(?: is)? \d{5}-\d{4}\b|\b\d{1,2}(?:st|nd|rd|th)\b/gi,
  /(?<!\d[-.\s]*)(?:\+?1[-. ]?)?(?:\([2-9]\d\d\)\s?|[2-9]\d\d[-.])[2-9]\d\d[-.]\d{4}(?![-.\s]*\d)/g,
];

/** Part of a card only by chance: people say "forty-one eleven", which may be written as 41:11. */
const TIME = /(?<![\d:])(?:1?\d|2[0-3]):[0-5]\d(?![\d:])/g;

type Range = readonly [from: number, to: number];

/** Hides card numbers with their expiry and code, social security numbers, and every long number that isn't a phone number or a date. */
export function hidePrivateNumbers(text: string, country = "US"): string {
  return createCallerWords(country).add(text).content;
}

/** What a caller said at once, without private numbers, as the model reads it. */
export interface CallerTurn {
  readonly role: "user";
  content: string;
  /** Called with new content when later words show that a card number began here. */
  onChange: (content: string) => void;
}

/** Reads what a caller says in a call. The last turns stay in memory as they were said, because a card may go on. */
export function createCallerWords(country: string): { add: (said: string) => CallerTurn } {
  let turns: { said: string; turn: CallerTurn; hidden: readonly Range[] }[] = [];
  return {
    add(said) {
      const turn: CallerTurn = { role: "user", content: "", onChange: () => undefined };
      turns = [...turns, { said: said.normalize("NFKC"), turn, hidden: [] }].slice(-TURNS_KEPT);
      const found = findPrivate(turns.map((one) => one.said).join("\n"), country);
      let start = 0;
      for (const one of turns) {
        const { length } = one.said;
        const own = found.map(([from, to]): Range => [from - start, Math.min(to - start, length)]);
        // What was hidden stays hidden, also when the beginning of the card is no longer kept.
        one.hidden = [...one.hidden, ...own.filter(([from, to]) => from < length && to > 0)];
        start += length + 1;
        const content = hide(one.said, one.hidden);
        if (content === one.turn.content) continue;
        one.turn.content = content;
        one.turn.onChange(content);
      }
      return turn;
    },
  };
}

function hide(said: string, ranges: readonly Range[]): string {
  let shown = "";
  let end = 0;
  for (const [from, to] of ranges.toSorted(([a], [b]) => a - b)) {
    const between = said.slice(end, Math.max(end, from));
    shown += end > 0 && /^[\s,.;-]*$/.test(between) ? "" : between + HIDDEN_NUMBER;
    end = Math.max(end, to);
  }
  return shown + said.slice(end);
}

/** Returns the hidden parts of the turns, which are separated by line breaks. */
function findPrivate(text: string, country: string): Range[] {
  const plain = OTHERS.reduce((rest, other) => rest.replace(other, blank), text);
  const runs = readNumbers(plain);
  const cards = runs.flatMap((run) =>
    run.length > MOST_GROUPS ? [toRange(run)] : findCards(run, country),
  );
  const parts = readNumbers(plain.replace(TIME, blank))
    .flatMap((run) =>
      Map.groupBy(run, ({ from }) => text.lastIndexOf("\n", from))
        .values()
        .toArray(),
    )
    .filter((run) => !cards.some(([from, to]) => from <= startOf(run) && endOf(run) <= to));
  const long = parts.filter((run) => isLongAndUnknown(run, plain, country));
  const numbers = [...cards, ...long.map(toRange)];
  /** In the same turn or the next one. */
  const follows = (from: number) =>
    numbers.some(([, end]) => end <= from && text.slice(end, from).split("\n").length < 3);
  const details = parts.filter((run) => {
    const digits = digitsOf(run);
    const line = text.slice(text.lastIndexOf("\n", startOf(run) - 1) + 1, startOf(run));
    const after = text.slice(endOf(run)).split("\n")[0] ?? "";
    if (digits.length < 3) return false;
    if (BEFORE_SECRET.test(line) || AFTER_SECRET.test(after)) return true;
    if (!follows(startOf(run)) || isPhone(digits, country)) return false;
    const isInSameTurn = numbers.some(
      ([, end]) => end <= startOf(run) && end >= startOf(run) - line.length,
    );
    const isAlone = /^[^a-z]*$/i.test(line) && /^(?:[^a-z]*$|.*\b(?:code|cv[vc]|exp))/i.test(after);
    return isInSameTurn || isAlone || EXPIRY_WORDS.test(line);
  });
  const months = [...text.matchAll(EXPIRY_MONTH)]
    .map(({ 0: found, index }): Range => [index, index + found.length])
    .filter(
      ([from]) => follows(from) && EXPIRY_WORDS.test(text.slice(Math.max(0, from - 60), from)),
    );
  return [...numbers, ...details.map(toRange), ...months];
}

/** Returns the parts of a run that are card numbers by their first digit, length and check digit. */
function findCards(run: readonly SpokenGroup[], country: string): Range[] {
  for (const [at, first] of run.entries()) {
    let digits = "";
    let card: number | undefined;
    for (let next = at; next < run.length && digits.length < MAX_CARD_DIGITS; next += 1) {
      digits += run[next]?.digits;
      if (CARD.test(digits) && hasCheckDigit(digits)) card = next;
    }
    const last = card === undefined ? undefined : run[card];
    if (card === undefined || !last) continue;
    // A phone number and the beginning of the card after it may have a check digit too.
    const known = countKnown(run.slice(at), country);
    const later = known > 0 ? findCards(run.slice(at + known), country) : [];
    return later.length > 0
      ? later
      : [[first.from, last.to], ...findCards(run.slice(card + 1), country)];
  }
  return [];
}

/** The Luhn formula. */
function hasCheckDigit(digits: string): boolean {
  const sum = [...digits].reverse().reduce((sum, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 1 : 2);
    return sum + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** True unless the groups are phone numbers, dates, a list or a few digits. */
function isLongAndUnknown(run: readonly SpokenGroup[], text: string, country: string): boolean {
  const lengths = new Set(run.map(({ digits }) => digits.length));
  const total = digitsOf(run).length;
  if (total < LONG_RUN) return false;
  if (run.length > MOST_GROUPS) return true;
  if (/(?:\+|\bplus\s*)$/i.test(text.slice(0, startOf(run))))
    return parseValidPhone(`+${digitsOf(run)}`, country) === undefined;
  if (isList(run, text)) return false;
  // One by one, in pairs or in fours, as cards are read aloud.
  if (lengths.size === 1 && run.length > 1 && total > 11) return true;
  let unknown = 0;
  for (let at = 0; at < run.length; ) {
    const known = countKnown(run.slice(at), country);
    if (known === 0) unknown += run[at]?.digits.length ?? 0;
    if (unknown >= LONG_RUN) return true;
    at += Math.max(1, known);
  }
  return false;
}

/** Returns how many groups at the beginning are a phone number or a date. */
function countKnown(run: readonly SpokenGroup[], country: string): number {
  const counts = run
    .slice(0, MAX_PHONE_DIGITS)
    .map((_, at) => at + 1)
    .reverse();
  return (
    counts.find((count) => {
      const groups = run.slice(0, count);
      const digits = digitsOf(groups);
      const isLocal =
        /^[2-9]\d{6}$/.test(digits) && (count === 1 || groups[0]?.digits.length === 3);
      return isLocal || isDate(groups) || (isGroupedAsPhone(groups) && isPhone(digits, country));
    }) ?? 0
  );
}

function isPhone(digits: string, country: string): boolean {
  // Stricter than the library, which accepts exchanges that begin with 1.
  if (country === "US" || country === "CA") return /^1?[2-9](?!11)\d\d[2-9]\d{6}$/.test(digits);
  return parseValidPhone(digits, country) !== undefined;
}

/** An area code stands alone, if the number isn't one group. */
function isGroupedAsPhone(groups: readonly SpokenGroup[]): boolean {
  const ends = groups.map(
    (_, at) => digitsOf(groups.slice(0, at + 1)).replace(/^1(?=\d{3})/, "").length,
  );
  return (
    groups.length === 1 ||
    [3, 6].some((end) => ends.includes(end)) ||
    !/^[1-9]/.test(digitsOf(groups))
  );
}

function isDate(groups: readonly SpokenGroup[]): boolean {
  const shape = groups.map(({ digits }) => digits).join("-");
  return /^(?:0?[1-9]|[12]\d|3[01])-(?:0?[1-9]|[12]\d|3[01])-(?:(?:19|20)\d\d|(?:19|20)-\d\d)$|^(?:19|20)\d\d-(?:0?[1-9]|1[0-2])-(?:0?[1-9]|[12]\d|3[01])$/.test(
    shape,
  );
}

/** Hours, or prices from low to high. */
function isList(groups: readonly SpokenGroup[], text: string): boolean {
  const values = groups.map(({ digits }) => Number(digits));
  const isShort = groups.every(({ digits }) => digits.length < 4);
  const rises = groups.every((group, at) => {
    const before = groups[at - 1];
    return (
      !before ||
      (Number(group.digits) > Number(before.digits) &&
        /[,;]|and/i.test(text.slice(before.to, group.from)))
    );
  });
  const isMixed = groups.some(({ digits }) => digits.length > 1);
  return isShort && isMixed && (rises || isListOfHours(values.join(" ")));
}

const startOf = (run: readonly SpokenGroup[]) => run[0]?.from ?? 0;
const endOf = (run: readonly SpokenGroup[]) => run.at(-1)?.to ?? 0;
const toRange = (run: readonly SpokenGroup[]): Range => [startOf(run), endOf(run)];
const digitsOf = (run: readonly SpokenGroup[]) => run.map(({ digits }) => digits).join("");
/** The same length, so that positions stay valid. */
const blank = (text: string) => "x".repeat(text.length);
