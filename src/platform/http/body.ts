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
    throw new Problem(400, "The body is not valid JSON.");
  }
}

/** Reads the raw body up to a limit in bytes. @throws Problem 413 */
export async function readBytes(c: Context, limit: number): Promise<Uint8Array> {
  if (Number(c.req.header("content-length") ?? 0) > limit) throw tooLarge(limit);
  const bytes = new Uint8Array(await c.req.arrayBuffer());
  if (bytes.length > limit) throw tooLarge(limit);
  return bytes;
}

function tooLarge(limit: number): Problem {
  return new Problem(413, `This is too large. The limit is ${Math.floor(limit / 1024)} KB.`);
}
