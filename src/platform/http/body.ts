import type { Context } from "hono";
import { Problem } from "#src/shared/problem.ts";
import type { Upload } from "#src/shared/upload-endpoint.ts";

/** Reads the JSON body; an empty body is an empty object. @throws Problem 400, 413, 415 */
export async function readBody(c: Context, limit: number): Promise<unknown> {
  const text = new TextDecoder().decode(await readBytes(c, limit));
  if (text.trim() === "") return {};
  if (!/^application\/json\b/i.test(c.req.header("content-type") ?? ""))
    throw new Problem(415, "Send JSON with the content type application/json.");
  try {
    return JSON.parse(text);
  } catch {
    throw new Problem(400, "The body isn't valid JSON.");
  }
}

/** Reads the raw body up to a limit in bytes. @throws Problem 413 */
export async function readBytes(c: Context, limit: number): Promise<Uint8Array> {
  if (Number(c.req.header("content-length") ?? 0) > limit) throw tooLarge(limit);
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of piecesOf(c)) {
    size += piece.length;
    // A chunked body announces no length, and is not read beyond the limit.
    if (size > limit) throw tooLarge(limit);
    pieces.push(piece);
  }
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

/** A sender may pause for a minute, and is slower than any phone at a kilobyte in a second. */
const MAX_PAUSE_MS = 60_000;
const MIN_BYTES_PER_MS = 1;
const UPLOAD_PIECE = 64 * 1024;

async function* uploadPieces(
  c: Context,
  limit: number,
  stop: AbortSignal,
): AsyncGenerator<Uint8Array> {
  let size = 0;
  // Only the time in which the server waited for the sender.
  let waited = 0;
  const wait = async (reading: Promise<Read>, cancel: () => void): Promise<Read> => {
    const asked = performance.now();
    const isLate = Promise.withResolvers<never>();
    const timer = setTimeout(
      () => {
        isLate.reject(new Problem(408, "The file arrived too slowly. Please try again."));
        cancel();
      },
      MAX_PAUSE_MS + size / MIN_BYTES_PER_MS - waited,
    );
    stop.addEventListener("abort", cancel);
    try {
      return await Promise.race([reading, isLate.promise]);
    } finally {
      clearTimeout(timer);
      stop.removeEventListener("abort", cancel);
      waited += performance.now() - asked;
    }
  };
  for await (const piece of piecesOf(c, wait)) {
    size += piece.length;
    if (size > limit) throw tooLarge(limit);
    // What arrived while the server wrote comes in one piece of megabytes.
    for (let at = 0; at < piece.length; at += UPLOAD_PIECE)
      yield piece.subarray(at, at + UPLOAD_PIECE);
  }
}

type Read = { readonly done: boolean; readonly value?: Uint8Array | undefined };

/** `wait` may end a read early. @throws Problem 400 when the client hangs up */
async function* piecesOf(
  c: Context,
  wait: (reading: Promise<Read>, cancel: () => void) => Promise<Read> = (reading) => reading,
): AsyncGenerator<Uint8Array> {
  const { body } = c.req.raw;
  if (!body) return;
  const reader = body.getReader();
  const cancel = () => void reader.cancel().catch(() => undefined);
  try {
    for (;;) {
      const reading = reader.read().catch(() => {
        throw new Problem(400, "The request ended before its body had arrived.");
      });
      const { done, value } = await wait(reading, cancel);
      if (done || !value) return;
      yield value;
    }
  } finally {
    cancel();
  }
}

function tooLarge(limit: number): Problem {
  const size =
    limit <= 1024 * 1024
      ? `${Math.floor(limit / 1024)} KB`
      : `${Math.floor(limit / 1024 / 1024)} MB`;
  return new Problem(413, `This is too large. The limit is ${size}.`);
}
