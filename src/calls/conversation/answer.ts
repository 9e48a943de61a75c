import type { App } from "#src/app.ts";
import { AI_TOOLS, runTool } from "#src/calls/tools/tools.ts";
import type { AiMessage, AiProvider, ToolCall } from "#src/platform/providers/ai.ts";
import type { Limits } from "./limits.ts";
import type { CallRecord } from "./record.ts";
import { createGuard, type Speakable } from "./redaction.ts";
import { patiently } from "./with-timeout.ts";

interface Asked {
  readonly ai: AiProvider;
  /** Grows by what is said and done; of an answer that is broken off, only by what was done. */
  readonly messages: AiMessage[];
  readonly record: CallRecord;
  readonly speakable: Speakable;
  readonly limits: Limits;
  readonly signal: AbortSignal;
  /** The next words, checked. */
  readonly say: (words: string) => void;
}

export type Outcome =
  | { readonly kind: "answered" | "handed over" | "broken off" }
  | { readonly kind: "failed"; readonly words: string };

const MOST_TOOLS_AT_ONCE = 4;

/** One answer: the model speaks or wants a tool, whose work it is told, until it has said what it has to say. */
export async function answer(app: App, asked: Asked): Promise<Outcome> {
  const { messages, signal, limits } = asked;
  const until = performance.now() + limits.answerMs;
  let saidAnything = false;
  for (let round = 0; round < limits.rounds; round += 1) {
    const heard = await hear(asked, until);
    if (heard === "broken off" || signal.aborted) return { kind: "broken off" };
    if (heard.failure !== undefined) return { kind: "failed", words: heard.failure };
    saidAnything ||= heard.text.trim() !== "";
    if (heard.calls.length === 0) {
      if (!saidAnything) return { kind: "failed", words: "The assistant had nothing to say." };
      messages.push({ role: "assistant", content: heard.text });
      return { kind: "answered" };
    }

    const handsOver = await runTools(app, asked, heard);
    if (handsOver) return { kind: "handed over" };
    if (signal.aborted) return { kind: "broken off" };
    // What comes after the tool is a sentence of its own.
    if (heard.text.trim() !== "") asked.say(" ");
  }
  return { kind: "failed", words: "The assistant went round in circles." };
}

interface Heard {
  readonly text: string;
  readonly calls: readonly ToolCall[];
  readonly failure?: string;
}

async function hear(
  { ai, messages, limits, signal, speakable, say }: Asked,
  until: number,
): Promise<Heard | "broken off"> {
  const guard = createGuard(speakable);
  const calls: ToolCall[] = [];
  let text = "";
  const speak = (words: string) => {
    text += words;
    if (words !== "") say(words);
  };
  const question = { messages, tools: AI_TOOLS, mostTokens: limits.answerTokens };
  const patience = { pieceMs: limits.patienceMs, wholeMs: Math.max(0, until - performance.now()) };
  const pieces = patiently((aborted) => ai.answer(question, aborted), signal, patience);
  for await (const piece of pieces) {
    if (signal.aborted) return "broken off";
    if (piece.kind === "failed") return { text, calls, failure: piece.words };
    if (piece.kind === "text") speak(guard.push(piece.text));
    else calls.push(piece.call);
  }
  if (signal.aborted) return "broken off";
  speak(guard.flush());
  return { text, calls: calls.slice(0, MOST_TOOLS_AT_ONCE) };
}

/** One after the other; true when the call goes to a person now. */
async function runTools(app: App, asked: Asked, { text, calls }: Heard): Promise<boolean> {
  let handsOver = false;
  const results: AiMessage[] = [];
  for (const call of calls) {
    const done = await runTool(app, asked.record, call);
    handsOver ||= done.handsOver === true;
    asked.record.said({ role: "system", content: `${call.name} ${call.args}`.slice(0, 500) });
    results.push({ role: "tool", callId: call.id, content: JSON.stringify(done.said) });
  }
  // Together, and also after an interruption: a call without its result is no conversation.
  asked.messages.push({ role: "assistant", content: text, calls }, ...results);
  return handsOver;
}
