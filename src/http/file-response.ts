import type { Context } from "hono";
import type { App } from "#src/app.ts";
import type { FileReply } from "#src/shared/endpoint.ts";
import { keepOpen } from "./keep-open.ts";

/** An attachment. A stream is read no faster than the browser takes it, so memory holds one piece. */
export function fileResponse(c: Context, app: App, file: FileReply, headers: Headers): Response {
  const { name, type, content } = file;
  headers.set("content-type", type);
  headers.set("content-disposition", `attachment; filename="${name}"`);
  headers.set("cache-control", "no-store");
  headers.set("x-content-type-options", "nosniff");
  if (typeof content === "string") return new Response(content, { headers });
  keepOpen(c);
  return new Response(streamOf(app, content), { headers });
}

function streamOf(app: App, content: AsyncIterable<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const pieces = content[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await pieces.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      } catch (error) {
        // The status has left already: all that can be said is that the file is not whole.
        app.log("error", "bug", { while: "streaming a file", error });
        controller.error(error);
      }
    },
    async cancel() {
      await pieces.return?.();
    },
  });
}
