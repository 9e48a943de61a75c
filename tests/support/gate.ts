import { afterFile } from "./after-file.ts";

/** What becomes of a request. "loses": it is processed, and its answer is lost. */
export type GateState = "open" | "closed" | "hangs" | "loses" | "refuses";

export interface Gate {
  readonly url: string;
  readonly set: (state: GateState) => void;
}

/** Stands before an outside service, at an address of its own, and breaks like one. */
export function openGate(target: string): Gate {
  let state: GateState = "open";
  let waiting: (() => void)[] = [];
  let server = listen(0);
  const { port } = server;

  function listen(at: number) {
    return Bun.serve({
      hostname: "127.0.0.1",
      port: at,
      idleTimeout: 255,
      development: false,
      async fetch(request) {
        if (state === "hangs") await new Promise<void>((resolve) => waiting.push(resolve));
        // Whatever waited was never processed.
        if (state !== "open" && state !== "loses") return new Response("", { status: 503 });
        const { pathname, search } = new URL(request.url);
        const answer = await fetch(target + pathname + search, {
          method: request.method,
          headers: request.headers,
          ...(request.method !== "GET" && { body: await request.text() }),
        });
        const body = await answer.text();
        if (state === "loses") return new Response("", { status: 503 });
        return new Response(body, { status: answer.status, headers: withoutLength(answer) });
      },
    });
  }

  afterFile(() => server.stop(true));
  return {
    url: `http://127.0.0.1:${port}`,
    set(next) {
      if (next === state) return;
      if (state === "closed") server = listen(port ?? 0);
      state = next === "open" ? "refuses" : next;
      for (const resolve of waiting) resolve();
      waiting = [];
      state = next;
      if (next === "closed") server.stop(true);
    },
  };
}

function withoutLength({ headers }: Response): Headers {
  const copy = new Headers(headers);
  for (const name of ["content-length", "content-encoding", "transfer-encoding"]) copy.delete(name);
  return copy;
}
