import { formatNumber } from "./format-count.ts";

/** Costs of texts are counted in millionths: 0.0079 is 7,900. */
const MILLION = 1_000_000;

/** Parses decimal text with up to six decimals, such as "0.0079". Returns undefined for any other text. */
export function parseMicros(decimal: string): number | undefined {
  const [, whole, fraction = ""] = /^(\d{1,9})(?:\.(\d{1,6}))?$/.exec(decimal.trim()) ?? [];
  if (whole === undefined) return undefined;
  return Number(whole) * MILLION + Number(fraction.padEnd(6, "0"));
}

/** Formats millionths exactly, with at least two decimals: 10112000 is "10.112", 7900 is "0.0079". */
export function formatMicros(micros: number): string {
  const sign = micros < 0 ? "-" : "";
  const digits = String(Math.abs(micros)).padStart(7, "0");
  const fraction = digits.slice(-6).replace(/0{1,4}$/, "");
  return `${sign}${digits.slice(0, -6)}.${fraction}`;
}

/** The specification's formula: segments × cost per segment × valid recipients. */
export function campaignCost(segments: number, segmentCost: number, recipients: number): number {
  return segments * segmentCost * recipients;
}

/** Parses decimal text with at most two decimals, such as "1200.5", to cents. Returns undefined for any other text. */
export function parseCents(decimal: string): number | undefined {
  const [, whole, fraction = ""] = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(decimal.trim()) ?? [];
  return whole === undefined ? undefined : Number(whole) * 100 + Number(fraction.padEnd(2, "0"));
}

/**
 * Reads what people type, and what formatMoney writes, to cents: "$1,200", "CA$25.00", "CHF 25.5", "1,50" or "1.200,00 €".
 * A comma before one or two last digits begins the cents; before three it groups thousands. Undefined for anything else.
 */
export function readMoney(text: string): number | undefined {
  const amount = text.replace(/^\s*[a-z]{1,3}(?=[\s\p{Sc}\d])|(?:USD|EUR)\s*$|[\s\p{Sc}]/giu, "");
  if (/^(?:\d+|[1-9]\d{0,2}(?:\.\d{3})+),\d{1,2}$/.test(amount))
    return parseCents(amount.replaceAll(".", "").replace(",", "."));
  const isGrouped = /^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/.test(amount);
  return parseCents(isGrouped ? amount.replaceAll(",", "") : amount);
}

/** Formats cents with two decimals: 120050 is "1200.50". */
export function formatCents(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, "0");
  return `${cents < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Adds decimal texts such as "120.00". Null counts as nothing. */
export function sumMoney(amounts: readonly (string | null)[]): string {
  return formatCents(amounts.reduce((sum, amount) => sum + (parseCents(amount ?? "") ?? 0), 0));
}

/** Parses a number or decimal text with at most two decimals to hundredths: "5" is 500. Returns undefined for any other input. */
export function parseHundredths(given: string | number): number | undefined {
  const text = String(given).trim();
  if (!text.startsWith("-")) return parseCents(text);
  const positive = parseCents(text.slice(1));
  return positive === undefined ? undefined : -positive;
}

/** As Americans write them. Amounts in any other currency have its code. */
const SYMBOLS: Readonly<Record<string, string>> = {
  USD: "$",
  CAD: "CA$",
  AUD: "A$",
  NZD: "NZ$",
  MXN: "MX$",
  EUR: "€",
  GBP: "£",
};

/** Formats cents for display: 8900 in USD is "$89.00", and "CHF 89.00" in CHF, with a space that does not break. */
export function formatMoney(cents: number, currency: string): string {
  const symbol = SYMBOLS[currency] ?? `${currency}\u00a0`;
  return `${cents < 0 ? "-" : ""}${symbol}${formatNumber(formatCents(Math.round(Math.abs(cents))))}`;
}
