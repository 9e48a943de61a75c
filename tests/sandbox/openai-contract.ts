import { Ajv, type ValidateFunction } from "ajv";
import chat from "#tests/contracts/openai/openai.chat.json" with { type: "json" };
import { at, isNode, type Node, prepare } from "./twilio-schema.ts";

const ajv = new Ajv({ strict: false, formats: { unixtime: true, uri: true } });
const schemas = at(chat, "components", "schemas");

/** Validates a body against the official file. Returns undefined, or what is wrong. */
export const chatRequest = checker(() => flattenSchema("CreateChatCompletionRequest"));
export const chatAnswer = checker(() => at(schemas, "CreateChatCompletionResponse"));
export const chatChunk = checker(() => at(schemas, "CreateChatCompletionStreamResponse"));

function checker(schema: () => Node): (body: unknown) => string | undefined {
  let check: ValidateFunction | undefined;
  return (body) => {
    check ??= ajv.compile(withNulls(prepare(schema(), schemas, { complete: false })) as object);
    return check(body) ? undefined : ajv.errorsText(check.errors);
  };
}

/** The request combines three schemas; each one, once closed, would refuse the others' fields. */
function flattenSchema(name: string): Node {
  const schema = at(schemas, name);
  const parts = Array.isArray(schema["allOf"]) ? (schema["allOf"] as Node[]) : [schema];
  const whole = parts.map((part) => {
    const named = /\/(\w+)$/.exec(String(part["$ref"] ?? ""))?.[1];
    return named ? flattenSchema(named) : part;
  });
  return {
    type: "object",
    properties: Object.assign({}, ...whole.map(({ properties }) => properties)),
    required: whole.flatMap(({ required }) => (Array.isArray(required) ? required : [])),
  };
}

/** The enum of a nullable type omits null. */
function withNulls(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withNulls);
  if (!isNode(node)) return node;
  const inside = Object.fromEntries(
    Object.entries(node).map(([name, value]) => [name, withNulls(value)]),
  );
  const { type, enum: choices } = inside;
  return Array.isArray(type) && type.includes("null") && Array.isArray(choices)
    ? { ...inside, enum: [...choices, null] }
    : inside;
}
