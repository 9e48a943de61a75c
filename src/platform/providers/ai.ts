import type { Check } from "./check.ts";

/** A draft, or why there is none, in words. */
type Draft =
  | { readonly kind: "done"; readonly text: string }
  | { readonly kind: "refused" | "unreachable"; readonly words: string };

/** A tool that the model wants to be used; its arguments are whatever it wrote. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly args: string;
}

export type AiMessage =
  | { readonly role: "system" | "user"; readonly content: string }
  | { readonly role: "assistant"; content: string; readonly calls?: readonly ToolCall[] }
  | { readonly role: "tool"; readonly callId: string; readonly content: string };

export interface AiTool {
  readonly name: string;
  readonly description: string;
  /** A JSON schema that OpenAI's strict mode takes. */
  readonly parameters: Record<string, unknown>;
}

export interface AiQuestion {
  readonly messages: readonly AiMessage[];
  readonly tools: readonly AiTool[];
  /** Of the answer. */
  readonly maxTokens: number;
}

/** One piece of an answer as it is made. After "failed" nothing more comes. */
export type AiPiece =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "tool"; readonly call: ToolCall }
  | { readonly kind: "failed"; readonly words: string };

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
  /** Piece by piece; asked for with the first. An aborted one just ends. */
  readonly answer: (question: AiQuestion, signal: AbortSignal) => AsyncIterable<AiPiece>;
}

/** What the assistant thinks with. */
export const AI_MODEL = "gpt-4o-mini";
