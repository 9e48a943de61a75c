import type { Database } from "#db/connection.ts";
import { exists, pluck } from "#db/rows.ts";
import { planSearch, type SearchPlan, toWordsQuery } from "./contact-search.ts";

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

/** Undefined when nothing can match. */
export function sourceOf(plan: SearchPlan): Source | undefined {
  const ofIndex = (index: string, match: string, where = "true", values = {}) => ({
    from: `${index} cross join contacts on contacts.id = ${index}.rowid`,
    where: `${index} match $match and ${where}`,
    id: `${index}.rowid`,
    values: { match, ...values },
  });
  switch (plan.kind) {
    case "words":
      return plan.words.length === 0
        ? undefined
        : ofIndex("contacts_words", toWordsQuery(plan.words));
    case "parts":
      return ofIndex(
        "contacts_search",
        `name : (${plan.parts.map((part) => `"${part}"`).join(" AND ")})`,
      );
    case "number":
      return {
        from: "contacts",
        where: `contacts.phone in (select phone from contacts as numbered where ${NUMBER_RANGES})`,
        id: "contacts.id",
        values: { digits: plan.digits },
      };
    case "digits":
      // Only the last digits are searched, because a whole town shares the first ones.
      return ofIndex(
        "contacts_search",
        `phone : "${plan.digits.slice(-SEARCH_DIGITS)}"`,
        "instr(contacts.phone, $digits) > 0",
        { digits: plan.digits },
      );
    case "text":
      // SQLite stops reading at a NUL character and would miss the closing quote.
      return ofIndex(
        "contacts_search",
        `"${plan.text.replaceAll("\0", "").replaceAll('"', '""')}"`,
      );
  }
}

const SEARCH_DIGITS = 7;
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
