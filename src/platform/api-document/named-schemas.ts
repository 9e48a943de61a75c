import * as z from "zod/mini";
import { type ClientField, findClientField } from "#src/shared/client-fields.ts";
import type { AnyEndpoint } from "#src/shared/endpoint.ts";
import { extendBase, type Fields, type JsonSchema, refTo } from "./extend-base.ts";

/** For users who may not see names or numbers. */
const HIDDEN: Readonly<Record<ClientField["hides"], string>> = {
  phone: "E.164, may be masked",
  name: "May be masked",
  detail: "Null where names are masked",
  words: "May be masked in part",
};
/** Needs a flag that validators in other languages don't set. */
const UNICODE_PATTERN = /\\p\{/i;

/** The objects of replies and bodies, each under one name, with references between them. */
export interface NamedSchemas {
  readonly components: Readonly<Record<string, JsonSchema>>;
  readonly replySchema: (shape: z.ZodMiniType) => JsonSchema;
  readonly bodySchema: (shape: z.ZodMiniType) => JsonSchema;
}

/** GET /api/contacts replies with Contact, POST takes NewContact, PATCH takes ContactChange. */
export function nameSchemas(endpoints: readonly AnyEndpoint[]): NamedSchemas {
  const taken = new Set(["Problem"]);
  const replies = createNames(taken);
  const bodies = createNames(taken);
  for (const endpoint of endpoints.toSorted((one, other) => rankOf(one) - rankOf(other))) {
    if (endpoint.reply) replies.add(endpoint.reply, replyName(endpoint));
    if (endpoint.body) bodies.add(endpoint.body, bodyName(endpoint));
  }
  return {
    components: { ...replies.describe("output"), ...bodies.describe("input") },
    replySchema: (shape) => toSchema(shape, "output", replies.registry),
    bodySchema: (shape) => toSchema(shape, "input", bodies.registry),
  };
}

type ObjectDef = Partial<z.core.$ZodObjectDef>;
type Registry = z.core.$ZodRegistry<{ id: string }>;

function createNames(taken: Set<string>) {
  const registry: Registry = z.registry<{ id: string }>();
  const seen = new Set<z.core.$ZodType>();
  const objects = new Map<string, Fields>();

  /** Names a shape's objects: the outermost by `name`, those within by the field that holds them. */
  function add(shape: z.core.$ZodType, name: string): void {
    if (seen.has(shape)) return;
    seen.add(shape);
    const { def } = shape._zod;
    if (def.type === "object") {
      const id = freeName(taken, name);
      registry.add(shape, { id });
      const fields = (def as z.core.$ZodObjectDef).shape;
      objects.set(id, fields);
      for (const [field, value] of Object.entries(fields)) add(value, id + pascal(singular(field)));
      return;
    }
    for (const inner of partsOf(def)) add(inner, name);
  }

  function describe(io: "input" | "output"): Record<string, JsonSchema> {
    const { schemas } = z.toJSONSchema(registry, { io, uri: refTo, override: describeField });
    return Object.fromEntries(
      Object.entries(schemas).map(([id, { $schema, $id, ...schema }]) => [
        id,
        shorten(extendBase(schema, id, objects)),
      ]),
    );
  }

  return { registry, add, describe };
}

/** What a shape that is no object contains. */
function partsOf(def: z.core.$ZodTypeDef): z.core.$ZodType[] {
  const {
    element,
    innerType,
    options,
    valueType,
    items,
    in: from,
    out,
  } = def as {
    element?: z.core.$ZodType;
    innerType?: z.core.$ZodType;
    options?: readonly z.core.$ZodType[];
    valueType?: z.core.$ZodType;
    items?: readonly z.core.$ZodType[];
    in?: z.core.$ZodType;
    out?: z.core.$ZodType;
  };
  const parts = [element, innerType, valueType, from, out, ...(options ?? []), ...(items ?? [])];
  return parts.filter((part) => part !== undefined);
}

/** JSON Schema 2020-12, which OpenAPI 3.1 uses. */
export function toSchema(
  shape: z.ZodMiniType,
  io: "input" | "output",
  registry: Registry = z.registry<{ id: string }>(),
): JsonSchema {
  const known = registry.get(shape);
  if (known) return { $ref: refTo(known.id) };
  const { $schema, $defs, ...schema } = z.toJSONSchema(shape, {
    io,
    metadata: registry,
    override: describeField,
  });
  return shorten(schema);
}

/** Refers to the components, and writes "a text or null" as a type instead of a choice. Leaves out Unicode patterns. */
function shorten(schema: object): JsonSchema {
  const text = JSON.stringify(schema).replaceAll("#/$defs/", "#/components/schemas/");
  return JSON.parse(text, (key, value) => {
    if (key === "pattern" && UNICODE_PATTERN.test(value)) return undefined;
    // Of a list that our code doesn't change. In OpenAPI, requests leave out such a field.
    if (key === "readOnly") return undefined;
    // What a left-out pattern leaves.
    if (key === "allOf") return value.filter((one: object) => Object.keys(one).length > 0);
    const [first, second, ...more] = value?.anyOf ?? [];
    const isNullable = second?.type === "null" && more.length === 0;
    if (!isNullable || typeof first.type !== "string") return value;
    const { anyOf, ...rest } = value;
    return {
      ...first,
      ...rest,
      type: [first.type, "null"],
      ...(first.enum && { enum: [...first.enum, null] }),
    };
  });
}

function describeField({
  zodSchema,
  jsonSchema,
}: {
  zodSchema: object;
  jsonSchema: z.core.JSONSchema.BaseSchema;
}): void {
  const field = findClientField(zodSchema);
  if (field) jsonSchema.description = HIDDEN[field.hides];
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  // A later version may reply more.
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
}

/** The plain names go to what a resource's own requests reply: a created object first, then a list's elements. */
function rankOf({ method, path, reply }: AnyEndpoint): number {
  const isVerb = verbOf(path) !== "";
  const isList = reply?._zod.def.type === "array";
  const order = method === "GET" ? (isList ? 1 : 2) : 0;
  return (isVerb ? 1_000 : 0) + order * 100 + path.length;
}

function replyName({ method, path, reply }: AnyEndpoint): string {
  const resource = resourceOf(path);
  if (verbOf(path) !== "") return `${resource}${verbOf(path)}Reply`;
  if (method !== "GET" || reply?._zod.def.type === "array") return resource;
  if (path.endsWith("/:id")) return `${resource}Detail`;
  const last = staticParts(path).at(-1) ?? "";
  const isWrapped = reply !== undefined && last in ((reply._zod.def as ObjectDef).shape ?? {});
  return isWrapped ? `${resource}List` : staticParts(path).map(pascal).join("");
}

function bodyName({ method, path }: AnyEndpoint): string {
  const resource = resourceOf(path);
  const action = verbOf(path);
  if (action !== "") return `${resource}${action}Input`;
  return method === "POST" ? `New${resource}` : `${resource}Change`;
}

/** "/api/contacts/:id/notes" is about a ContactNote. */
function resourceOf(path: string): string {
  const parts = staticParts(path);
  const isAction = parts.length > 1 && verbOf(path) !== "";
  return (isAction ? parts.slice(0, -1) : parts).map((part) => pascal(singular(part))).join("");
}

/** "Approve" of "/api/campaigns/:id/approve"; empty for a resource. */
function verbOf(path: string): string {
  const parts = staticParts(path);
  const last = parts.at(-1) ?? "";
  return parts.length > 1 && !last.endsWith("s") ? pascal(last) : "";
}

function staticParts(path: string): string[] {
  return path
    .replace(/^\/api\//, "")
    .split("/")
    .filter((part) => part !== "" && !part.startsWith(":"));
}

/** "book-times" becomes "BookTimes". */
function pascal(words: string): string {
  return words.replace(/(?:^|[^a-zA-Z\d]+)([a-zA-Z\d])/g, (_, letter) => letter.toUpperCase());
}

function singular(word: string): string {
  if (/(?:ss|us|is|ings)$/.test(word)) return word;
  return word
    .replace(/ies$/, "y")
    .replace(/(s|x|ch|sh)es$/, "$1")
    .replace(/s$/, "");
}

function freeName(taken: Set<string>, name: string): string {
  let free = name;
  for (let n = 2; taken.has(free); n += 1) free = name + n;
  taken.add(free);
  return free;
}
