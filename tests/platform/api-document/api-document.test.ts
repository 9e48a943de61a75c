import { expect, test } from "bun:test";
import { Validator } from "@seriousme/openapi-schema-validator";
import Ajv from "ajv/dist/2020.js";
import type { ApiDocument, Operation } from "#src/platform/api-document/contract.ts";
import { addStaff } from "#tests/support/crawl.ts";
import { endpoints } from "#tests/support/endpoints.ts";
import { sentinelSalon } from "#tests/support/sentinels.ts";
import { testApp } from "#tests/support/test-app.ts";

/** What a generated client would be given for parameters. */
const IDS: Readonly<Record<string, string>> = { id: "1", noteId: "1", token: "none" };

type Answer = Operation["responses"][string];

async function readDocument(parlor = testApp()): Promise<ApiDocument> {
  return (await parlor.visitor("GET", "/api/openapi.json")).body;
}

test("an independent validator accepts the document as OpenAPI 3.1", async () => {
  const validator = new Validator();
  const { valid, errors } = await validator.validate({ ...(await readDocument()) });
  expect(errors).toBeUndefined();
  expect(valid).toBe(true);
  expect(validator.version).toBe("3.1");
});

test("the document lists every endpoint and every request without a contract once", async () => {
  const { hono } = testApp();
  const { paths } = await readDocument();
  const described = Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const mounted = hono.routes
    .filter(({ method, path }) => method !== "ALL" && path.startsWith("/api/"))
    .map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, "{$1}")}`);
  expect(described.sort()).toEqual([...new Set(mounted)].sort());
  const ids = Object.values(paths).flatMap((path) =>
    Object.values(path).map(({ operationId }) => operationId),
  );
  expect(new Set(ids).size).toBe(ids.length);
});

test.each([
  ["post", "/api/contacts", "Create a contact"],
  ["delete", "/api/contacts/{id}/card", "Delete card"],
  ["delete", "/api/employees/{id}/calendar-feed", "Delete calendar feed"],
  ["get", "/api/contacts/all", "List all contacts"],
  ["get", "/api/settings", "Get settings"],
  ["get", "/api/appointments/{id}/history", "Get history"],
])("%s %s is named after what its address ends with", async (method, path, summary) => {
  const operations: Record<string, { summary: string }> = {
    ...(await readDocument()).paths[path],
  };
  expect(operations[method]?.summary).toBe(summary);
});

test("the document says who may send a request, and which errors it returns", async () => {
  const document = await readDocument();
  const { paths } = document;
  const exporting = paths["/api/contacts/export"]?.["get"];
  expect(exporting?.description).toBe("Admins. Asks for the password.");
  const creating = paths["/api/contacts"]?.["post"];
  expect(creating?.description).toBe("Admins, and staff with /contacts.");
  expect(Object.keys(creating?.responses ?? {})).toEqual(["201", "4XX"]);
  const { responses = {}, schemas = {} } = document.components;
  for (const status of [400, 401, 403, 404, 408, 409, 413, 415, 422, 429, 500, 503, 507])
    expect(String(responses["Error"]?.["description"])).toContain(`${status} `);
  expect(JSON.stringify(schemas["Contact"])).toContain("E.164, may be masked");
});

test("a shape that adds fields to another one refers to it", async () => {
  const { schemas = {} } = (await readDocument()).components;
  const { allOf, properties, required } = schemas["ContactOptInReply"] as Record<string, object>;
  expect(allOf).toEqual([{ $ref: "#/components/schemas/Contact" }]);
  expect(Object.keys(properties ?? {})).toEqual(["warning"]);
  expect(required).toEqual(["warning"]);
});

test("each shape has one name, and the document is at most 304 KB", async () => {
  const document = await readDocument();
  const { schemas = {} } = document.components;
  for (const name of ["Contact", "NewContact", "ContactChange", "Appointment", "Campaign"])
    expect(Object.keys(schemas)).toContain(name);
  expect(Object.keys(schemas).filter((name) => /\d\d$/.test(name))).toEqual([]);
  const text = JSON.stringify(document);
  expect(text.length).toBeLessThan(304 * 1024);
  // A generated client leaves such a field out of its requests.
  expect(text).not.toContain("readOnly");
  // Validators in other languages don't set the flag that it needs.
  expect(text).not.toContain("\\\\p{");
  const references = text.match(/(?<="#\/components\/)[^"]+/g) ?? [];
  for (const reference of new Set(references)) {
    const [kind = "", name = ""] = reference.split("/");
    expect([reference, document.components[kind]?.[name] !== undefined]).toEqual([reference, true]);
  }
});

test("a client generated from the document makes every GET request and gets the declared reply", async () => {
  const parlor = await sentinelSalon();
  const { app, hono, admin } = parlor;
  const document = await readDocument(parlor);
  app.db.run("update sessions set password_at = ?", [app.now()]);
  const ajv = new Ajv({ strict: false, validateFormats: false });
  ajv.addSchema({ $id: "api", components: document["components"] });
  const limited = addStaff(parlor, { canViewClientNames: false, canViewClientPhoneNumbers: false });
  let successes = 0;
  for (const [path, { get: operation }] of Object.entries(document.paths)) {
    if (!operation || path === "/api/events") continue;
    for (const { cookie } of [admin, limited]) {
      const address = path.replace(/\{(\w+)\}/g, (_, name) => IDS[name] ?? "1");
      const response = await hono.request(address + queryOf(operation), { headers: { cookie } });
      const text = await response.text();
      const declared =
        operation.responses[response.status] ??
        (response.ok ? undefined : (document.components["responses"]?.["Error"] as Answer));
      expect([path, response.status, declared !== undefined]).toEqual([
        path,
        response.status,
        true,
      ]);
      const schema = declared?.content?.["application/json"]?.["schema"];
      if (schema) {
        const isValid = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"api#/')));
        expect([path, isValid(JSON.parse(text)), isValid.errors]).toEqual([path, true, null]);
      }
      if (response.ok) successes += 1;
    }
  }
  const reads = endpoints.filter(({ method }) => method === "GET");
  expect(successes).toBeGreaterThan(reads.length);
});

/** Only what is required; an optional parameter has a default. */
function queryOf({ parameters = [] }: Operation): string {
  const query = parameters.flatMap((one) =>
    "name" in one && one.in === "query" && one.required ? [[one.name, exampleOf(one.schema)]] : [],
  );
  return query.length > 0 ? `?${new URLSearchParams(query)}` : "";
}

function exampleOf(schema: Readonly<Record<string, unknown>>): string {
  if (Array.isArray(schema["enum"])) return String(schema["enum"][0]);
  if (String(schema["pattern"]).includes("\\d{4}")) return "2026-11-20";
  return schema["type"] === "integer" || schema["type"] === "number" ? "1" : "x";
}

test("the document is built once, and a client that has it gets a 304", async () => {
  const { visitor } = testApp();
  const first = await visitor("GET", "/api/openapi.json");
  const etag = first.headers.get("etag") ?? "";
  expect(etag).toMatch(/^W\/"/);
  const before = performance.now();
  for (let n = 0; n < 20; n += 1) {
    const again = await visitor("GET", "/api/openapi.json", undefined, { "if-none-match": etag });
    expect(again.status).toBe(304);
  }
  // Building it takes more than a second.
  expect(performance.now() - before).toBeLessThan(1_000);
});
