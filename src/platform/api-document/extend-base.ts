import type * as z from "zod/mini";

export type JsonSchema = Readonly<Record<string, unknown>>;
export type Fields = z.core.$ZodObjectDef["shape"];

/** With fewer in common, a reference is longer than the fields. */
const MIN_COMMON = 5;

/**
 * The object with the most fields of which all are fields of this one, which has more. It has the shorter name: an
 * Appointment is no kind of TimeOffConflict.
 */
function findBase(objects: ReadonlyMap<string, Fields>, id: string): string | undefined {
  const own = objects.get(id) ?? {};
  const sizeOf = (fields: Fields) => Object.keys(fields).length;
  const [base] = [...objects]
    .filter(
      ([name, fields]) =>
        name.length < id.length &&
        sizeOf(fields) >= MIN_COMMON &&
        sizeOf(fields) < sizeOf(own) &&
        Object.entries(fields).every(([field, shape]) => own[field] === shape),
    )
    .toSorted(([, one], [, other]) => sizeOf(other) - sizeOf(one));
  return base?.[0];
}

/** Writes an object that has all fields of another one as that one and the others. */
export function extendBase(
  { properties = {}, required = [], ...schema }: z.core.JSONSchema.BaseSchema,
  id: string,
  objects: ReadonlyMap<string, Fields>,
): JsonSchema {
  const base = findBase(objects, id);
  const common = (base !== undefined && objects.get(base)) || {};
  const own = required.filter((name) => !(name in common));
  return {
    ...(base !== undefined && { allOf: [{ $ref: refTo(base) }] }),
    ...schema,
    properties: Object.fromEntries(
      Object.entries(properties).filter(([name]) => !(name in common)),
    ),
    ...(own.length > 0 && { required: own }),
  };
}

export function refTo(id: string): string {
  return `#/components/schemas/${id}`;
}
