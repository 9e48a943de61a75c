import type { Check } from "./check.ts";

/** Answers calls and drafts agreements. */
export interface AiProvider {
  readonly check: () => Promise<Check>;
}

/** What the assistant thinks with. */
export const AI_MODEL = "gpt-4o-mini";
