import type { Context } from "hono";
import { Problem } from "#src/shared/problem.ts";

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

/** @throws Problem 400 when the client hangs up */
async function* piecesOf(c: Context): AsyncGenerator<Uint8Array> {
  const { body } = c.req.raw;
  if (!body) return;
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(() => {
        throw new Problem(400, "The request ended before its body had arrived.");
      });
      if (done) return;
      yield value;
    }
  } finally {
    void reader.cancel().catch(() => undefined);
  }
}

function tooLarge(limit: number): Problem {
  return new Problem(413, `This is too large. The limit is ${Math.floor(limit / 1024)} KB.`);
}
