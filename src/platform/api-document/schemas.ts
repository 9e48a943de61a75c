import * as z from "zod/mini";
import { type ClientField, findClientField } from "#src/shared/client-fields.ts";

type JsonSchema = Readonly<Record<string, unknown>>;

const MASKED = "Masked for users who may not see";
const HIDDEN: Readonly<Record<ClientField["hides"], string>> = {
  phone: `A phone number in E.164. ${MASKED} numbers.`,
  name: `A client's name. ${MASKED} names.`,
  detail: "Null for users who may not see names.",
  words: `${MASKED} names or numbers, as far as it contains them.`,
};

/** JSON Schema 2020-12, which OpenAPI 3.1 uses. */
export function toSchema(shape: z.ZodMiniType, io: "input" | "output"): JsonSchema {
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
export function toParameters(query: z.ZodMiniType | undefined) {
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
