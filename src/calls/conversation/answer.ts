import type { App } from "#src/app.ts";
import { describeToolCall, listTools, runTool } from "#src/calls/tools/tools.ts";
import type { AiMessage, AiPiece, AiProvider, ToolCall } from "#src/platform/providers/ai.ts";
import { lazy } from "#src/shared/lazy.ts";
import { createAnswerWords } from "./answer-words.ts";
import type { CallRecord } from "./conversation-options.ts";
import type { Limits } from "./limits.ts";
import { hidePrivateNumbers } from "./private-numbers.ts";
import type { SpeechAllowlist } from "./redaction.ts";

interface AnswerRequest {
  readonly ai: AiProvider;
  /** Receives the answer and the tool results. An interrupted answer adds only its tool results. */
  readonly messages: AiMessage[];
  readonly record: CallRecord;
  readonly allowlist: SpeechAllowlist;
  readonly limits: Limits;
  readonly signal: AbortSignal;
  /** Receives the next words after redaction. */
  readonly say: (text: string) => void;
  /** Receives the estimated tokens of each request to the model and of its answer. */
  readonly onTokens: (tokens: number) => void;
}

export type Outcome =
  | { readonly kind: "answered" | "handed over" | "interrupted" }
  | { readonly kind: "failed"; readonly reason: string };

const MAX_TOOLS_PER_ROUND = 4;

interface Timeouts {
  /** Timeout for each piece. */
  readonly pieceMs: number;
  /** Timeout for the whole answer. */
  readonly totalMs: number;
}

/** Runs the model until it has answered, and feeds it the results of the tools that it calls. */
export async function generateAnswer(app: App, request: AnswerRequest): Promise<Outcome> {
  const { messages, signal, limits } = request;
  const deadline = performance.now() + limits.answerTimeoutMs;
  const said: string[] = [];
  for (let round = 0; round < limits.rounds; round += 1) {
    const reply = await readAnswer(request, said, deadline);
    if (reply === "interrupted" || signal.aborted) return { kind: "interrupted" };
    if (reply.failure !== undefined) return { kind: "failed", reason: reply.failure };
    if (reply.text.trim() !== "") said.push(reply.text.trim());
    if (reply.calls.length === 0) {
      if (said.length === 0)
        return { kind: "failed", reason: "The AI receptionist gave no answer." };
      messages.push({ role: "assistant", content: reply.text });
      return { kind: "answered" };
    }

    const handsOver = await runTools(app, request, reply);
    if (handsOver) return { kind: "handed over" };
    if (signal.aborted) return { kind: "interrupted" };
    // The text after a tool call starts a new sentence.
    if (reply.text.trim() !== "") request.say(" ");
  }
  return { kind: "failed", reason: "The AI receptionist kept using tools without answering." };
}

interface AnswerRound {
  readonly text: string;
  readonly calls: readonly ToolCall[];
  readonly failure?: string;
}

async function readAnswer(
  { ai, messages, limits, signal, allowlist, say, onTokens }: AnswerRequest,
  earlier: readonly string[],
  deadline: number,
): Promise<AnswerRound | "interrupted"> {
  const words = createAnswerWords(allowlist, limits.answerCharacters, earlier, say);
  const calls: ToolCall[] = [];
  onTokens(estimateTokens(messages) + toolTokens());
  const question = { messages, tools: listTools(), maxTokens: limits.answerTokens };
  const timeouts = {
    pieceMs: limits.pieceTimeoutMs,
    totalMs: Math.max(0, deadline - performance.now()),
  };
  const pieces = withTimeout((aborted) => ai.answer(question, aborted), signal, timeouts);
  for await (const piece of pieces) {
    if (signal.aborted) return "interrupted";
    if (piece.kind === "failed") return { text: words.text(), calls, failure: piece.message };
    if (piece.kind === "tool") calls.push(piece.call);
    // Leaving the loop aborts the request.
    else if (!words.push(piece.text)) break;
  }
  if (signal.aborted) return "interrupted";
  words.flush();
  onTokens(toTokens(words.text()) + toTokens(calls.map(({ args }) => args).join("")));
  return { text: words.text(), calls: calls.slice(0, MAX_TOOLS_PER_ROUND) };
}

/** The definitions of the tools are sent with every request. */
const toolTokens = lazy(() => toTokens(JSON.stringify(listTools())));

function estimateTokens(messages: readonly AiMessage[]): number {
  return toTokens(
    messages.map((one) => one.content + ("calls" in one ? JSON.stringify(one.calls) : "")).join(""),
  );
}

/** English text has about four characters per token. */
function toTokens(text: string): number {
  return Math.ceil(text.length / 4);
}

/** Runs the tools in order. Returns true when the call is handed over to a person. */
async function runTools(
  app: App,
  request: AnswerRequest,
  { text, calls: asked }: AnswerRound,
): Promise<boolean> {
  const calls = asked.map((call) => ({ ...call, args: hidePrivateNumbers(call.args) }));
  let handsOver = false;
  const results: AiMessage[] = [];
  for (const call of calls) {
    const outcome = await runTool(app, request.record, call);
    handsOver ||= outcome.handsOver === true;
    request.record.addTurn({ role: "system", content: describeToolCall(call) });
    results.push({ role: "tool", callId: call.id, content: JSON.stringify(outcome.result) });
  }
  // The API rejects tool calls without results, so both are added together, even after an interruption.
  request.messages.push({ role: "assistant", content: text, calls }, ...results);
  return handsOver;
}

/**
 * Yields the pieces of an answer. On a timeout it yields a failure and aborts the request. It ends
 * without a failure when `signal` aborts.
 */
async function* withTimeout(
  ask: (signal: AbortSignal) => AsyncIterable<AiPiece>,
  signal: AbortSignal,
  { pieceMs, totalMs }: Timeouts,
): AsyncGenerator<AiPiece> {
  const ownAbort = new AbortController();
  const { promise: stopReason, resolve: stop } = Promise.withResolvers<"too slow" | "aborted">();
  const pieceTimer = setTimeout(() => stop("too slow"), pieceMs);
  const totalTimer = setTimeout(() => stop("too slow"), totalMs);
  const onAbort = () => stop("aborted");
  signal.addEventListener("abort", onAbort, { once: true });
  const pieces = ask(AbortSignal.any([signal, ownAbort.signal]))[Symbol.asyncIterator]();
  try {
    for (;;) {
      const pending = pieces.next();
      // After a timeout the rejection has no other handler.
      pending.catch(() => undefined);
      const next = await Promise.race([pending, stopReason]);
      if (next === "too slow") {
        yield { kind: "failed", message: "The AI receptionist took too long to answer." };
        return;
      }
      if (next === "aborted" || next.done || signal.aborted) return;
      yield next.value;
      pieceTimer.refresh();
    }
  } finally {
    clearTimeout(pieceTimer);
    clearTimeout(totalTimer);
    signal.removeEventListener("abort", onAbort);
    ownAbort.abort();
  }
}
