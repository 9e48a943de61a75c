import { findOwn } from "./find-own.ts";

const FIELD = /\{(\w+)(?:\|([^{}]*))?\}/g;

/** Fills in fields such as {firstName}. Others stay as they were typed. */
export function fillTemplate(
  template: string,
  values: Readonly<Record<string, string | undefined>>,
): string {
  return template.replace(FIELD, (field, name: string, fallback: string | undefined) => {
    return findOwn(values, name) ?? fallback ?? field;
  });
}
