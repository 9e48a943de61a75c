import type { App } from "#src/app.ts";
import { limit } from "#src/platform/http/rate-limit.ts";
import { secretOf } from "#src/platform/settings/settings.ts";
import { Problem } from "#src/shared/problem.ts";
import { strangersIn } from "./facts-in-text.ts";

/** Such as ["Price", "$89.00 per month"]. */
export type AgreementFact = readonly [label: string, value: string];

const AN_HOUR = 30;
const TRIES = 2;

/**
 * A draft in plain text with # headings. A model may invent, so that every amount, percentage and date in
 * it must be one of the facts (DECISIONS section 8).
 * @throws Problem 400 without a key, 409 when the draft says what is not so, 503
 */
export async function generateAgreement(
  app: App,
  kind: "membership" | "payment plan",
  facts: readonly AgreementFact[],
): Promise<string> {
  const key = secretOf(app, "openaiApiKey");
  if (key === undefined) throw new Problem(400, "Add an OpenAI API key in Settings");
  limit(app, "drafts of agreements", AN_HOUR, 3600);
  const ai = await app.providers.ai(key);
  const ours = facts.map(([label, value]) => `${label}: ${value}`).join("\n");
  let strangers: string[] = [];
  for (let tries = 0; tries < TRIES; tries += 1) {
    const draft = await ai.draftAgreement({ kind, facts: ours, avoid: strangers });
    if (draft.kind !== "done")
      throw new Problem(draft.kind === "unreachable" ? 503 : 409, draft.words);
    strangers = strangersIn(draft.text, ours);
    if (strangers.length === 0) return draft.text;
  }
  throw new Problem(
    409,
    `The draft named what is not part of the offer (${strangers.slice(0, 3).join(", ")}). Please try again, or write the text yourself.`,
  );
}
