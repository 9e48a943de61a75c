import type OpenAI from "openai";
import type { ChatCompletionMessageParam } from "openai/resources/chat/completions";
import {
  AI_MODEL,
  type AiMessage,
  type AiPiece,
  type AiQuestion,
  type ToolCall,
} from "#src/platform/providers/ai.ts";

const BROKE_OFF = "OpenAI's answer broke off.";
const REFUSED = "OpenAI refused to answer.";
const TOO_LONG = "OpenAI's answer was too long.";
/** Far more than a phone call needs. The index of a call is whatever the stream says, so it is only a key. */
const MAX_TOOL_CALLS = 16;
const MAX_CALL_LENGTH = 16_000;
/** A caller's own timeout is much shorter. */
const TIMEOUT_MS = 30_000;
/** A server error or a lost connection rarely happens twice in a row. */
const RETRIES = 1;

/** Streams an answer. An error of the SDK becomes the last piece; `words` explains it. */
export async function* streamAnswer(
  client: OpenAI,
  question: AiQuestion,
  signal: AbortSignal,
  toMessage: (error: unknown) => string,
): AsyncGenerator<AiPiece> {
  try {
    const stream = await client.chat.completions.create(
      {
        model: AI_MODEL,
        messages: question.messages.map(toChatMessage),
        tools: question.tools.map(({ name, description, parameters }) => ({
          type: "function",
          function: { name, description, parameters, strict: true },
        })),
        // Strict arguments are not guaranteed for parallel calls.
        parallel_tool_calls: false,
        max_completion_tokens: question.maxTokens,
        temperature: 0.4,
        stream: true,
      },
      { signal, timeout: TIMEOUT_MS, maxRetries: RETRIES },
    );
    yield* readPieces(stream, signal);
  } catch (error) {
    if (!signal.aborted) yield { kind: "failed", message: toMessage(error) };
  }
}

async function* readPieces(
  stream: AsyncIterable<OpenAI.ChatCompletionChunk>,
  signal: AbortSignal,
): AsyncGenerator<AiPiece> {
  const calls = new Map<number, { id: string; name: string; args: string }>();
  let finish: string | null = null;
  for await (const { choices } of stream) {
    const [choice] = choices;
    if (!choice) continue;
    const { content, refusal, tool_calls: parts = [] } = choice.delta;
    if (refusal) return yield { kind: "failed", message: REFUSED };
    if (content) yield { kind: "text", text: content };
    for (const { index, id, function: said } of parts) {
      const call = calls.get(index) ?? { id: "", name: "", args: "" };
      calls.set(index, call);
      call.id += id ?? "";
      call.name += said?.name ?? "";
      call.args += said?.arguments ?? "";
      const length = call.id.length + call.name.length + call.args.length;
      if (calls.size > MAX_TOOL_CALLS || length > MAX_CALL_LENGTH)
        return yield { kind: "failed", message: TOO_LONG };
    }
    finish = choice.finish_reason ?? finish;
  }
  if (signal.aborted) return;
  if (finish === null) yield { kind: "failed", message: BROKE_OFF };
  else if (finish === "content_filter") yield { kind: "failed", message: REFUSED };
  // A stream that ends at the token limit has incomplete tool arguments.
  else if (finish !== "length")
    yield* [...calls.values()].filter(({ id }) => id !== "").map(toPiece);
}

function toPiece(call: ToolCall): AiPiece {
  return { kind: "tool", call };
}

function toChatMessage(message: AiMessage): ChatCompletionMessageParam {
  switch (message.role) {
    case "tool":
      return { role: "tool", tool_call_id: message.callId, content: message.content };
    case "assistant":
      if (!message.calls?.length) return { role: "assistant", content: message.content };
      return {
        role: "assistant",
        content: message.content || null,
        tool_calls: message.calls.map(({ id, name, args }) => ({
          id,
          type: "function",
          function: { name, arguments: args },
        })),
      };
    default:
      return { role: message.role, content: message.content };
  }
}
