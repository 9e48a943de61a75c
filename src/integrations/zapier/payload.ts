import type { Context } from "hono";
import { parseJson, readBytes } from "#src/platform/http/body.ts";
import { nameKey } from "#src/shared/names.ts";
import { Problem } from "#src/shared/problem.ts";
import { parseWallTime, type WallTime } from "#src/shared/wall-time.ts";

export const KEY_FIELD = "api_key";

const MAX_BYTES = 64 * 1024;
const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\b/i;
const FORM_TYPE = /^application\/x-www-form-urlencoded\b/i;

export type RawFields = Readonly<Record<string, unknown>>;

/** Reads the fields of a JSON object or a form. @throws Problem 400, 413, 415 */
export async function readFields(c: Context): Promise<RawFields> {
  const type = c.req.header("content-type") ?? "";
  const text = new TextDecoder().decode(await readBytes(c, MAX_BYTES));
  if (FORM_TYPE.test(type)) return Object.fromEntries(new URLSearchParams(text));
  if (!JSON_TYPE.test(type))
    throw new Problem(
      415,
      "Send JSON (application/json) or a form (application/x-www-form-urlencoded).",
    );
  const body = parseJson(text);
  if (typeof body !== "object" || body === null || Array.isArray(body))
    throw new Problem(400, "Send one JSON object with the fields in it.");
  return body as RawFields;
}

/** Reads fields and collects their errors, so that one reply names all of them. */
export function createPayload(raw: RawFields) {
  const errors: Record<string, string> = {};

  /**
   * Returns the trimmed text. Empty counts as missing, because programs send empty fields for unknown
   * values.
   */
  function optional(name: string, maxLength: number): string | undefined {
    const value = raw[name];
    if (value === undefined || value === null) return undefined;
    if (typeof value === "object") return refuse(name, "must be text");
    const text = String(value)
      .replace(/[\p{Cc}\s]+/gu, " ")
      .trim();
    if (text === "") return undefined;
    if (text.length > maxLength) return refuse(name, `can be up to ${maxLength} characters`);
    return text;
  }

  function refuse(name: string, reason: string): undefined {
    errors[name] ??= reason;
  }

  return {
    optional,
    refuse,
    required(name: string, maxLength: number): string {
      return optional(name, maxLength) ?? refuse(name, "is required") ?? "";
    },
    /** Returns wall time to the minute and ignores any offset. */
    time(name: string): WallTime | undefined {
      const text = optional(name, 60);
      if (text === undefined) return undefined;
      // Accept a space instead of "T", as in "2026-11-27 10:00".
      const wall = parseWallTime(text.replace(/^(\d{4}-\d\d-\d\d) (?=\d\d:)/, "$1T"));
      if (wall === undefined) return refuse(name, "must be a time such as 2026-11-27T10:00:00");
      return `${wall.slice(0, 16)}:00`;
    },
    /** Joins first_name and last_name; undefined if both are missing. */
    clientName(): string | undefined {
      const parts = ["first_name", "last_name"].map((name) => optional(name, 60));
      const name = parts.filter((part) => part !== undefined).join(" ");
      if (name === "") return undefined;
      return nameKey(name) === "" ? refuse("first_name", "must have letters") : name;
    },
    /** @throws Problem 400 that names every invalid field */
    check(): void {
      const names = Object.keys(errors);
      if (names.length === 0) return;
      const reasons = names.map((name) => `${name} ${errors[name]}`).join("; ");
      throw new Problem(400, `Not accepted: ${reasons}.`, { errors });
    },
  };
}

export type Payload = ReturnType<typeof createPayload>;
