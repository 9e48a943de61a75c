import * as z from "zod/mini";
import { VERSION } from "#src/platform/build.ts";
import type { Access, AnyRoute, Module } from "#src/platform/http/routes.ts";
import { type ClientField, findClientField } from "#src/shared/client-fields.ts";
import type { AnyEndpoint } from "#src/shared/endpoint.ts";
import type { ApiDocument, Operation } from "./contract.ts";
import { errorsOf } from "./errors.ts";
import type { OtherOperation } from "./other-operation.ts";

const FORM_TYPES = ["application/json", "application/x-www-form-urlencoded"];

type JsonSchema = Readonly<Record<string, unknown>>;

const MASKED = "Masked for users who may not see";
const HIDDEN: Readonly<Record<ClientField["hides"], string>> = {
  phone: `A phone number in E.164. ${MASKED} numbers.`,
  name: `A client's name. ${MASKED} names.`,
  detail: "Null for users who may not see names.",
  words: `${MASKED} names or numbers, as far as it contains them.`,
};

/** Describes every request of the API as OpenAPI 3.1. Takes about 60 ms, so it pauses after each module. */
export async function createApiDocument(
  modules: readonly Module[],
  others: readonly OtherOperation[],
): Promise<ApiDocument> {
  const paths: Record<string, Record<string, Operation>> = {};
  const add = (path: string, method: string, operation: Operation) => {
    paths[toTemplate(path)] = { ...paths[toTemplate(path)], [method.toLowerCase()]: operation };
  };
  for (const { contract, routes } of modules) {
    for (const [name, endpoint] of Object.entries(contract)) {
      const route = routes[name];
      if (route) add(endpoint.path, endpoint.method, describeEndpoint(name, endpoint, route));
    }
    await Bun.sleep(0);
  }
  for (const other of others) add(other.path, other.method, describeOther(other));
  return {
    openapi: "3.1.0",
    info: {
      title: "Parlor",
      version: VERSION,
      description:
        "Sign in with POST /api/login and send its cookie with each request. Every error is {message, error}, and errors names form fields. A POST that sends, charges or books accepts an Idempotency-Key. A non-GET request from a browser must come from Parlor's own address.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/" }],
    paths,
    components: { schemas: { Problem: PROBLEM }, securitySchemes: SECURITY_SCHEMES },
  };
}

const PROBLEM = {
  type: "object",
  properties: {
    message: { type: "string", description: "What happened and what to do, for people." },
    error: { type: "string", description: "The same text." },
    errors: {
      type: "object",
      additionalProperties: { type: "string" },
      description: "The error of each refused form field.",
    },
  },
  required: ["message", "error"],
};

const SECURITY_SCHEMES = {
  staff: cookie("parlor", "Staff, after POST /api/login."),
  member: cookie("parlor-member", "A member, after POST /api/membership/verify-code."),
  financing: cookie(
    "parlor-financing",
    "A financing client, after POST /api/financing/verify-login.",
  ),
};

function cookie(name: string, description: string) {
  const https = `On https the cookie's name begins with __Host-.`;
  return { type: "apiKey", in: "cookie", name, description: `${description} ${https}` };
}

function describeEndpoint(name: string, endpoint: AnyEndpoint, route: AnyRoute): Operation {
  const parameters = [...pathParameters(endpoint.path), ...toParameters(endpoint.query)];
  return {
    operationId: operationId(endpoint.method, endpoint.path),
    summary: toWords(name),
    description: describeAccess(route),
    tags: [tagOf(endpoint.path)],
    security: securityOf(route.access),
    ...(parameters.length > 0 && { parameters }),
    ...(endpoint.body !== undefined && {
      requestBody: {
        // An empty body is an empty object.
        required: false,
        content: { "application/json": { schema: toSchema(endpoint.body, "input") } },
      },
    }),
    ...(endpoint.upload !== undefined && {
      requestBody: { required: true, content: { [endpoint.upload]: {} } },
    }),
    responses: { ...successOf(endpoint), ...errorsOf(endpoint, route) },
  };
}

function successOf({ file, method, reply, status }: AnyEndpoint): Operation["responses"] {
  if (file) {
    const type = method === "GET" ? "application/octet-stream" : "application/x-ndjson";
    return { "200": { description: "A file, streamed.", content: { [type]: {} } } };
  }
  if (!reply) return { "204": { description: "Done." } };
  const content = { "application/json": { schema: toSchema(reply, "output") } };
  return { [status]: { description: status === 201 ? "Created." : "OK.", content } };
}

function describeOther(other: OtherOperation): Operation {
  const { method, path, summary, description, security, fields, replies } = other;
  const parameters = pathParameters(path);
  const schema = fields && {
    type: "object",
    properties: Object.fromEntries(
      fields.map(({ name, example }) => [
        name,
        { type: "string", ...(example && { examples: [example] }) },
      ]),
    ),
    required: fields.flatMap(({ name, required }) => (required ? [name] : [])),
  };
  return {
    operationId: operationId(method, path),
    summary,
    description,
    tags: [tagOf(path)],
    security,
    ...(parameters.length > 0 && { parameters }),
    ...(schema && {
      requestBody: {
        required: true,
        content: Object.fromEntries(FORM_TYPES.map((type) => [type, { schema }])),
      },
    }),
    responses: Object.fromEntries(
      Object.entries(replies).map(([status, { is, type }]) => [
        status,
        { description: is, ...(type && { content: { [type]: {} } }) },
      ]),
    ),
  };
}

function pathParameters(path: string) {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => ({
    name,
    in: "path" as const,
    required: true,
    schema: { type: "string" },
  }));
}

/** "/api/users/:id" becomes "/api/users/{id}". */
function toTemplate(path: string): string {
  return path.replace(/:(\w+)/g, "{$1}");
}

/** The first part after /api: "contacts". */
function tagOf(path: string): string {
  return path.split("/")[path.startsWith("/api/") ? 2 : 1]?.replace(/\..*/, "") ?? "";
}

/** GET /api/users/:id/belongings becomes "getUsersIdBelongings". */
function operationId(method: string, path: string): string {
  const parts = path.replace(/^\/api/, "").match(/[a-z\d]+/gi) ?? [];
  return (
    method.toLowerCase() +
    parts.map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join("")
  );
}

/** "bulkImport" becomes "Bulk import". */
function toWords(name: string): string {
  const label = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return label.charAt(0).toUpperCase() + label.slice(1);
}

/** Says in a sentence who may send the request. */
function describeAccess({ access, asksPassword }: AnyRoute): string {
  const who = `${describe(access)}.`;
  return asksPassword
    ? `${who} The password must have been typed within the last minutes (POST /api/account/confirm-password).`
    : who;
}

function describe(access: Access): string {
  switch (access.kind) {
    case "visitor":
      return "Anyone";
    case "admin":
      return "Admins";
    case "member":
      return "Members who are signed in by code";
    case "financing":
      return "Financing clients who are signed in by code";
    case "staff":
      if (access.pages === "any") return "Staff who are signed in";
      return `Admins, and staff with ${access.pages.length > 1 ? "one of the pages" : "the page"} ${access.pages.join(", ")}`;
  }
}

function securityOf(access: Access): readonly Readonly<Record<string, readonly string[]>>[] {
  switch (access.kind) {
    case "visitor":
      return [];
    case "member":
    case "financing":
      return [{ [access.kind]: [] }];
    default:
      return [{ staff: [] }];
  }
}

/** JSON Schema 2020-12, which OpenAPI 3.1 uses. */
function toSchema(shape: z.ZodMiniType, io: "input" | "output"): JsonSchema {
  const { $schema, ...schema } = z.toJSONSchema(shape, {
    io,
    override({ zodSchema, jsonSchema }) {
      const field = findClientField(zodSchema);
      if (field) jsonSchema.description = HIDDEN[field.hides];
    },
  });
  return schema;
}

/** A query's fields as parameters. */
function toParameters(query: z.ZodMiniType | undefined) {
  if (!query) return [];
  const { properties = {}, required = [] } = toSchema(query, "input") as {
    properties?: Readonly<Record<string, JsonSchema>>;
    required?: readonly string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: "query" as const,
    required: required.includes(name),
    schema,
  }));
}
