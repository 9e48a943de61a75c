import { QueryClient } from "@tanstack/react-query";
import { createContext, useContext } from "react";
import type { Endpoint, Params } from "#src/shared/endpoint.ts";

type Fetch = (path: string, init: RequestInit) => Promise<Response>;

type Part<Name extends string, Value> = Value extends undefined
  ? { readonly [K in Name]?: undefined }
  : { readonly [K in Name]: Value };

type ParamsPart<Path extends string> = keyof Params<Path> extends never
  ? { readonly params?: undefined }
  : { readonly params: { readonly [K in keyof Params<Path>]: string | number } };

type Input<Path extends string, Search, Sent> = ParamsPart<Path> &
  (Search extends undefined ? { readonly query?: undefined } : { readonly query?: Search }) &
  Part<"body", Sent> & {
    /** Makes a repeat of the same act answer the first result. */
    readonly idempotencyKey?: string;
    /** Is handed the answer's headers, where a list tells more than its rows. */
    readonly heard?: (headers: Headers) => void;
    /** Is handed each line of a streamed answer as it comes; the call itself then answers nothing. */
    readonly line?: (line: string) => void;
  };

export type Call = <Path extends string, Search, Query, Sent, Body, Reply>(
  endpoint: Endpoint<Path, Search, Query, Sent, Body, Reply>,
  ...input: object extends Input<Path, NoInfer<Search>, NoInfer<Sent>>
    ? [input?: Input<Path, NoInfer<Search>, NoInfer<Sent>>]
    : [input: Input<Path, NoInfer<Search>, NoInfer<Sent>>]
) => Promise<Reply>;

/** The screens' one way to the server. Every failure is an ApiError reading "status: body". */
export function createCall(fetcher: Fetch): Call {
  return async (endpoint, ...[input]) => {
    const {
      params = {},
      query = {},
      body,
      idempotencyKey,
      heard,
      line,
    } = (input ?? {}) as LooseInput;
    const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
      encodeURIComponent(String(params[name])),
    );
    const search = new URLSearchParams(
      Object.entries(query).flatMap(([name, value]) =>
        value === undefined || value === "" || value === null ? [] : [[name, String(value)]],
      ),
    ).toString();
    const response = await fetcher(search ? `${path}?${search}` : path, {
      method: endpoint.method,
      headers: {
        ...(body !== undefined && { "content-type": "application/json" }),
        ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (response.ok && line) return (await readLines(response, line)) as never;
    const text = await response.text();
    if (!response.ok) throw new ApiError(response.status, text || response.statusText);
    heard?.(response.headers);
    // The server has parsed its reply by the endpoint's shape; parsing it again would cost each poll.
    return (text === "" ? undefined : JSON.parse(text)) as never;
  };
}

async function readLines(response: Response, line: (line: string) => void): Promise<void> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const piece of piecesOf(response)) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const one of lines) line(one);
  }
  if (rest !== "") line(rest);
}

/** Safari's streams cannot be walked with for await. */
async function* piecesOf({ body }: Response): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader();
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read())
    yield next.value;
}

interface LooseInput {
  readonly params?: Record<string, string | number>;
  readonly query?: Record<string, unknown>;
  readonly body?: unknown;
  readonly idempotencyKey?: string;
  readonly heard?: (headers: Headers) => void;
  readonly line?: (line: string) => void;
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

  /** The server's words for a person. */
  get words(): string {
    return this.#read().message ?? this.#body;
  }

  /** Words for each field of a form. */
  get errors(): Readonly<Record<string, string>> {
    return this.#read().errors ?? {};
  }

  #read(): { message?: string; errors?: Record<string, string> } {
    try {
      return JSON.parse(this.#body) as { message?: string; errors?: Record<string, string> };
    } catch {
      return {};
    }
  }
}

/** What to show for anything that a mutation threw. */
export function wordsOf(
  error: unknown,
  fallback = "Something went wrong. Please try again.",
): string {
  if (error instanceof ApiError) return error.words || fallback;
  if (error instanceof TypeError) return "The server cannot be reached. Check your connection.";
  return fallback;
}

/** Cached data never goes stale by itself: polling, mutations and server events refresh it. */
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

/** What a screen's prefetch gets, on the server and in the browser alike. */
export interface Api {
  readonly call: Call;
  readonly client: QueryClient;
}

const CallContext = createContext<Call | undefined>(undefined);
export const CallProvider = CallContext.Provider;

export function useCall(): Call {
  const call = useContext(CallContext);
  if (!call) throw new Error("useCall needs a CallProvider above it");
  return call;
}
