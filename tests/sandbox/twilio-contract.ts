import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import api from "#tests/contracts/twilio/twilio_api_v2010.trim.json" with { type: "json" };
import lookups from "#tests/contracts/twilio/twilio_lookups_v2.trim.json" with { type: "json" };
import messaging from "#tests/contracts/twilio/twilio_messaging_v1.trim.json" with { type: "json" };
import { at, isNode, type Node, openNulls, prepare } from "./twilio-schema.ts";

/** Where the official files define an operation's request and reply. */
export interface Source {
  readonly file: "api" | "lookups" | "messaging";
  readonly path: string;
  readonly method: "get" | "post";
  readonly status: "200" | "201";
}

const FILES: Readonly<Record<Source["file"], Node>> = { api, lookups, messaging };

const formats = {
  "phone-number": /^\+?\d{3,15}$/,
  "date-time-rfc-2822": /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} \+0000$/,
  // A bare day is documented and accepted, though the file says date-time.
  "date-time": /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2}))?$/,
  currency: /^[A-Z]{3}$/,
  "http-method": /^(GET|POST)$/,
  int64: true,
  int32: true,
  "iso-country-code": /^[A-Z]{2}$/,
  "uri-map": true,
  "phone-number-capabilities": true,
} as const;

/** A form holds only text: numbers, booleans and single items of lists are read from it. */
const requests = new Ajv({
  strict: false,
  allErrors: true,
  coerceTypes: "array",
  formats: { ...formats, uri: /^https?:\/\/[^\s/]+(\/\S*)?$/ },
});

/** Paging links are relative, and an address that was never set is empty. */
const answers = new Ajv({ strict: false, formats: { ...formats, uri: /^\S*$/ } });

// Compiled when first needed, once for all stand-ins of a process.
const compiled = new Map<string, ValidateFunction>();

export function requestErrors(source: Source, form: URLSearchParams): readonly ErrorObject[] {
  const check = compileOnce(`request ${source.method} ${source.path}`, () =>
    requests.compile(prepare(requestSchema(source), components(source), { complete: false })),
  );
  const fields: Record<string, string | string[]> = {};
  for (const name of new Set(form.keys())) {
    const values = form.getAll(name);
    fields[name] = values.length === 1 ? (values[0] ?? "") : values;
  }
  return check(fields) ? [] : (check.errors ?? []);
}

export function answerErrors(source: Source, body: unknown): string | undefined {
  const check = compileOnce(`answer ${source.method} ${source.path}`, () =>
    answers.compile(prepare(answerSchema(source), components(source), { complete: true })),
  );
  return check(body) ? undefined : answers.errorsText(check.errors);
}

function requestSchema(source: Source): Node {
  const operation = at(FILES[source.file], "paths", source.path, source.method);
  if (source.method === "post")
    return at(operation, "requestBody", "content", "application/x-www-form-urlencoded", "schema");

  const parameters = Object.values(at(operation, "parameters")).filter(isNode);
  const properties = parameters
    .filter((parameter) => parameter.in === "query")
    .map((parameter) => [parameter.name, parameter.schema]);
  return { type: "object", properties: Object.fromEntries(properties) };
}

function answerSchema(source: Source): Node {
  const operation = at(FILES[source.file], "paths", source.path, source.method);
  return at(operation, "responses", source.status, "content", "application/json", "schema");
}

function components(source: Source): Node {
  const schemas = at(FILES[source.file], "components", "schemas");
  // In a real Lookup, every part that wasn't requested is null, which the official file doesn't mention.
  return source.file === "lookups" ? openNulls(schemas) : schemas;
}

function compileOnce(name: string, compile: () => ValidateFunction): ValidateFunction {
  const known = compiled.get(name);
  if (known) return known;

  const check = compile();
  compiled.set(name, check);
  return check;
}
