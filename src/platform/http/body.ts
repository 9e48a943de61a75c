import type { Context } from "hono";
import { Problem } from "#src/shared/problem.ts";
import type { Upload } from "#src/shared/upload-endpoint.ts";
import { closeSoon, closeWhenIdle, keepOpen } from "./keep-open.ts";

/** Reads the JSON body; an empty body is an empty object. @throws Problem 400, 413, 415 */
export async function readBody(c: Context, limit: number): Promise<unknown> {
  const text = new TextDecoder().decode(await readBytes(c, limit));
  if (text.trim() === "") return {};
  if (!/^application\/json\b/i.test(c.req.header("content-type") ?? ""))
    throw new Problem(415, "Send JSON with the content type application/json.");
  return parseJson(text);
}

/** @throws Problem 400 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Problem(400, "The body isn't valid JSON.");
  }
}

/** Reads the raw body up to a limit in bytes. @throws Problem 400, 408, 413 */
export async function readBytes(c: Context, limit: number): Promise<Uint8Array> {
  if (Number(c.req.header("content-length") ?? 0) > limit) throw tooLarge(limit);
  const pieces: Uint8Array[] = [];
  keepOpen(c);
  for await (const piece of piecesOf(c, { limit, pauseMs: BODY_PAUSE_MS })) pieces.push(piece);
  closeWhenIdle(c);
  return Buffer.concat(pieces);
}

/** Receives a file as a stream; the sender is held up while it is not read. @throws Problem 413, 415 */
export function receiveUpload(c: Context, type: string, limit: number): Upload {
  const [sent = "", ...parameters] = (c.req.header("content-type") ?? "").toLowerCase().split(";");
  if (sent.trim() !== type) throw new Problem(415, `Send the file with the content type ${type}.`);
  if (Number(c.req.header("content-length") ?? 0) > limit) throw tooLarge(limit);
  const [charset] = parameters.flatMap((one) => /^\s*charset="?([\w.:-]+)/.exec(one)?.[1] ?? []);
  return { charset, pieces: (stop) => uploadPieces(c, limit, stop) };
}

/**
 * All of a sender's pauses together, in place of Bun's idle timeout, which would also end the upload of an
 * honest phone with a slow network.
 */
const BODY_PAUSE_MS = 30_000;
const UPLOAD_PAUSE_MS = 60_000;
/** Even a slow phone sends a kilobyte per second. */
const MIN_BYTES_PER_MS = 1;
const UPLOAD_PIECE = 64 * 1024;

async function* uploadPieces(
  c: Context,
  limit: number,
  stop: AbortSignal,
): AsyncGenerator<Uint8Array> {
  // Bytes that arrive while the server writes come in one piece of several megabytes.
  for await (const piece of piecesOf(c, { limit, pauseMs: UPLOAD_PAUSE_MS, stop }))
    for (let at = 0; at < piece.length; at += UPLOAD_PIECE)
      yield piece.subarray(at, at + UPLOAD_PIECE);
}

interface Receiving {
  /** In bytes. Enforced while reading, because a chunked body announces no length. */
  readonly limit: number;
  readonly pauseMs: number;
  readonly stop?: AbortSignal;
}

/** Ends early when it is stopped. @throws Problem 400 when the sender hangs up, 408, 413 */
async function* piecesOf(
  c: Context,
  { limit, pauseMs, stop }: Receiving,
): AsyncGenerator<Uint8Array> {
  const { body } = c.req.raw;
  if (!body) return;
  const reader = body.getReader();
  const cancel = () => void reader.cancel().catch(() => undefined);
  let size = 0;
  // Only the time in which the server waited for the sender.
  let waited = 0;
  let isComplete = false;
  stop?.addEventListener("abort", cancel);
  try {
    for (;;) {
      const asked = performance.now();
      const late = Promise.withResolvers<never>();
      const timer = setTimeout(
        () => late.reject(new Problem(408, "The request took too long to arrive. Try again.")),
        pauseMs + size / MIN_BYTES_PER_MS - waited,
      );
      const reading = reader.read().catch(() => {
        throw new Problem(400, "The request ended before its body had arrived.");
      });
      const { done, value } = await Promise.race([reading, late.promise]).finally(() =>
        clearTimeout(timer),
      );
      if (done || !value) {
        isComplete = true;
        return;
      }
      waited += performance.now() - asked;
      size += value.length;
      if (size > limit) throw tooLarge(limit);
      yield value;
    }
  } finally {
    stop?.removeEventListener("abort", cancel);
    cancel();
    // The sender may go on for as long as the connection is open.
    if (!isComplete) closeSoon(c);
  }
}

function tooLarge(limit: number): Problem {
  const size =
    limit <= 1024 * 1024
      ? `${Math.floor(limit / 1024)} KB`
      : `${Math.floor(limit / 1024 / 1024)} MB`;
  return new Problem(413, `This is too large. The limit is ${size}.`);
}
