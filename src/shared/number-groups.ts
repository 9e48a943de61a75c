import { MONTHS } from "#src/shared/months.ts";

/** Digits that were said or written together: "4111", "forty-one", "double five". */
export interface SpokenGroup {
  readonly digits: string;
  readonly from: number;
  readonly to: number;
}

const SHORT_MONTHS = MONTHS.map((month) => `${month.slice(0, 3)}(?:${month.slice(3)}|t)?`);
export const MONTH_NAME = String.raw`\b(?:${SHORT_MONTHS.join("|")})\b\.?`;

const SMALL =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const SPANISH = "cero uno dos tres cuatro cinco seis siete ocho nueve".split(" ");
const TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const VALUES = new Map<string, number>([
  ...SMALL.map((word, value) => [word, value] as const),
  ...SPANISH.map((word, value) => [word, value] as const),
  ...TENS.map((word, at) => [word, (at + 2) * 10] as const),
  ...["oh", "o", "nought"].map((word) => [word, 0] as const),
  ...["hundred", "thousand"].map((word, at) => [word, 10 ** (at + 2)] as const),
]);
/** The source of a regular expression. */
export const NUMBER_WORDS = [...VALUES.keys()].join("|");
const TIMES = new Map([
  ["double", 2],
  ["triple", 3],
  ["quadruple", 4],
]);
const TOKEN = new RegExp(
  String.raw`\d+|\b(?:${[...VALUES.keys(), ...TIMES.keys()].join("|")})\b`,
  "gi",
);
/** What people put between the digits of one number; a line break is the next turn. */
const BETWEEN =
  /^(?:[\s.,;:…–—_/*·|+()#'-]|\b(?:u+[mh]+|e+r+m?|h?m+|ah|and|then|dash|hyphen|space|dot|point|period|comma|slash|ok(?:ay)?|yeah|yes|so|next|keys pressed)\b)*$/i;
const LONGEST_GAP = 40;

/** Returns the runs of groups that may be one number, in order. */
export function readNumbers(text: string): SpokenGroup[][] {
  const runs: SpokenGroup[][] = [];
  let end: number | undefined;
  for (const phrase of readPhrases(text)) {
    const gap = end === undefined ? "x" : text.slice(end, phrase.from);
    const goesOn = gap.length <= LONGEST_GAP && BETWEEN.test(gap);
    if (goesOn) runs.at(-1)?.push(phrase);
    else runs.push([phrase]);
    end = phrase.to;
  }
  return runs;
}

/** Reads "forty one" as 41, "one hundred and five" as 105, and "double five" as 55. */
function readPhrases(text: string): SpokenGroup[] {
  const groups: SpokenGroup[] = [];
  let said: { total: number; value: number; last: number } | undefined;
  let times = 1;
  let repeatedFrom: number | undefined;
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    const word = token.toLowerCase();
    const from = repeatedFrom ?? index;
    const to = index + token.length;
    const value = VALUES.get(word);
    const previous = groups.at(-1);
    const gap = previous ? text.slice(previous.to, from) : "";
    const joins = previous && said && /^(?:[\s-]|\band\b)*$/i.test(gap) ? said : undefined;
    const repeats = TIMES.get(word);
    if (repeats !== undefined) {
      times = repeats;
      repeatedFrom = from;
      continue;
    }
    if (value === undefined) {
      said = undefined;
      groups.push({
        digits: times > 1 && token.length === 1 ? token.repeat(times) : token,
        from,
        to,
      });
    } else if (joins && previous && continues(joins, value)) {
      if (value >= 1000) Object.assign(joins, { total: joins.value * value, value: 0 });
      else joins.value = value === 100 ? joins.value * value : joins.value + value;
      joins.last = value;
      groups[groups.length - 1] = {
        digits: String(joins.total + joins.value),
        from: previous.from,
        to,
      };
    } else {
      said =
        value === 0 || value >= 100 || times > 1 ? undefined : { total: 0, value, last: value };
      groups.push({ digits: String(value).repeat(times), from, to });
    }
    times = 1;
    repeatedFrom = undefined;
  }
  return groups;
}

function continues({ last, value: so }: { value: number; last: number }, value: number): boolean {
  if (value >= 100) return so > 0 && last < 100;
  if (value === 0) return false;
  return last >= 100 || (last >= 20 && last % 10 === 0 && value < 10);
}
