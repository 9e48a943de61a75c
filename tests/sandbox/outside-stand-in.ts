import { createGoogleBook, type GoogleBook } from "./google-book.ts";
import { type ChatModel, startChatModel } from "./openai-chat.ts";
import { OPERATIONS } from "./outside-operations.ts";
import type { Asked, Mood, Operation, Service } from "./outside-shapes.ts";
import { readAloud, type SpokenText } from "./speech-operation.ts";

/** Stripe, OpenAI, ElevenLabs and Google on one loopback address, for exactly what Parlor asks them. */
export interface OutsideStandIn {
  /** Without a slash at the end. */
  readonly url: string;
  /** The addresses as the product's configuration has them. */
  readonly config: {
    readonly stripeApiBase: string;
    readonly openaiBaseUrl: string;
    readonly elevenlabsApiBase: string;
    readonly googleAccountsBase: string;
    readonly googleOauthBase: string;
    readonly googleBusinessBase: string;
  };
  /** "GET /v1/balance", in order. */
  readonly asked: readonly string[];
  /** Requests that the service doesn't have: expect it to be empty. */
  readonly unexpected: readonly string[];
  /** Contract violations of the stand-in itself: expect it to be empty too. */
  readonly bugs: readonly string[];
  readonly google: GoogleBook;
  /** OpenAI's model. */
  readonly chat: ChatModel;
  /** What ElevenLabs was asked to say. */
  readonly spoken: readonly SpokenText[];
  feel(service: Service, mood: Mood): void;
  stop(): Promise<void>;
}

export function startOutsideStandIn(): OutsideStandIn {
  const moods = new Map<Service, Mood>();
  const asked: string[] = [];
  const unexpected: string[] = [];
  const bugs: string[] = [];
  const google = createGoogleBook();
  const spoken: SpokenText[] = [];
  const chat = startChatModel({ unexpected, bugs });
  const server = Bun.serve({ hostname: "127.0.0.1", port: 0, development: false, fetch: answer });
  const url = server.url.origin;

  async function answer(request: Request): Promise<Response> {
    const address = new URL(request.url);
    asked.push(`${request.method} ${address.pathname}`);
    if (request.method === "POST" && address.pathname === "/openai/v1/chat/completions")
      return chat.respond(request);
    const speech = await readAloud(request, address, moods.get("elevenlabs") ?? "fine");
    if (speech) {
      if (speech.misuse) return refuse(speech.misuse);
      if (speech.spoken) spoken.push(speech.spoken);
      return speech.response;
    }
    const operation = OPERATIONS.find(
      ({ method, path }) => method === request.method && path.test(address.pathname),
    );
    if (!operation) return refuse(`${request.method} ${address.pathname}`);
    const what = await read(request, address, operation);
    const misuse = operation.misuse(what);
    if (misuse) return refuse(`${request.method} ${address.pathname}: ${misuse}`);

    const { status, body } = operation.answer(what);
    // Text comes from some proxy, which follows no contract.
    const wrong = status === 200 && typeof body !== "string" ? operation.contract(body) : undefined;
    if (wrong) bugs.push(`${operation.path}: ${wrong}`);
    return Response.json(body, { status, headers: { "request-id": `req_${asked.length}` } });
  }

  function refuse(what: string): Response {
    unexpected.push(what);
    return Response.json({ error: { message: what } }, { status: 404 });
  }

  async function read(request: Request, address: URL, operation: Operation): Promise<Asked> {
    const isForm = request.headers.get("content-type")?.startsWith(FORM);
    return {
      headers: request.headers,
      query: address.searchParams,
      form: new URLSearchParams(isForm ? await request.text() : ""),
      mood: moods.get(operation.service) ?? "fine",
      found: operation.path.exec(address.pathname)?.slice(1) ?? [],
      google,
    };
  }

  return {
    url,
    config: {
      stripeApiBase: url,
      openaiBaseUrl: `${url}/openai/v1`,
      elevenlabsApiBase: url,
      googleAccountsBase: url,
      googleOauthBase: url,
      googleBusinessBase: url,
    },
    asked,
    unexpected,
    bugs,
    google,
    chat,
    spoken,
    feel: (service, mood) => moods.set(service, mood),
    stop: () => server.stop(true),
  };
}

const FORM = "application/x-www-form-urlencoded";
