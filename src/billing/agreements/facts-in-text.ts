const MONTHS =
  "January|February|March|April|May|June|July|August|September|October|November|December";
const NUMBER = "\\d[\\d,]*(?:\\.\\d+)?";
/** Money, percentages and dates, however they are written. */
const FIGURES = new RegExp(
  [
    `[$€£¥]\\s?${NUMBER}`,
    `${NUMBER}\\s?(?:%|percent\\b|dollars?\\b|cents?\\b|euros?\\b|USD\\b|CAD\\b|EUR\\b|GBP\\b)`,
    `\\b\\d[\\d,]*\\.\\d{2}\\b`,
    `\\b(?:${MONTHS})\\s+\\d{1,2}(?:st|nd|rd|th)?(?:,?\\s+\\d{4})?`,
    `\\b\\d{1,2}(?:st|nd|rd|th)?\\s+(?:${MONTHS})(?:,?\\s+\\d{4})?`,
    "\\b\\d{4}-\\d{2}-\\d{2}\\b",
    "\\b\\d{1,2}[/.]\\d{1,2}[/.]\\d{2,4}\\b",
  ].join("|"),
  "gi",
);

/** The amounts, percentages and dates of a text that the facts do not name. */
export function strangersIn(text: string, facts: string): string[] {
  const ours = new Set(figuresIn(facts).map(plain));
  return [...new Set(figuresIn(text).filter((figure) => !ours.has(plain(figure))))];
}

function figuresIn(text: string): string[] {
  return text.match(FIGURES) ?? [];
}

/** "$1,200.00", "1200 dollars" and "1200" are the same amount; a percentage is none. */
function plain(figure: string): string {
  const digits = /^\D*([\d,]+(?:\.\d+)?)\D*$/.exec(figure)?.[1];
  const isDate = new RegExp(MONTHS, "i").test(figure);
  if (digits === undefined || isDate) return figure.toLowerCase().replace(/[\s,]|st|nd|rd|th/g, "");
  const kind = /%|percent/i.test(figure) ? "%" : "";
  return `${Number(digits.replaceAll(",", ""))}${kind}`;
}
