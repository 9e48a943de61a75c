import { Ajv, type ValidateFunction } from "ajv";
import reviews from "#tests/contracts/google/mybusiness.v4.reviews.json" with { type: "json" };
import google from "#tests/contracts/google/mybusinessaccountmanagement.v1.accounts.json" with {
  type: "json",
};
import locations from "#tests/contracts/google/mybusinessbusinessinformation.v1.locations.json" with {
  type: "json",
};
import openai from "#tests/contracts/openai/openai.models.json" with { type: "json" };
import stripe from "#tests/contracts/stripe/stripe-2026-10-28.endive.balance.schema.json" with {
  type: "json",
};
import { at, type Node, prepare } from "./twilio-schema.ts";

const ajv = new Ajv({
  strict: false,
  formats: {
    unixtime: true,
    double: true,
    "google-datetime": /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/,
    date: /^\d{4}-\d{2}-\d{2}$/,
    int32: true,
    int64: true,
  },
});

/** Validates a reply against the official file. Returns undefined, or what is wrong. */
export const stripeBalance = checker(() => ({ ...stripe, $ref: "#/definitions/Balance" }));

export const openaiModel = checker(() => {
  const schemas = at(openai, "components", "schemas");
  return prepare(at(schemas, "Model"), schemas, { complete: false });
});

export const googleAccounts = checker(() => discovery(google.schemas, "ListAccountsResponse"));
export const googleLocations = checker(() => discovery(locations.schemas, "ListLocationsResponse"));

export const googleReviews = checker(() => {
  const definitions = each(reviews.definitions as unknown as Record<string, Node>);
  return { ...at(definitions, "ListReviewsResponse"), definitions };
});

/** The queries that Google's files know of for these methods. */
export const GOOGLE_ACCOUNTS_QUERY = new Set(
  Object.keys(at(google, "methods", "accounts.list", "parameters")),
);
export const GOOGLE_LOCATIONS_QUERY = new Set(
  Object.keys(at(locations, "methods", "accounts.locations.list", "parameters")),
);

export const GOOGLE_REVIEWS_QUERY = new Set(
  reviews.paths["/v4/{parent}/reviews"].get.parameters
    .filter((one) => one.in === "query")
    .map(({ name }) => name),
);

function checker(schema: () => object): (body: unknown) => string | undefined {
  let check: ValidateFunction | undefined;
  return (body) => {
    check ??= ajv.compile(schema());
    return check(body) ? undefined : ajv.errorsText(check.errors);
  };
}

/** Discovery files name what they refer to without a path, and leave objects open. */
function discovery(schemas: object, name: string): object {
  const definitions = JSON.parse(
    JSON.stringify(schemas).replaceAll(/"\$ref":"(\w+)"/g, '"$ref":"#/definitions/$1"'),
  ) as Record<string, Node>;
  return { ...closedNode(at(definitions, name)), definitions: each(definitions) };
}

function each(schemas: Record<string, Node>): Record<string, Node> {
  return Object.fromEntries(Object.entries(schemas).map(([name, one]) => [name, closedNode(one)]));
}

function closedNode({ id: _, ...node }: Node): Node {
  return node.properties ? { ...node, additionalProperties: false } : node;
}
