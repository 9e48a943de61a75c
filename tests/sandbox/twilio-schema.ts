/** A part of a JSON schema or of the file around it. */
export interface Node {
  readonly name?: unknown;
  readonly in?: unknown;
  readonly schema?: unknown;
  readonly type?: unknown;
  readonly enum?: unknown;
  readonly nullable?: unknown;
  readonly properties?: unknown;
  readonly [name: string]: unknown;
}

interface Wanted {
  /** Replies must have every property; requests may omit any. */
  readonly complete: boolean;
}

/** An OpenAPI schema for Ajv, closed, with the schemas it refers to. */
export function prepare(schema: Node, schemas: Node, wanted: Wanted): Node {
  return { ...closeSchema(schema, wanted), components: { schemas: closeEach(schemas, wanted) } };
}

/** Follows a path of names; a missing one is a bug in the route table. */
export function at(node: unknown, ...names: readonly string[]): Node {
  let here = node;
  for (const name of names) {
    if (!isNode(here) || !(name in here)) throw new Error(`No ${name} in the official contract`);
    here = here[name];
  }
  return here as Node;
}

/** Every property of every schema may be null. */
export function openNulls(schemas: Node): Node {
  return mapValues(schemas, (schema) => {
    if (!isNode(schema) || !isNode(schema.properties)) return schema;
    const properties = mapValues(schema.properties, (part) => ({
      anyOf: [part, { type: "null" }],
    }));
    return { ...schema, properties };
  });
}

function closeSchema(schema: Node, wanted: Wanted): Node {
  const { nullable, ...rest } = closeEach(schema, wanted);
  const node = nullable === true ? orNull(rest) : rest;
  if (!isNode(node.properties)) return node;

  const required = wanted.complete ? { required: Object.keys(node.properties) } : {};
  return { ...node, additionalProperties: false, ...required };
}

function closeEach(node: Node, wanted: Wanted): Node {
  return mapValues(node, (value) => {
    if (Array.isArray(value))
      return value.map((item) => (isNode(item) ? closeSchema(item, wanted) : item));
    return isNode(value) ? closeSchema(value, wanted) : value;
  });
}

function orNull(schema: Node): Node {
  // Without a type it may be anything already.
  if (schema.type === undefined) return schema;
  const choices = schema.enum;
  return {
    ...schema,
    type: [schema.type, "null"],
    ...(Array.isArray(choices) && { enum: [...choices, null] }),
  };
}

function mapValues(node: Node, change: (value: unknown) => unknown): Node {
  return Object.fromEntries(Object.entries(node).map(([name, value]) => [name, change(value)]));
}

export function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
