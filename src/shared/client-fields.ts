import * as z from "zod/mini";

/** A field of a reply that not everybody may read: src/http/masking.ts hides it as it leaves. */
export type ClientField =
  | { readonly hides: "phone" }
  /** Shown as "Client #" and the number in the first of these fields beside it that has one. */
  | { readonly hides: "name"; readonly numberFrom: readonly string[] };

const fields = new WeakMap<object, ClientField>();

/** A client's name; `numberFrom` are fields of the same object: the contact's id, else the row's own. */
export function clientName(...numberFrom: readonly string[]): z.ZodMiniString {
  const shape = z.string();
  fields.set(shape, { hides: "name", numberFrom });
  return shape;
}

/** A client's number, E.164. */
export function clientPhone(): z.ZodMiniString {
  const shape = z.string();
  fields.set(shape, { hides: "phone" });
  return shape;
}

export function clientFieldOf(shape: object): ClientField | undefined {
  return fields.get(shape);
}
