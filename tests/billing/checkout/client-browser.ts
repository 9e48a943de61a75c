import type { Hono } from "hono";
import type { App } from "#src/app.ts";
import { BASE, type Reply } from "#tests/support/test-app.ts";

export interface ClientBrowser {
  readonly post: (path: string, body: unknown) => Promise<Reply>;
  readonly get: (path: string) => Promise<Reply>;
  /** The PDF as it comes. */
  readonly open: (path: string) => Promise<Response>;
  /** Of the cookies it holds. */
  readonly cookies: Map<string, string>;
}

/** A client's browser, which keeps its cookies. */
export function clientBrowser(hono: Hono, ip = "203.0.113.7"): ClientBrowser {
  const cookies = new Map<string, string>();
  const send = async (path: string, init: RequestInit) => {
    const cookie = [...cookies].map((pair) => pair.join("=")).join("; ");
    const response = await hono.request(
      BASE + path,
      { ...init, headers: { ...init.headers, cookie } },
      { ip },
    );
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    return response;
  };
  const read = async (response: Response): Promise<Reply> => {
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: text === "" ? undefined : JSON.parse(text),
    };
  };
  return {
    cookies,
    open: (path) => send(path, {}),
    get: async (path) => read(await send(path, {})),
    post: async (path, body) =>
      read(
        await send(path, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(body),
        }),
      ),
  };
}

/** The code that was texted last. */
export function lastCode(app: App): string {
  const row = app.db
    .query<{ body: string }, []>(
      "select body from messages where kind = 'code' order by id desc limit 1",
    )
    .get();
  return /\d{6}/.exec(row?.body ?? "")?.[0] ?? "none";
}
