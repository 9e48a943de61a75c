import type { Context } from "hono";
import { readBytes } from "#src/platform/http/body.ts";
import { nameKey } from "#src/shared/names.ts";
import { Problem } from "#src/shared/problem.ts";
import { readWallTime, type WallTime } from "#src/shared/wall-time.ts";

export const KEY_FIELD = "api_key";

const LIMIT = 64 * 1024;
const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\b/i;
const FORM_TYPE = /^application\/x-www-form-urlencoded\b/i;

export type Raw = Readonly<Record<string, unknown>>;

/** The fields of a JSON object or a form. @throws Problem 400, 413, 415 */
export async function readRaw(c: Context): Promise<Raw> {
  const type = c.req.header("content-type") ?? "";
  const text = new TextDecoder().decode(await readBytes(c, LIMIT));
  if (FORM_TYPE.test(type)) return Object.fromEntries(new URLSearchParams(text));
  if (!JSON_TYPE.test(type))
    throw new Problem(
      415,
      "Send JSON (application/json) or a form (application/x-www-form-urlencoded).",
    );
  const body = jsonOf(text);
  if (typeof body !== "object" || body === null || Array.isArray(body))
    throw new Problem(400, "Send one JSON object with the fields in it.");
  return body as Raw;
}

/** Reads the fields one after the other and gathers what is wrong, so that one answer names all of it. */
export function payloadOf(raw: Raw) {
  const errors: Record<string, string> = {};

  /** Trimmed; an empty text is none, because programs send empty fields for what they do not know. */
  function optional(name: string, most: number): string | undefined {
    const value = raw[name];
    if (value === undefined || value === null) return undefined;
    if (typeof value === "object") return refuse(name, "must be a text");
    const text = String(value)
      .replace(/[\p{Cc}\s]+/gu, " ")
      .trim();
    if (text === "") return undefined;
    if (text.length > most) return refuse(name, `must have at most ${most} characters`);
    return text;
  }

  function refuse(name: string, words: string): undefined {
    errors[name] ??= words;
  }

  return {
    optional,
    refuse,
    required(name: string, most: number): string {
      return optional(name, most) ?? refuse(name, "is required") ?? "";
    },
    /** By the clock on the wall, to the minute; an offset is dropped. */
    time(name: string): WallTime | undefined {
      const text = optional(name, 60);
      if (text === undefined) return undefined;
      // "2026-11-27 10:00" too.
      const wall = readWallTime(text.replace(/^(\d{4}-\d\d-\d\d) (?=\d\d:)/, "$1T"));
      if (wall === undefined) return refuse(name, "must be a time such as 2026-11-27T10:00:00");
      return `${wall.slice(0, 16)}:00`;
    },
    /** Of first_name and last_name, or undefined when both are missing. */
    clientName(): string | undefined {
      const parts = ["first_name", "last_name"].map((name) => optional(name, 60));
      const name = parts.filter((part) => part !== undefined).join(" ");
      if (name === "") return undefined;
      return nameKey(name) === "" ? refuse("first_name", "must have letters") : name;
    },
    /** @throws Problem 400 naming every field that is wrong */
    check(): void {
      const names = Object.keys(errors);
      if (names.length === 0) return;
      const words = names.map((name) => `${name} ${errors[name]}`).join("; ");
      throw new Problem(400, `Not accepted: ${words}.`, { errors });
    },
  };
}

export type Payload = ReturnType<typeof payloadOf>;

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Problem(400, "The body is not valid JSON.");
  }
}
