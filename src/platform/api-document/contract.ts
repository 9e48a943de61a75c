import * as z from "zod/mini";
import { get } from "#src/shared/endpoint.ts";

const Parameter = z.looseObject({
  name: z.string(),
  in: z.enum(["path", "query"]),
  /** Omitted for optional ones. */
  required: z.optional(z.boolean()),
  schema: z.record(z.string(), z.unknown()),
});

const Content = z.record(z.string(), z.looseObject({}));

const Operation = z.looseObject({
  operationId: z.string(),
  summary: z.string(),
  description: z.string(),
  tags: z.array(z.string()),
  parameters: z.optional(z.array(z.union([Parameter, z.object({ $ref: z.string() })]))),
  requestBody: z.optional(z.looseObject({ content: Content })),
  responses: z.record(
    z.string(),
    z.looseObject({ description: z.optional(z.string()), content: z.optional(Content) }),
  ),
});
export type Operation = z.infer<typeof Operation>;

/** The part of OpenAPI 3.1 that Parlor uses. */
const ApiDocument = z.looseObject({
  openapi: z.string(),
  info: z.looseObject({ title: z.string(), version: z.string() }),
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  /** By kind, such as "schemas", and name. */
  components: z.record(z.string(), z.record(z.string(), z.looseObject({}))),
});
export type ApiDocument = z.infer<typeof ApiDocument>;

export const apiDocument = {
  /** Public, because it has no data of the salon and programs that generate clients don't sign in. */
  read: {
    ...get("/api/openapi.json", { reply: ApiDocument, etag: false }),
    isConstant: true as const,
  },
};
