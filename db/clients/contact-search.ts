import { NUMBER_PART } from "./contact-words.ts";

/** How a search is answered. */
export type SearchPlan =
  /** Each of these begins a word of the name; a number may also begin or end with the only one. */
  | { readonly kind: "words"; readonly words: readonly string[] }
  /** Each of these is anywhere in the name. */
  | { readonly kind: "parts"; readonly parts: readonly string[] }
  /** A number with its country code, complete but for a few digits. */
  | { readonly kind: "number"; readonly digits: string }
  | { readonly kind: "digits"; readonly digits: string }
  | { readonly kind: "text"; readonly text: string };

const SHORT = 3;
const PRECISE_DIGITS = 9;
const WORD = /[\p{L}\p{M}\p{N}]+/gu;

/**
 * One or two characters begin a word. The words of "Last, First" are looked for in any order. Longer
 * searches match any part: digits those of numbers, anything else names too.
 */
export function planSearch(search: string): SearchPlan {
  const isShort = Array.from(search).length < SHORT;
  if (isShort || LAST_FIRST.test(search)) {
    const words = fold(search).match(WORD) ?? [];
    return !isShort && words.every((word) => Array.from(word).length >= SHORT)
      ? { kind: "parts", parts: words }
      : { kind: "words", words };
  }
  const digits = search.replace(/\D/g, "");
  if (digits.length < SHORT || !/^[\d\s()+.-]+$/.test(search))
    return { kind: "text", text: search };
  const isPrecise = search.trimStart().startsWith("+") && digits.length >= PRECISE_DIGITS;
  return { kind: isPrecise ? "number" : "digits", digits };
}

const LAST_FIRST = /^[^,]*[\p{L}\p{N}][^,]*,[^,]*[\p{L}\p{N}][^,]*$/u;

/** The FTS5 query of a words plan. */
export function toWordsQuery(words: readonly string[]): string {
  const [first = ""] = words;
  if (words.length === 1 && /^\d+$/.test(first)) return `"${first}"* OR "${NUMBER_PART}${first}"`;
  return words.map((word) => `"${word}"*`).join(" AND ");
}

/** Whether a contact matches, as the indexes would say. */
export function matchesSearch(
  { name, phone }: { readonly name: string; readonly phone: string },
  search: string,
): boolean {
  const plan = planSearch(search);
  const number = phone.replace(/\D/g, "");
  switch (plan.kind) {
    case "words": {
      const [first = ""] = plan.words;
      if (plan.words.length === 1 && /^\d+$/.test(first)) {
        const national = number.replace(/^1(?=\d{10}$)/, "");
        if (number.startsWith(first) || national.startsWith(first) || number.endsWith(first))
          return true;
      }
      const starts: readonly string[] = fold(name).match(WORD) ?? [];
      return (
        plan.words.length > 0 &&
        plan.words.every((word) => starts.some((start) => start.startsWith(word)))
      );
    }
    case "parts":
      return plan.parts.every((part) => fold(name).includes(part));
    case "number":
      return number.startsWith(plan.digits);
    case "digits":
      return number.includes(plan.digits);
    case "text":
      return fold(`${name}\n${phone}`).includes(fold(plan.text));
  }
}

/** Like the tokenizers of the indexes. */
function fold(text: string): string {
  return text
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase();
}
