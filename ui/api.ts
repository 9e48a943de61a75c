import { QueryClient } from "@tanstack/react-query";
import { createContext, useContext } from "react";
import type { Endpoint, Params } from "#src/shared/endpoint.ts";

export type Fetch = (path: string, init: RequestInit) => Promise<Response>;

type Part<Name extends string, Value> = [Value] extends [undefined]
  ? { readonly [K in Name]?: undefined }
  : { readonly [K in Name]: Value };

type ParamsPart<Path extends string> = keyof Params<Path> extends never
  ? { readonly params?: undefined }
  : { readonly params: { readonly [K in keyof Params<Path>]: string | number } };

type Input<Path extends string, Search, Sent> = ParamsPart<Path> &
  (Search extends undefined ? { readonly query?: undefined } : { readonly query?: Search }) &
  Part<"body", Sent> & {
    readonly signal?: AbortSignal;
    /** A repeat with the same key returns the first reply. */
    readonly idempotencyKey?: string;
    readonly onHeaders?: (headers: Headers) => void;
    /** Receives each line of a streamed reply; the promise then resolves to undefined. */
    readonly onLine?: (line: string) => void;
    /** "low" for polls and refetches: the browser sends all other requests first. */
    readonly priority?: "low" | undefined;
  };

/** The arguments after the endpoint; optional where nothing is required. */
export type ApiInput<Path extends string, Search, Sent> =
  object extends Input<Path, Search, Sent>
    ? [input?: Input<Path, Search, Sent>]
    : [input: Input<Path, Search, Sent>];

/** Requests an endpoint. Every failure is an ApiError that reads "status: body". */
export type Api = <Path extends string, Search, Query, Sent, Body, Reply>(
  endpoint: Endpoint<Path, Search, Query, Sent, Body, Reply>,
  ...input: ApiInput<Path, NoInfer<Search>, NoInfer<Sent>>
) => Promise<Reply>;

/** Browsers allow 64 KB of such bodies at a time. */
const MAX_KEEPALIVE_BYTES = 8_000;

/** Connects the screens to the server through `fetcher`. */
export function createApi(fetcher: Fetch): Api {
  return async (endpoint, ...[input]) => {
    const {
      params = {},
      query = {},
      body,
      signal = null,
      idempotencyKey,
      onHeaders,
      onLine,
      priority,
    } = (input ?? {}) as LooseInput;
    const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
      encodeURIComponent(String(params[name])),
    );
    const search = new URLSearchParams(toTexts(query)).toString();
    const isFile = body instanceof Blob;
    const sent = body === undefined || isFile ? body : JSON.stringify(body);
    const isShort =
      typeof sent !== "object" && new TextEncoder().encode(sent).length <= MAX_KEEPALIVE_BYTES;
    const response = await fetcher(search ? `${path}?${search}` : path, {
      method: endpoint.method,
      headers: {
        ...(body !== undefined && { "content-type": isFile ? body.type : "application/json" }),
        ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
      },
      ...(sent !== undefined && { body: sent }),
      signal,
      // Lets a change reach the server even if the page is closed before the reply.
      ...(endpoint.method !== "GET" && isShort && { keepalive: true }),
      ...(priority && { priority }),
    });
    if (response.ok && onLine) return (await readLines(response, onLine)) as never;
    const text = await response.text();
    if (!response.ok) throw new ApiError(response.status, text || response.statusText);
    onHeaders?.(response.headers);
    // The server has parsed its reply by the endpoint's shape; parsing it again would cost each poll.
    return (text === "" ? undefined : JSON.parse(text)) as never;
  };
}

/** The values that are sent, as texts. */
export function toTexts(values: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      value === undefined || value === "" || value === null ? [] : [[name, String(value)]],
    ),
  );
}

async function readLines(response: Response, onLine: (line: string) => void): Promise<void> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const piece of piecesOf(response)) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) onLine(line);
  }
  if (rest !== "") onLine(rest);
}

/** Safari's streams do not support `for await`. */
async function* piecesOf({ body }: Response): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader();
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read())
    yield next.value;
}

export interface LooseInput {
  readonly params?: Record<string, string | number>;
  readonly query?: Record<string, unknown>;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
  readonly idempotencyKey?: string;
  readonly onHeaders?: (headers: Headers) => void;
  readonly onLine?: (line: string) => void;
  readonly priority?: "low" | undefined;
}

export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  readonly #body: string;

  constructor(status: number, body: string) {
    super(`${status}: ${body}`);
    this.status = status;
    this.#body = body;
  }

  /** The server's message for the user. Empty for what a proxy sends, such as a page of HTML. */
  get reason(): string {
    const { message } = this.#read();
    return typeof message === "string" ? message : "";
  }

  /** The server's message for each field. */
  get errors(): Readonly<Record<string, string>> {
    return this.#read().errors ?? {};
  }

  #read(): { message?: string; errors?: Record<string, string> } {
    try {
      return Object(JSON.parse(this.#body));
    } catch {
      return {};
    }
  }
}

/** The message to show for any error that a request throws. */
export function errorMessage(
  error: unknown,
  fallback = "Something went wrong. Try again.",
): string {
  if (error instanceof ApiError) return error.reason || fallback;
  if (isUnreachable(error)) return "We can't reach the server. Check your connection.";
  return fallback;
}

/** Each browser has its own message for a request or a script that failed to load. */
const UNREACHABLE = /fetch|load failed|networkerror|import|module/i;

export function isUnreachable(error: unknown): boolean {
  return error instanceof TypeError && UNREACHABLE.test(error.message);
}

/** The server's message for each field that was refused. */
export function fieldErrorsOf(error: unknown): Readonly<Record<string, string>> {
  return error instanceof ApiError ? error.errors : {};
}

/** Cached data never expires: polling, changes and server events refresh it. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
      },
      mutations: { retry: false },
    },
  });
}

/** What a screen's prefetch receives, on the server and in the browser. */
export interface Prefetcher {
  readonly api: Api;
  readonly client: QueryClient;
}

const ApiContext = createContext<Api | undefined>(undefined);
export const ApiProvider = ApiContext.Provider;

export function useApi(): Api {
  const api = useContext(ApiContext);
  if (!api) throw new Error("useApi needs an ApiProvider above it");
  return api;
}
