import type { App } from "#src/app.ts";
import { type Limit, limitRate } from "#src/platform/http/rate-limit.ts";
import { findSecret } from "#src/platform/settings/settings.ts";
import { MONTHS } from "#src/shared/months.ts";
import { Problem } from "#src/shared/problem.ts";

/** Such as ["Price", "$89.00 per month"]. */
export type AgreementFact = readonly [label: string, value: string];

const DRAFTS: Limit = { name: "drafts of agreements", most: 30, seconds: 3600 };
const MAX_ATTEMPTS = 2;
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

/**
 * Drafts an agreement in plain text with `#` headings. Models invent figures, so a draft is accepted only
 * if every amount, percentage and date in it is one of the facts.
 * @throws Problem 400 without an OpenAI key, 409 when the draft contains other figures, 503 when OpenAI is
 * unreachable
 */
export async function generateAgreement(
  app: App,
  kind: "membership" | "payment plan",
  facts: readonly AgreementFact[],
): Promise<string> {
  const key = findSecret(app, "openaiApiKey");
  if (key === undefined) throw new Problem(400, "Add an OpenAI API key in Settings");
  limitRate(app, DRAFTS);
  const ai = await app.providers.ai(key);
  const knownFacts = facts.map(([label, value]) => `${label}: ${value}`).join("\n");
  let unknownFigures: string[] = [];
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const draft = await ai.draftAgreement({ kind, facts: knownFacts, avoid: unknownFigures });
    if (draft.kind !== "done")
      throw new Problem(draft.kind === "unreachable" ? 503 : 409, draft.message);
    unknownFigures = findUnknownFigures(draft.text, knownFacts);
    if (unknownFigures.length === 0) return draft.text;
  }
  throw new Problem(
    409,
    `The draft contained figures that aren't part of the offer (${unknownFigures.slice(0, 3).join(", ")}). Try again, or write the text yourself.`,
  );
}

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
