import { MONTHS } from "#src/shared/months.ts";

const MONTH = MONTHS.join("|");
const NUMBER = "\\d[\\d,]*(?:\\.\\d+)?";
/** Amounts, percentages and dates in all common notations. */
const FIGURES = new RegExp(
  [
    `[$€£¥]\\s?${NUMBER}`,
    `${NUMBER}\\s?(?:%|percent\\b|dollars?\\b|cents?\\b|euros?\\b|USD\\b|CAD\\b|EUR\\b|GBP\\b)`,
    `\\b\\d[\\d,]*\\.\\d{2}\\b`,
    `\\b(?:${MONTH})\\s+\\d{1,2}(?:st|nd|rd|th)?(?:,?\\s+\\d{4})?`,
    `\\b\\d{1,2}(?:st|nd|rd|th)?\\s+(?:${MONTH})(?:,?\\s+\\d{4})?`,
    "\\b\\d{4}-\\d{2}-\\d{2}\\b",
    "\\b\\d{1,2}[/.]\\d{1,2}[/.]\\d{2,4}\\b",
  ].join("|"),
  "gi",
);

/** Returns the amounts, percentages and dates of a text that do not appear in the facts. */
export function findUnknownFigures(text: string, facts: string): string[] {
  const known = new Set(findFigures(facts).map(normalizeFigure));
  return [...new Set(findFigures(text).filter((figure) => !known.has(normalizeFigure(figure))))];
}

function findFigures(text: string): string[] {
  return text.match(FIGURES) ?? [];
}

/** "$1,200.00", "1200 dollars" and "1200" normalize to the same amount, a percentage to a different one. */
function normalizeFigure(figure: string): string {
  const digits = /^\D*([\d,]+(?:\.\d+)?)\D*$/.exec(figure)?.[1];
  const isDate = new RegExp(MONTH, "i").test(figure);
  if (digits === undefined || isDate) return figure.toLowerCase().replace(/[\s,]|st|nd|rd|th/g, "");
  const kind = /%|percent/i.test(figure) ? "%" : "";
  return `${Number(digits.replaceAll(",", ""))}${kind}`;
}
