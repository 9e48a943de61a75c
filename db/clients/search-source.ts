import type { Database } from "#db/connection.ts";
import { exists, pluck } from "#db/rows.ts";
import { matchTrigrams } from "#db/trigrams.ts";
import { fold } from "#src/shared/fold.ts";
import {
  initialOf,
  lengthOf,
  planSearch,
  RANK,
  type SearchPlan,
  toShortDigitsQuery,
  toSimilarQuery,
  toWordsQuery,
} from "./contact-search.ts";
import { MOST_DIGITS, placedDigits } from "./contact-words.ts";

/** The contact with this US or whole number: an index is 50 times faster than trigrams. */
export function completeNumber(db: Database, digits: string): Source | undefined {
  if (digits.length < COMPLETE_DIGITS) return undefined;
  const phone = [`1${digits}`, digits].find((key) =>
    exists(db, "select 1 from contacts where phone = ?", Number(key)),
  );
  return phone === undefined
    ? undefined
    : {
        from: "contacts",
        where: "contacts.phone = cast($phone as integer)",
        id: "contacts.id",
        values: { phone },
      };
}

const COMPLETE_DIGITS = 10;

export interface Source {
  readonly from: string;
  readonly where: string;
  /** The column by which the source is sorted. */
  readonly id: string;
  readonly values: Readonly<Record<string, string>>;
}

/** Contacts that match this closely, and more of them; undefined when nothing can match. */
export function sourceOf(plan: SearchPlan, rank: number): Source | undefined {
  switch (plan.kind) {
    case "name":
      return ofName(plan, rank);
    case "short digits":
      return only(RANK.exact, rank, () =>
        ofIndex("contacts_words", toShortDigitsQuery(plan.digits)),
      );
    case "number":
      return only(RANK.exact, rank, () => ({
        from: "contacts",
        where: `contacts.phone in (select phone from contacts as numbered where ${NUMBER_RANGES})`,
        id: "contacts.id",
        values: { digits: plan.digits },
      }));
    case "digits":
      return only(RANK.exact, rank, () => ofLetters([matchDigits(plan.digits)]));
    case "text":
      return only(RANK.part, rank, () => ofLetters([matchPart(fold(plan.text))]));
  }
}

/** The FTS5 expression of contacts_search for numbers with these digits anywhere; undefined if no number is so long. */
function matchDigits(digits: string): string | undefined {
  const places = Array.from({ length: Math.max(0, MOST_DIGITS - digits.length + 1) }, (_, place) =>
    matchTrigrams(placedDigits(digits, place)),
  );
  return places.length === 0 ? undefined : `(${places.join(" OR ")})`;
}

/** The same for letters or digits that may be in a name or number. */
function matchPart(part: string): string | undefined {
  const own = matchTrigrams(part);
  if (/^[+][0-9]+$/.test(part)) return matchTrigrams(placedDigits(part, 0));
  return /^[0-9]+$/.test(part) ? `(${own} OR ${matchDigits(part) ?? own})` : own;
}

function only(its: number, rank: number, source: () => Source | undefined): Source | undefined {
  return its === rank ? source() : undefined;
}

function ofName({ words, parts }: SearchPlan & { kind: "name" }, rank: number): Source | undefined {
  if (rank === RANK.part) return ofLetters(parts.map(matchPart));
  if (words.length === 0) return undefined;
  const exact = toWordsQuery(words, "");
  if (rank === RANK.exact) return ofIndex("contacts_words", exact);
  const others =
    "contacts.id not in (select rowid from contacts_words where contacts_words match $exact)";
  // A space and two letters are a trigram. Longer beginnings of common names took the other index 30 ms.
  return words.every((word) => lengthOf(word) > 1)
    ? ofLetters(
        words.map((word) => matchTrigrams(` ${word}`)),
        others,
        { exact },
      )
    : ofIndex("contacts_words", toWordsQuery(words, "*"), others, { exact });
}

/** Contacts with a similar name, and some who match closely. By initials, undefined if no word has one. */
export function similarSource(plan: SearchPlan, byInitials: boolean): Source | undefined {
  if (plan.kind !== "name" || plan.words.length === 0) return undefined;
  const { words } = plan;
  if (byInitials && !words.some((word) => initialOf(word, words))) return undefined;
  return ofIndex("contacts_words", toSimilarQuery(words, byInitials));
}

/** Undefined where there is nothing to look for, or something that the index can't have. */
function ofLetters(
  matches: readonly (string | undefined)[],
  where?: string,
  values?: Source["values"],
): Source | undefined {
  return matches.length === 0 || matches.includes(undefined)
    ? undefined
    : ofIndex("contacts_search", matches.join(" AND "), where, values);
}

function ofIndex(index: string, match: string, where = "true", values = {}): Source {
  return {
    from: `${index} cross join contacts on contacts.id = ${index}.rowid`,
    where: `${index} match $match and ${where}`,
    id: `${index}.rowid`,
    values: { match, ...values },
  };
}

/** E.164 has at most 15 digits: each length that the number may have is a range of the index. */
const NUMBER_RANGES = [0, 1, 2, 3, 4, 5, 6]
  .map(
    (more) =>
      `numbered.phone between $digits * 1${"0".repeat(more)} and ($digits + 1) * 1${"0".repeat(more)} - 1`,
  )
  .join(" or ");

/** Returns the contacts who are reached by another number than their present one, if that number matches. */
export function contactsByOtherNumber(db: Database, search: string): number[] {
  const plan = planSearch(search);
  if (plan.kind !== "digits" && plan.kind !== "number") return [];
  return pluck(
    db,
    `select contact_id from contact_numbers
     where until is null and instr(phone, ?) ${plan.kind === "number" ? "= 1" : "> 0"}`,
    plan.digits,
  );
}
