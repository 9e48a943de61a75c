import { Ajv, type ValidateFunction } from "ajv";
import google from "#tests/contracts/google/mybusinessaccountmanagement.v1.accounts.json" with {
  type: "json",
};
import openai from "#tests/contracts/openai/openai.models.json" with { type: "json" };
import stripe from "#tests/contracts/stripe/stripe-2026-10-28.endive.balance.schema.json" with {
  type: "json",
};
import { at, type Node, prepare } from "./twilio-schema.ts";

const ajv = new Ajv({
  strict: false,
  formats: { unixtime: true, date: /^\d{4}-\d{2}-\d{2}$/, int32: true, int64: true },
});

/** What the official file says of an answer: undefined, or what is wrong with this one. */
export const stripeBalance = checker(() => ({ ...stripe, $ref: "#/definitions/Balance" }));

export const openaiModel = checker(() => {
  const schemas = at(openai, "components", "schemas");
  return prepare(at(schemas, "Model"), schemas, { complete: false });
});

export const googleAccounts = checker(() => discovery("ListAccountsResponse"));

/** The query that Google's discovery file knows of for this method. */
export const GOOGLE_ACCOUNTS_QUERY = new Set(
  Object.keys(at(google, "methods", "accounts.list", "parameters")),
);

function checker(schema: () => object): (body: unknown) => string | undefined {
  let check: ValidateFunction | undefined;
  return (body) => {
    check ??= ajv.compile(schema());
    return check(body) ? undefined : ajv.errorsText(check.errors);
  };
}

/** Discovery files name what they refer to without a path, and leave objects open. */
function discovery(name: string): object {
  const definitions = JSON.parse(
    JSON.stringify(google.schemas).replaceAll(/"\$ref":"(\w+)"/g, '"$ref":"#/definitions/$1"'),
  ) as Record<string, Node>;
  return { ...closedNode(at(definitions, name)), definitions: each(definitions) };
}

function each(schemas: Record<string, Node>): Record<string, Node> {
  return Object.fromEntries(Object.entries(schemas).map(([name, one]) => [name, closedNode(one)]));
}

function closedNode({ id: _, ...node }: Node): Node {
  return node.properties ? { ...node, additionalProperties: false } : node;
}
