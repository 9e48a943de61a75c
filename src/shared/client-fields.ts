import * as z from "zod/mini";

/**
 * A field of a reply that some users may not read; src/platform/http/mask-reply.ts hides it.
 * `numberFrom` names fields of the same object. The first of them with a number replaces the name.
 */
export type ClientField =
  | { readonly hides: "phone" }
  | { readonly hides: "name"; readonly numberFrom: readonly string[] }
  /** An email address often contains the name. Null where names are hidden. */
  | { readonly hides: "detail" }
  /** A text that may contain the client's name and number. */
  | { readonly hides: "words"; readonly writtenAs: WrittenAs | undefined };

/** What staff write about clients. Its author reads it back unmasked. */
export type OwnWordsKind = "note" | "message" | "appointment" | "usage";

/** The row that holds a text of staff: `idFrom` names the field of the same object with its id. */
export interface WrittenAs {
  readonly kind: OwnWordsKind;
  readonly idFrom: string;
  /** The field holds the text's first line or the part around a match. The whole text by default. */
  readonly part?: "preview" | "excerpt";
}

const fields = new WeakMap<object, ClientField>();

/** A client's name, shown as "Client #12" where names are hidden: 12 is the contact's id, or the row's. */
export function clientName(...numberFrom: readonly string[]): z.ZodMiniString {
  return mark(z.string(), { hides: "name", numberFrom });
}

/** A client's number in E.164, shown as "••• ••• 1234" where numbers are hidden. */
export function clientPhone(): z.ZodMiniString {
  return mark(z.string(), { hides: "phone" });
}

/**
 * A text, note or error about the client of this object, of an enclosing one, or of the route's `about`.
 * `writtenAs` is required where staff wrote it: masking a user's own guesses would reveal which are right.
 */
export function clientText(writtenAs?: WrittenAs): z.ZodMiniString {
  return mark(z.string(), { hides: "words", writtenAs });
}

/** A detail such as the email address, hidden together with the name. */
export function clientDetail() {
  return mark(z.nullable(z.string()), { hides: "detail" });
}

export function findClientField(shape: object): ClientField | undefined {
  return fields.get(shape);
}

function mark<Shape extends object>(shape: Shape, field: ClientField): Shape {
  fields.set(shape, field);
  return shape;
}
