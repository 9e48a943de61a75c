import { chatAnswer, chatChunk, chatRequest } from "./openai-contract.ts";
import { KEYS } from "./outside-shapes.ts";

interface ChatMessage {
  readonly role: string;
  readonly content: string | null;
  readonly tool_calls?: readonly { readonly function: { name: string; arguments: string } }[];
}

interface ChatRequest {
  readonly messages: readonly ChatMessage[];
  readonly stream?: boolean;
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
}

/** The model's next step. */
export interface Reply {
  readonly text?: string;
  readonly calls?: readonly {
    readonly name: string;
    readonly args: unknown;
    /** Instead of its position. */
    readonly index?: number;
  }[];
  /** Refuses with its own message. */
  readonly refusal?: string;
  /** Answers with this status instead. */
  readonly status?: 401 | 429 | 500;
  /** Sends nothing at all. */
  readonly stalls?: boolean;
  /** The connection drops after this many pieces. */
  readonly cutAfter?: number;
  readonly finish?: "length" | "content_filter";
}

export interface ChatModel {
  /** Every valid request, in order. */
  readonly requests: ChatRequest[];
  /** The replies in order; a function decides by the request. An omitted reply is "Fine." */
  readonly script: (Reply | ((asked: ChatRequest) => Reply))[];
  /** Used when the script is over. */
  otherwise: (asked: ChatRequest) => Reply;
  /** Milliseconds to the first piece, and between two. */
  firstMs: number;
  pieceMs: number;
  readonly respond: (request: Request) => Promise<Response>;
}

interface Notes {
  readonly unexpected: string[];
  readonly bugs: string[];
}

/** OpenAI's chat completions, streamed or whole, with scripted replies. */
export function startChatModel({ unexpected, bugs }: Notes): ChatModel {
  const model: ChatModel = {
    requests: [],
    script: [],
    otherwise: () => ({ text: "Fine." }),
    firstMs: 0,
    pieceMs: 0,
    respond,
  };

  async function respond(request: Request): Promise<Response> {
    if (request.headers.get("authorization") !== `Bearer ${KEYS.openai}`)
      return refusal(401, "Incorrect API key provided: sk-****.", "invalid_api_key");
    const asked = (await request.json()) as ChatRequest;
    const misuse = chatRequest(asked);
    if (misuse) {
      unexpected.push(`chat completions: ${misuse}`);
      return refusal(400, misuse, null);
    }
    model.requests.push(asked);
    const next = model.script.shift() ?? model.otherwise;
    const reply = typeof next === "function" ? next(asked) : next;
    if (reply.status === 401) return refusal(401, "Incorrect API key provided.", "invalid_api_key");
    if (reply.status === 429)
      return refusal(429, "You exceeded your current quota", "insufficient_quota");
    if (reply.status === 500) return refusal(500, "The server had an error", null);
    return asked.stream ? streamReply(request, reply) : whole(reply);
  }

  function whole(reply: Reply): Response {
    const body = {
      id: "chatcmpl-1",
      object: "chat.completion",
      created: 1_763_000_000,
      model: "gpt-4o-mini-2024-07-18",
      choices: [
        {
          index: 0,
          logprobs: null,
          finish_reason: reply.finish ?? "stop",
          message: {
            role: "assistant",
            content: reply.refusal ? null : (reply.text ?? ""),
            refusal: reply.refusal ?? null,
          },
        },
      ],
    };
    note(chatAnswer(body));
    return Response.json(body);
  }

  function streamReply(request: Request, reply: Reply): Response {
    const encoder = new TextEncoder();
    const pieces = piecesOf(reply);
    return new Response(
      new ReadableStream({
        async start(controller) {
          await Bun.sleep(model.firstMs);
          if (reply.stalls) {
            await new Promise((over) => request.signal.addEventListener("abort", over));
            return;
          }
          for (const [at, piece] of pieces.entries()) {
            if (request.signal.aborted) return;
            if (at === reply.cutAfter) return controller.close();
            note(chatChunk(piece));
            controller.enqueue(encoder.encode(`data: ${JSON.stringify(piece)}\n\n`));
            if (model.pieceMs > 0) await Bun.sleep(model.pieceMs);
          }
          controller.enqueue(encoder.encode("data: [DONE]\n\n"));
          controller.close();
        },
      }),
      { headers: { "content-type": "text/event-stream" } },
    );
  }

  function note(wrong: string | undefined): void {
    if (wrong) bugs.push(`chat completions: ${wrong}`);
  }

  return model;
}

function piecesOf({ text = "", calls = [], refusal, finish }: Reply): object[] {
  const deltas: object[] = [{ role: "assistant", content: "", refusal: null }];
  if (refusal) deltas.push({ refusal });
  // Split as OpenAI does: a word with the space before it.
  for (const word of text.match(/\s*\S+/g) ?? []) deltas.push({ content: word });
  for (const [position, { name, args, index = position }] of calls.entries()) {
    const said = typeof args === "string" ? args : JSON.stringify(args);
    const id = `call_${crypto.randomUUID().slice(0, 8)}`;
    deltas.push({
      tool_calls: [{ index, id, type: "function", function: { name, arguments: "" } }],
    });
    for (const part of said.match(/[\s\S]{1,7}/g) ?? [])
      deltas.push({ tool_calls: [{ index, function: { arguments: part } }] });
  }
  const end = finish ?? (calls.length > 0 ? "tool_calls" : "stop");
  return [...deltas.map((delta) => chunk(delta, null)), chunk({}, end)];
}

function chunk(delta: object, finish_reason: string | null): object {
  return {
    id: "chatcmpl-1",
    object: "chat.completion.chunk",
    created: 1_763_000_000,
    model: "gpt-4o-mini-2024-07-18",
    choices: [{ index: 0, delta, logprobs: null, finish_reason }],
  };
}

function refusal(status: number, message: string, code: string | null): Response {
  return Response.json(
    { error: { message, type: "invalid_request_error", param: null, code } },
    { status, headers: { "retry-after-ms": "5" } },
  );
}
