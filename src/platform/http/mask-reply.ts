import * as z from "zod/mini";
import type { App } from "#src/app.ts";
import { HIDDEN, maskName, maskPhone, maskText } from "#src/platform/masking/mask-text.ts";
import type { Client } from "#src/platform/masking/masking.ts";
import { findReadableWords } from "#src/platform/masking/own-words.ts";
import { findClientField, type WrittenAs } from "#src/shared/client-fields.ts";
import { toPreview } from "#src/shared/message-preview.ts";
import { seesClients, seesNames, seesPhones, type Visitor } from "#src/shared/permissions.ts";

/** The id is the user's; a text's author is recognized by it. */
type Reader = Visitor & { readonly id?: string };

interface Context {
  readonly app: App;
  readonly reader: Reader;
  /** The client that the surrounding texts are about, if known. */
  readonly client: Client | undefined;
  /** The object that contains the value. */
  readonly siblings: Readonly<Record<string, unknown>>;
}

/** Returns the value as the reader may see it, without changing its argument. */
type Mask = (value: unknown, context: Context) => unknown;

const masks = new WeakMap<object, Mask | "none">();

/**
 * Hides clients' names and numbers in a parsed reply, as far as its reader may not see them. The
 * contract declares which fields these are (docs/decisions/platform.md).
 */
export function maskReply<Reply>(
  app: App,
  shape: z.ZodMiniType,
  reply: Reply,
  reader: Reader | undefined,
  client: Client | undefined,
): Reply {
  if (!reader || seesClients(reader)) return reply;
  const mask = maskOf(shape);
  return mask ? (mask(reply, { app, reader, client, siblings: {} }) as Reply) : reply;
}

function maskOf(shape: object): Mask | undefined {
  const known = masks.get(shape);
  if (known) return known === "none" ? undefined : known;
  const mask = compile(shape as z.ZodMiniType);
  masks.set(shape, mask ?? "none");
  return mask;
}

function compile(shape: z.ZodMiniType): Mask | undefined {
  const field = findClientField(shape);
  if (field)
    return (value, context) =>
      typeof value === "string" ? maskField(field, value, context) : value;
  if (shape instanceof z.ZodMiniObject) return maskObject(shape.shape as Shapes);
  if (shape instanceof z.ZodMiniArray) return maskArray(shape.def.element as z.ZodMiniType);
  // A discriminated union is not an instance of ZodMiniUnion.
  if ("options" in shape.def) return maskUnion(shape.def.options as readonly z.ZodMiniType[]);
  if (shape instanceof z.ZodMiniRecord) return maskRecord(shape.def.valueType as z.ZodMiniType);
  const { type, innerType, out } = shape.def as Partial<Record<string, z.ZodMiniType>> & Def;
  const inner = innerType ?? out;
  if (inner) return maskOf(inner);
  // Nothing is known of what another kind of shape contains.
  return PLAIN.has(type) ? undefined : () => null;
}

type Def = z.ZodMiniType["def"];
const PLAIN = new Set<string>([
  "string",
  "number",
  "boolean",
  "literal",
  "enum",
  "null",
  "unknown",
]);

type Shapes = Readonly<Record<string, z.ZodMiniType>>;

function maskObject(shapes: Shapes): Mask | undefined {
  const parts = Object.entries(shapes).flatMap(([name, shape]) => {
    const mask = maskOf(shape);
    return mask ? [[name, mask] as const] : [];
  });
  if (parts.length === 0) return undefined;
  return (value, context) => {
    if (!isRecord(value)) return value;
    const client = findClient(shapes, value) ?? context.client;
    const inside = { ...context, client, siblings: value };
    const hidden = parts.map(([name, mask]) => [name, mask(value[name], inside)] as const);
    return { ...value, ...Object.fromEntries(hidden.filter(([name]) => name in value)) };
  };
}

function maskArray(element: z.ZodMiniType): Mask | undefined {
  const mask = maskOf(element);
  return (
    mask &&
    ((value, context) => (Array.isArray(value) ? value.map((one) => mask(one, context)) : value))
  );
}

function maskRecord(values: z.ZodMiniType): Mask | undefined {
  const mask = maskOf(values);
  return (
    mask &&
    ((value, context) =>
      isRecord(value)
        ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, mask(one, context)]))
        : value)
  );
}

/** Masks with the first option that the value satisfies. */
function maskUnion(options: readonly z.ZodMiniType[]): Mask | undefined {
  if (!options.some((option) => maskOf(option))) return undefined;
  return (value, context) => {
    const option = options.find((one) => z.safeParse(one, value).success);
    if (!option) return null;
    const mask = maskOf(option);
    return mask ? mask(value, context) : value;
  };
}

type Field = NonNullable<ReturnType<typeof findClientField>>;

/** A value that can't be masked is hidden: the other rows of a list, and a change that is done, need their reply. */
function maskField(field: Field, value: string, context: Context): unknown {
  try {
    return maskedField(field, value, context);
  } catch (error) {
    context.app.log("error", "bug", { while: "masking a reply", error });
    return HIDDEN;
  }
}

function maskedField(field: Field, value: string, context: Context): unknown {
  const { reader, client, siblings } = context;
  switch (field.hides) {
    case "phone":
      return seesPhones(reader) ? value : maskPhone(value);
    case "detail":
      return seesNames(reader) ? value : null;
    case "words":
      return readableWords(field.writtenAs, value, context) ?? maskText(reader, value, client);
    case "name": {
      const number = field.numberFrom
        .map((name) => siblings[name])
        .find((one) => typeof one === "number");
      return maskName(reader, value, number);
    }
  }
}

function readableWords(
  writtenAs: WrittenAs | undefined,
  value: string,
  { app, reader, client, siblings }: Context,
): string | undefined {
  const id = writtenAs && siblings[writtenAs.idFrom];
  if (!writtenAs || typeof id !== "number") return undefined;
  const words = findReadableWords(app, reader, writtenAs.kind, id, client);
  // Without words the value only says how many pictures there are.
  if (words === undefined || words === "" || writtenAs.part === "excerpt")
    return words === undefined ? undefined : value;
  return writtenAs.part === "preview" ? toPreview(words) : words;
}

/**
 * Returns the client of an object, or of an object directly inside it, such as a conversation's
 * contact. With two names, a contact's and the one said in a call, both are masked in texts.
 */
function findClient(shapes: Shapes, value: Readonly<Record<string, unknown>>): Client | undefined {
  const names: string[] = [];
  let phone: string | null = null;
  for (const [key, shape] of Object.entries(shapes)) {
    const inner = value[key];
    const field = hiddenFieldOf(shape);
    if (field === "name") names.push(...toTexts(inner));
    if (typeof inner === "string" && field === "phone") phone ??= inner;
    if (!isRecord(inner) || !(unwrap(shape) instanceof z.ZodMiniObject)) continue;
    const within = findClient((unwrap(shape) as z.ZodMiniObject).shape as Shapes, inner);
    names.push(...toTexts(within?.name), ...(within?.alsoNamed ?? []));
    phone ??= within?.phone ?? null;
  }
  const [name = null, ...alsoNamed] = names;
  return name === null && phone === null ? undefined : { name, phone, alsoNamed };
}

function toTexts(value: unknown): string[] {
  return [value].flat().filter((one) => typeof one === "string");
}

function hiddenFieldOf(shape: z.ZodMiniType): string | undefined {
  return (findClientField(shape) ?? findClientField(elementOf(unwrap(shape))))?.hides;
}

/** Removes nullable, optional and default wrappers. */
function unwrap(shape: z.ZodMiniType): z.ZodMiniType {
  const inner = (shape.def as { innerType?: z.ZodMiniType }).innerType;
  return inner ? unwrap(inner) : shape;
}

function elementOf(shape: z.ZodMiniType): z.ZodMiniType {
  return shape instanceof z.ZodMiniArray ? (shape.def.element as z.ZodMiniType) : shape;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
