export type Json = Readonly<Record<string, unknown>>;

/** The reply of an operation; a fault means that the client won't see it. */
export interface Reply {
  readonly status: number;
  readonly body: Json;
  readonly delayMs?: number;
  readonly fault?: "500" | "drop";
}

/** The shape of every Twilio refusal. */
export function refusal(status: number, code: number, message: string): Reply {
  return {
    status,
    body: { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status },
  };
}

export function notFound(path: string): Reply {
  return refusal(404, 20404, `The requested resource ${path} was not found`);
}

const JSON_HEADERS = { "content-type": "application/json;charset=utf-8" };
const HTML_HEADERS = { "content-type": "text/html" };

export function toResponse(reply: Reply): Response {
  if (reply.fault === "drop") return new Response(brokenBody());
  if (reply.fault === "500")
    return new Response("<html><body><h1>500 Internal Server Error</h1></body></html>", {
      status: 500,
      headers: HTML_HEADERS,
    });
  return new Response(JSON.stringify(reply.body), { status: reply.status, headers: JSON_HEADERS });
}

/** A body that fails before its first byte makes Bun reset the connection, headers unsent. */
function brokenBody(): ReadableStream {
  return new ReadableStream({ start: (controller) => controller.error() });
}
