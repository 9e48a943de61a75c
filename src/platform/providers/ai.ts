import type { Check } from "./check.ts";

/** A draft, or why there is none. */
type Draft =
  | { readonly kind: "done"; readonly text: string }
  | { readonly kind: "refused" | "unreachable"; readonly message: string };

/** A tool call of the model; its arguments are unchecked JSON. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly args: string;
}

export type AiMessage =
  | { readonly role: "system"; readonly content: string }
  | { readonly role: "user"; content: string }
  | { readonly role: "assistant"; content: string; readonly calls?: readonly ToolCall[] }
  | { readonly role: "tool"; readonly callId: string; readonly content: string };

export interface AiTool {
  readonly name: string;
  readonly description: string;
  /** A JSON schema for OpenAI's strict mode. */
  readonly parameters: Record<string, unknown>;
}

export interface AiQuestion {
  readonly messages: readonly AiMessage[];
  readonly tools: readonly AiTool[];
  /** The limit of the answer. */
  readonly maxTokens: number;
}

/** One piece of a streamed answer. "failed" is the last one. */
export type AiPiece =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "tool"; readonly call: ToolCall }
  | { readonly kind: "failed"; readonly message: string };

/** Answers callers and drafts agreements. */
export interface AiProvider {
  readonly check: () => Promise<Check>;
  /** Plain text with # headings. */
  readonly draftAgreement: (options: {
    readonly kind: "membership" | "payment plan";
    /** One fact per line. */
    readonly facts: string;
    /** Figures that earlier drafts invented. */
    readonly avoid: readonly string[];
  }) => Promise<Draft>;
  /** Streams an answer; the request is sent when the first piece is read. An aborted stream ends without an error. */
  readonly answer: (question: AiQuestion, signal: AbortSignal) => AsyncIterable<AiPiece>;
}

/** The model for calls and agreements. */
export const AI_MODEL = "gpt-4o-mini";
