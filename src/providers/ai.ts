import type { Check } from "./check.ts";

/** A draft, or why there is none, in words. */
type Draft =
  | { readonly kind: "done"; readonly text: string }
  | { readonly kind: "refused" | "unreachable"; readonly words: string };

/** Answers calls and drafts agreements. */
export interface AiProvider {
  readonly check: () => Promise<Check>;
  /** Plain text with # headings. */
  readonly draftAgreement: (wanted: {
    readonly kind: "membership" | "payment plan";
    /** A fact a line. */
    readonly facts: string;
    /** Figures that an earlier draft invented. */
    readonly avoid: readonly string[];
  }) => Promise<Draft>;
}

/** What the assistant thinks with. */
export const AI_MODEL = "gpt-4o-mini";
