import type { App } from "#src/app.ts";
import { AI_TOOLS, runTool } from "#src/calls/tools/tools.ts";
import type { AiMessage, AiProvider, ToolCall } from "#src/platform/providers/ai.ts";
import type { Limits } from "./limits.ts";
import type { CallRecord } from "./record.ts";
import { createRedactor, type SpeechAllowlist } from "./redaction.ts";
import { withTimeout } from "./with-timeout.ts";

interface AnswerRequest {
  readonly ai: AiProvider;
  /** Receives the answer and the tool results. An interrupted answer adds only its tool results. */
  readonly messages: AiMessage[];
  readonly record: CallRecord;
  readonly allowlist: SpeechAllowlist;
  readonly limits: Limits;
  readonly signal: AbortSignal;
  /** Receives the next words after redaction. */
  readonly say: (words: string) => void;
}

export type Outcome =
  | { readonly kind: "answered" | "handed over" | "interrupted" }
  | { readonly kind: "failed"; readonly reason: string };

const MAX_TOOLS_PER_ROUND = 4;

/** Runs the model until it has answered, and feeds it the results of the tools that it calls. */
export async function generateAnswer(app: App, request: AnswerRequest): Promise<Outcome> {
  const { messages, signal, limits } = request;
  const deadline = performance.now() + limits.answerTimeoutMs;
  let saidAnything = false;
  for (let round = 0; round < limits.rounds; round += 1) {
    const reply = await readAnswer(request, deadline);
    if (reply === "interrupted" || signal.aborted) return { kind: "interrupted" };
    if (reply.failure !== undefined) return { kind: "failed", reason: reply.failure };
    saidAnything ||= reply.text.trim() !== "";
    if (reply.calls.length === 0) {
      if (!saidAnything) return { kind: "failed", reason: "The assistant gave no answer." };
      messages.push({ role: "assistant", content: reply.text });
      return { kind: "answered" };
    }

    const handsOver = await runTools(app, request, reply);
    if (handsOver) return { kind: "handed over" };
    if (signal.aborted) return { kind: "interrupted" };
    // The text after a tool call starts a new sentence.
    if (reply.text.trim() !== "") request.say(" ");
  }
  return { kind: "failed", reason: "The assistant kept using tools without answering." };
}

interface AnswerRound {
  readonly text: string;
  readonly calls: readonly ToolCall[];
  readonly failure?: string;
}

async function readAnswer(
  { ai, messages, limits, signal, allowlist, say }: AnswerRequest,
  deadline: number,
): Promise<AnswerRound | "interrupted"> {
  const redactor = createRedactor(allowlist);
  const calls: ToolCall[] = [];
  let text = "";
  const speak = (words: string) => {
    text += words;
    if (words !== "") say(words);
  };
  const question = { messages, tools: AI_TOOLS, maxTokens: limits.answerTokens };
  const timeouts = {
    pieceMs: limits.pieceTimeoutMs,
    totalMs: Math.max(0, deadline - performance.now()),
  };
  const pieces = withTimeout((aborted) => ai.answer(question, aborted), signal, timeouts);
  for await (const piece of pieces) {
    if (signal.aborted) return "interrupted";
    if (piece.kind === "failed") return { text, calls, failure: piece.words };
    if (piece.kind === "text") speak(redactor.push(piece.text));
    else calls.push(piece.call);
  }
  if (signal.aborted) return "interrupted";
  speak(redactor.flush());
  return { text, calls: calls.slice(0, MAX_TOOLS_PER_ROUND) };
}

/** Runs the tools in order. Returns true when the call is handed over to a person. */
async function runTools(
  app: App,
  request: AnswerRequest,
  { text, calls }: AnswerRound,
): Promise<boolean> {
  let handsOver = false;
  const results: AiMessage[] = [];
  for (const call of calls) {
    const outcome = await runTool(app, request.record, call);
    handsOver ||= outcome.handsOver === true;
    request.record.addTurn({ role: "system", content: `${call.name} ${call.args}`.slice(0, 500) });
    results.push({ role: "tool", callId: call.id, content: JSON.stringify(outcome.result) });
  }
  // The API rejects tool calls without results, so both are added together, even after an interruption.
  request.messages.push({ role: "assistant", content: text, calls }, ...results);
  return handsOver;
}
