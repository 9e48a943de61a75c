import { Ajv, type ValidateFunction } from "ajv";
import contract from "#tests/contracts/stripe/stripe-2026-10-28.endive.from-sdk-types.schema.json" with {
  type: "json",
};

type Shape = Readonly<Record<string, unknown>>;

const definitions = contract.definitions as Readonly<Record<string, Shape>>;
const named = contract.properties as Readonly<Record<string, { $ref: string }>>;

// A form has only texts: numbers and booleans are read as what the contract says.
// Optimizing the generated code takes 2.6 of 4.4 s, and most of it never runs.
const OPTIONS = {
  strict: false,
  logger: false,
  validateSchema: false,
  inlineRefs: false,
  code: { optimize: false },
} as const;
const ajv = new Ajv({ ...OPTIONS, coerceTypes: true });
ajv.addSchema(contract, "stripe");
const strict = new Ajv(OPTIONS);
strict.addSchema(contract, "stripe");

const checks = new Map<string, ValidateFunction>();

/** Validates a request against the SDK's types of that version, converting numeric text to numbers. */
export function requestProblem(name: string, form: unknown): string | undefined {
  return problem(ajv, name, form);
}

export function answerProblem(name: string, body: unknown): string | undefined {
  return problem(strict, name, body);
}

/** Compiles what all checks share: two seconds of work, more than a request may take on a busy machine. */
export function compileContract(): void {
  requestProblem("Req_customers_create", {});
  answerProblem("Res_customer", {});
}

function problem(by: Ajv, name: string, body: unknown): string | undefined {
  const key = `${by === ajv} ${name}`;
  const check =
    checks.get(key) ??
    by.compile({ $ref: `stripe#/${name in named ? "properties" : "definitions"}/${name}` });
  checks.set(key, check);
  return check(body) ? undefined : by.errorsText(check.errors);
}

/** The smallest valid object of a reply ("Res_invoice") or of a part ("SubscriptionItem"). */
export function blank<T>(name: string): T {
  const shape = named[name] ?? definitions[name];
  if (!shape) throw new Error(`The contract has no ${name}`);
  return emptyOf(shape) as T;
}

function emptyOf(shape: Shape): unknown {
  if (typeof shape["$ref"] === "string")
    return emptyOf(definitions[shape["$ref"].replace("#/definitions/", "")] ?? {});
  const choices = shape["anyOf"] as readonly Shape[] | undefined;
  if (choices)
    return choices.some(({ type }) => type === "null") ? null : emptyOf(choices[0] ?? {});
  if ("const" in shape) return shape["const"];
  if (Array.isArray(shape["enum"])) return shape["enum"][0];
  switch (shape["type"]) {
    case "string":
      return "";
    case "number":
      return 0;
    case "boolean":
      return false;
    case "array":
      return [];
    case "object": {
      const required = (shape["required"] ?? []) as readonly string[];
      const properties = (shape["properties"] ?? {}) as Readonly<Record<string, Shape>>;
      return Object.fromEntries(required.map((one) => [one, emptyOf(properties[one] ?? {})]));
    }
    default:
      return null;
  }
}
