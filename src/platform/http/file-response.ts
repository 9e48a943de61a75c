import type { Context } from "hono";
import type { App } from "#src/app.ts";
import type { FileReply } from "#src/shared/endpoint.ts";
import { closeWhenIdle, keepOpen } from "./keep-open.ts";

/** Sends a file as an attachment, or inline. A stream is read at the browser's pace, so memory holds one piece. */
export function fileResponse(c: Context, app: App, file: FileReply, headers: Headers): Response {
  const { name, type, content, inline = false, keepSeconds } = file;
  headers.set("content-type", type);
  headers.set("content-disposition", `${inline ? "inline" : "attachment"}; filename="${name}"`);
  headers.set(
    "cache-control",
    keepSeconds === undefined ? "no-store" : `private, max-age=${keepSeconds}`,
  );
  headers.set("x-content-type-options", "nosniff");
  // Opened directly, a file is a document of this origin, so the sandbox forbids everything. PDF viewers
  // do not open in a sandbox; all PDFs are generated here.
  if (type !== "application/pdf")
    headers.set("content-security-policy", "default-src 'none'; sandbox");
  if (typeof content === "string" || content instanceof Uint8Array)
    return new Response(content, { headers });
  keepOpen(c);
  return new Response(toStream(c, app, content), { headers });
}

function toStream(
  c: Context,
  app: App,
  content: AsyncIterable<string | Uint8Array>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const pieces = content[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await pieces.next();
        if (done) {
          closeWhenIdle(c);
          controller.close();
        } else controller.enqueue(typeof value === "string" ? encoder.encode(value) : value);
      } catch (error) {
        // The status is already sent, so the stream can only end with an error.
        app.log("error", "bug", { while: "streaming a file", error });
        controller.error(error);
      }
    },
    async cancel() {
      await pieces.return?.();
    },
  });
}
