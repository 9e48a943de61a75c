import { useState } from "react";
import { CONFLICT } from "#src/shared/constants.ts";
import { ApiError } from "#ui/api.ts";

/**
 * Lets a form notice that someone else changed the same fields while it was open: the server refuses
 * the change and names the new values. Saving again replaces them. `values` is what the form shows;
 * while `follows` is true, nothing was typed in it and it shows each new value.
 */
export function useWas<Values extends object>(values: Values | undefined, follows = false) {
  const [opened, setOpened] = useState(values);
  if (follows && opened !== values) setOpened(values);
  const [replaces, setReplaces] = useState(false);
  return {
    /** The part of the body with which the server compares; undefined once the conflict was shown. */
    wasOf(changed: object): Record<string, unknown> | undefined {
      if (replaces || !opened) return undefined;
      const before = new Map(Object.entries(opened));
      return Object.fromEntries(Object.keys(changed).map((field) => [field, before.get(field)]));
    },
    /** The saved fields are compared with what was saved, even while others are being edited. */
    onSaved(next: Values, changed: object): void {
      const after = new Map(Object.entries(next));
      const fields = Object.keys(changed).filter((field) => after.has(field));
      setReplaces(false);
      setOpened((before) => ({
        ...(before ?? next),
        ...Object.fromEntries(fields.map((field) => [field, after.get(field)])),
      }));
    },
    onError(error: Error): void {
      if (error instanceof ApiError && error.reason === CONFLICT) setReplaces(true);
    },
  };
}

/** The edited fields: the others must not be written back over another person's change. */
export function pickDirty<Values extends object>(
  values: Values,
  dirty: Partial<Readonly<Record<keyof Values, unknown>>>,
): Partial<Values> {
  return Object.fromEntries(
    Object.entries(values).filter(([name]) => dirty[name as keyof Values]),
  ) as Partial<Values>;
}
