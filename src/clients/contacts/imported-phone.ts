import { parsePhoneNumberFromString } from "libphonenumber-js/mobile";
import { parseValidPhone } from "#src/platform/phone-numbers.ts";
import { hasLostDigits } from "#src/shared/contact-csv/csv-columns.ts";

/**
 * Reads a cell with one number, or several such as "030 1234 / 0151 23456789" or Google's "+1 … ::: +1 …": the first
 * mobile number counts, otherwise the first number.
 */
export function parseImportedPhone(cell: string, country: string): string | undefined {
  if (hasLostDigits(cell)) return undefined;
  const whole = parseValidPhone(cell, country);
  if (whole) return whole;
  const parts = cell.split(SEPARATORS).filter((part) => /\d/.test(part));
  const named = parts.toSorted((one, other) => rankOf(one) - rankOf(other));
  const phones = named.flatMap((part) => parseValidPhone(part.replace(LABEL, ""), country) ?? []);
  return phones.find((phone) => parsePhoneNumberFromString(phone)?.isValid()) ?? phones[0];
}

const SEPARATORS = /:::|[;,/|\n]|\s(?:or|and|und|oder|et|ou|y|o)\s/i;
/** Such as "M:" or "(cell)". */
const LABEL = /^[\s\p{L}.]*:|\(?\s*\p{L}[\p{L}\s.]*\)?\s*$/gu;
const MOBILE = /\b(?:m|c|mobile?|mob|cell|handy|portable|movil)\b/i;
const LANDLINE = /\b(?:h|w|home|work|office|landline|privat|casa)\b/i;

function rankOf(part: string): number {
  if (MOBILE.test(part)) return 0;
  return LANDLINE.test(part) ? 2 : 1;
}
