import { seesNames, seesPhones, type Visitor } from "#src/shared/permissions.ts";
import { DIGIT_WORDS, findSpokenNumbers } from "#src/shared/spoken-numbers.ts";
import type { Client } from "./masking.ts";

export const HIDDEN = "•••";
const LAST_DIGITS = 4;
/** Two numbers are the same when this many of their last digits agree, in any format. */
const COMPARED_DIGITS = 7;

/** Returns such as "••• ••• 1234". */
export function maskPhone(phone: string): string {
  return `${HIDDEN} ${HIDDEN} ${phone.replace(/\D/g, "").slice(-LAST_DIGITS)}`;
}

/**
 * Returns such as "Client #12" when names are hidden. When only numbers are hidden, it returns the name
 * without numbers, because a client without a name has the number as name.
 */
export function maskName(reader: Visitor, name: string, number: number | undefined): string {
  if (!seesNames(reader)) return number === undefined ? "Client" : `Client #${number}`;
  return seesPhones(reader) ? name : maskPhonesIn(name);
}

/** Masks the client's names and all phone numbers in a text, as far as the reader may not see them. */
export function maskText(reader: Visitor, text: string, client: Client | undefined): string {
  const names = seesNames(reader) ? [] : [client?.name ?? "", ...(client?.alsoNamed ?? [])];
  const nameless = names
    .filter((name) => name.length > 1)
    .reduce((text, name) => maskNameIn(text, name, seesPhones(reader)), text);
  return seesPhones(reader) ? nameless : maskPhonesIn(nameless, client?.phone ?? undefined);
}

const WORD = /[\p{L}\p{M}\p{N}]+/gu;

/** Masks the full name anywhere, and each word of it as a whole word, regardless of case and accents. */
function maskNameIn(text: string, name: string, isNumberShown: boolean): string {
  // A name without letters is a phone number, which has its own permission.
  if (!/\p{L}/u.test(name)) return isNumberShown ? text : text.replaceAll(name, HIDDEN);
  const parts = new Set((name.match(WORD) ?? []).map(foldWord).filter((part) => part.length > 1));
  return text
    .replace(new RegExp(name.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&"), "giu"), HIDDEN)
    .replace(WORD, (word) => (parts.has(foldWord(word)) ? HIDDEN : word));
}

/** Folds to upper case, because lowercase sigma has two forms and the capital has one. */
function foldWord(word: string): string {
  return word
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toUpperCase()
    .normalize("NFKD");
}

/** Digits with the usual separators. */
const NUMBER = /\+?\(?\d(?:[\s()./-]{0,4}\d){6,17}/g;
const US_DIGITS = 10;
const SPOKEN_DIGIT = new RegExp(`\\b(?:${DIGIT_WORDS})\\b`, "i");
const WITH_PLUS = /^\+\d/;
/** The North American format, which excludes ISO dates and amounts of money. */
const US_NUMBER = /^(?:1[\s.-]?)?\(?\d{3}\)?[\s.-]?\d{3}[\s.-]?\d{4}$/;

function maskPhonesIn(text: string, own = ""): string {
  const line = own.replace(/\D/g, "").slice(-COMPARED_DIGITS);
  const isOwn = (digits: string) => line.length === COMPARED_DIGITS && digits.includes(line);
  const hidden = text.replace(NUMBER, (number) => {
    const digits = number.replace(/\D/g, "");
    return isOwn(digits) || WITH_PLUS.test(number) || US_NUMBER.test(number)
      ? maskPhone(digits)
      : number;
  });
  // From the end, so that the earlier positions stay valid.
  return findSpokenNumbers(hidden)
    .filter(
      ({ digits, from, to }) => isOwn(digits) || isSpokenNumber(digits, hidden.slice(from, to)),
    )
    .reduceRight(
      (shown, { digits, from, to }) => shown.slice(0, from) + maskPhone(digits) + shown.slice(to),
      hidden,
    );
}

/** A date or an amount of money is never spoken as ten single digits. */
function isSpokenNumber(digits: string, text: string): boolean {
  return digits.length >= US_DIGITS && SPOKEN_DIGIT.test(text);
}
