import type { App } from "#src/app.ts";
import { type Limit, limitRate } from "#src/platform/http/rate-limit.ts";
import { findSecret } from "#src/platform/settings/settings.ts";
import { type AgreementTerm, findUnknownFigures, formatTerm } from "#src/shared/agreement-terms.ts";
import { Problem } from "#src/shared/problem.ts";

const DRAFTS: Limit = { name: "drafts of agreements", most: 30, seconds: 3600 };
const MAX_ATTEMPTS = 2;

/**
 * Drafts an agreement in plain text with `#` headings. Models invent figures, so a draft is accepted only
 * if every amount, percentage and date in it is one of the facts.
 * @throws Problem 400 without an OpenAI key, 409 when the draft contains other figures, 503 when OpenAI is
 * unreachable
 */
export async function generateAgreement(
  app: App,
  kind: "membership" | "payment plan",
  facts: readonly AgreementTerm[],
): Promise<string> {
  const key = findSecret(app, "openaiApiKey");
  if (key === undefined) throw new Problem(400, "Add an OpenAI API key in Settings");
  limitRate(app, DRAFTS);
  const ai = await app.providers.ai(key);
  const knownFacts = facts.map(formatTerm).join("\n");
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
