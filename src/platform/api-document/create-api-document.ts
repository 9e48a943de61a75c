import type * as z from "zod/mini";
import { VERSION } from "#src/platform/build.ts";
import type { Access, AnyRoute, Module } from "#src/platform/http/routes.ts";
import type { AnyEndpoint } from "#src/shared/endpoint.ts";
import { PROBLEM, RESPONSES, SECURITY_SCHEMES } from "./components.ts";
import type { ApiDocument, Operation } from "./contract.ts";
import type { JsonSchema } from "./extend-base.ts";
import { type NamedSchemas, nameSchemas, toSchema } from "./named-schemas.ts";
import type { OtherOperation } from "./other-operation.ts";
import { summarize } from "./summarize.ts";

const FORM_TYPES = ["application/json", "application/x-www-form-urlencoded"];

/** Describes every request of the API as OpenAPI 3.1. Takes about 60 ms, so it pauses after each module. */
export async function createApiDocument(
  modules: readonly Module[],
  others: readonly OtherOperation[],
): Promise<ApiDocument> {
  const paths: Record<string, Record<string, Operation>> = {};
  const add = (path: string, method: string, operation: Operation) => {
    paths[toTemplate(path)] = { ...paths[toTemplate(path)], [method.toLowerCase()]: operation };
  };
  const endpoints = modules.flatMap(({ contract }) => Object.values(contract));
  // This document isn't described in itself.
  const schemas = nameSchemas(endpoints.filter(({ isConstant }) => !isConstant));
  await Bun.sleep(0);
  for (const { contract, routes } of modules) {
    for (const [name, endpoint] of Object.entries(contract)) {
      const route = routes[name];
      if (route)
        add(endpoint.path, endpoint.method, describeEndpoint(name, endpoint, route, schemas));
    }
    await Bun.sleep(0);
  }
  const forms: Forms = new Map();
  for (const other of others) add(other.path, other.method, describeOther(other, forms));
  return {
    openapi: "3.1.0",
    info: {
      title: "Parlor",
      version: VERSION,
      description:
        "Sign in with POST /api/login and send its cookie with each request. Every error is {message, error}, and errors names form fields. A POST that sends, charges or books accepts an Idempotency-Key. A request that asks for the password needs POST /api/account/confirm-password in the last minutes. A non-GET request from a browser must come from Parlor's own address.",
      license: { name: "MIT", identifier: "MIT" },
      contact: { name: "The business's administrators" },
    },
    servers: [{ url: "/" }],
    tags: tagsOf(paths),
    security: [{ staff: [] }],
    paths,
    components: {
      schemas: {
        Problem: PROBLEM,
        ...schemas.components,
        ...Object.fromEntries([...forms.values()].map(({ name, schema }) => [name, schema])),
      },
      parameters: namePathParameters(paths),
      responses: RESPONSES,
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

function describeEndpoint(
  name: string,
  endpoint: AnyEndpoint,
  route: AnyRoute,
  schemas: NamedSchemas,
): Operation {
  const parameters = [...pathParameters(endpoint.path), ...toParameters(endpoint.query)];
  return {
    operationId: operationId(endpoint.method, endpoint.path),
    summary: summarize(name, endpoint.path),
    description: describeAccess(route),
    tags: [tagOf(endpoint.path)],
    ...securityOf(route.access),
    ...(parameters.length > 0 && { parameters }),
    ...(endpoint.body !== undefined && {
      // Optional, because an empty body is an empty object.
      requestBody: {
        content: { "application/json": { schema: schemas.bodySchema(endpoint.body) } },
      },
    }),
    ...(endpoint.upload !== undefined && {
      requestBody: { required: true, content: { [endpoint.upload]: {} } },
    }),
    responses: {
      ...successOf(endpoint, schemas),
      "4XX": { $ref: "#/components/responses/Error" },
    },
  };
}

function successOf(
  { file, isConstant, method, reply, status }: AnyEndpoint,
  { replySchema }: NamedSchemas,
): Operation["responses"] {
  if (file)
    return { "200": { $ref: `#/components/responses/${method === "GET" ? "File" : "Lines"}` } };
  if (!reply) return { "204": { description: "Done." } };
  const schema = isConstant ? { type: "object" } : replySchema(reply);
  const content = { "application/json": { schema } };
  return { [status]: { description: status === 201 ? "Created." : "OK.", content } };
}

/** `forms` gets the shape of its fields, which several requests may have. */
function describeOther(other: OtherOperation, forms: Forms): Operation {
  const { method, path, summary, description, security, fields, replies } = other;
  const parameters = pathParameters(path);
  const schema = fields && nameForm(forms, `${operationId(method, path)}Form`, fields);
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
    responses: {
      ...Object.fromEntries(
        Object.entries(replies).map(([status, { is, type }]) => [
          status,
          { description: is, ...(type && { content: { [type]: {} } }) },
        ]),
      ),
      // What programs send is refused like any other request.
      ...(fields && { "4XX": { $ref: "#/components/responses/Error" } }),
    },
  };
}

function pathParameters(path: string) {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => ({
    $ref: `#/components/parameters/${name}`,
  }));
}

function namePathParameters(paths: ApiDocument["paths"]) {
  const names = Object.keys(paths).flatMap((path) => path.match(/(?<=\{)\w+/g) ?? []);
  return Object.fromEntries(
    names.map((name) => [name, { name, in: "path", required: true, schema: { type: "string" } }]),
  );
}

type Forms = Map<string, { readonly name: string; readonly schema: JsonSchema }>;

/** Returns a reference to the shape, under the name of the first request that has it. */
function nameForm(
  forms: Forms,
  name: string,
  fields: NonNullable<OtherOperation["fields"]>,
): JsonSchema {
  const key = JSON.stringify(fields);
  if (!forms.has(key))
    forms.set(key, {
      name,
      schema: {
        type: "object",
        properties: Object.fromEntries(
          fields.map((field) => [
            field.name,
            { type: "string", ...(field.example && { examples: [field.example] }) },
          ]),
        ),
        required: fields.flatMap((field) => (field.required ? [field.name] : [])),
      },
    });
  return { $ref: `#/components/schemas/${forms.get(key)?.name}` };
}

/** "/api/users/:id" becomes "/api/users/{id}". */
function toTemplate(path: string): string {
  return path.replace(/:(\w+)/g, "{$1}");
}

/** Linters want the tags of all operations declared. */
function tagsOf(paths: ApiDocument["paths"]): { name: string; description: string }[] {
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  const names = new Set(operations.flatMap(({ tags }) => tags));
  return [...names].sort().map((name) => ({ name, description: name.replaceAll("-", " ") }));
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

/** Says in a sentence who may send the request. */
function describeAccess({ access, asksPassword }: AnyRoute): string {
  const who = `${describe(access)}.`;
  return asksPassword ? `${who} Asks for the password.` : who;
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
      return `Admins, and staff with ${access.pages.join(" or ")}`;
  }
}

/** Unless the document's default applies, which is staff. */
function securityOf({ kind }: Access) {
  if (kind === "visitor") return { security: [] };
  return kind === "member" || kind === "financing" ? { security: [{ [kind]: [] }] } : {};
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
    ...(required.includes(name) && { required: true }),
    schema,
  }));
}
