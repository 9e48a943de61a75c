import * as z from "zod/mini";
import { CONFLICT } from "./constants.ts";
import { Problem } from "./problem.ts";

/**
 * The values that a form showed for the fields it changes. A request with them is refused if another
 * user changed one of these fields since. A request without them replaces any value.
 */
export const Was = z.optional(z.record(z.string().check(z.maxLength(60)), z.unknown()));
export type Was = z.infer<typeof Was>;

/**
 * Compares only `fields`, the ones that the request changes: a user who may not see the others could
 * otherwise guess them.
 * @throws Problem 409 that names each changed field and its current value
 */
export function requireUnchanged(current: object, was: Was, fields: readonly string[]): void {
  const values = new Map(Object.entries(current));
  const before = new Map(Object.entries(was ?? {}));
  const changed = fields.filter(
    (field) =>
      before.has(field) && JSON.stringify(values.get(field)) !== JSON.stringify(before.get(field)),
  );
  if (changed.length === 0) return;
  throw new Problem(409, CONFLICT, {
    errors: Object.fromEntries(changed.map((field) => [field, describeChange(values.get(field))])),
  });
}

/** Agreements and notes are too long for an error. */
const MAX_SHOWN = 80;

function describeChange(value: unknown): string {
  const text = String(value ?? "");
  const shown = text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
  const now = shown === "" ? "It's empty now" : `It's “${shown}” now`;
  return `Someone else changed this in the meantime. ${now}. Save again to replace it.`;
}
