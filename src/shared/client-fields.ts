import * as z from "zod/mini";

/**
 * A field of a reply that not everybody may read: src/http/masking.ts hides it as it leaves.
 * `numberFrom` are fields of the same object, the first of which that holds a number stands in for a name.
 */
export type ClientField =
  | { readonly hides: "phone" }
  | { readonly hides: "name"; readonly numberFrom: readonly string[] }
  /** Often the name itself; null where names are hidden. */
  | { readonly hides: "email" }
  /** Words in which the client's own name and number may stand. */
  | { readonly hides: "words" };

const fields = new WeakMap<object, ClientField>();

/** A client's name, "Client #12" to who may not see it: 12 is the contact's id, else the row's own. */
export function clientName(...numberFrom: readonly string[]): z.ZodMiniString {
  return mark(z.string(), { hides: "name", numberFrom });
}

/** A client's number, E.164; "••• ••• 1234" to who may not see it. */
export function clientPhone(): z.ZodMiniString {
  return mark(z.string(), { hides: "phone" });
}

/** A text, note or error about the client of this object, of one around it, or of the route's `about`. */
export function clientText(): z.ZodMiniString {
  return mark(z.string(), { hides: "words" });
}

export function clientEmail() {
  return mark(z.nullable(z.string()), { hides: "email" });
}

export function findClientField(shape: object): ClientField | undefined {
  return fields.get(shape);
}

function mark<Shape extends object>(shape: Shape, field: ClientField): Shape {
  fields.set(shape, field);
  return shape;
}
