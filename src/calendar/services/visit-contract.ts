import * as z from "zod/mini";

/** The services of one visit, in their order. */
export const MAX_SERVICES_OF_VISIT = 8;

export const ServiceIds = z.array(z.number().check(z.int(), z.gte(1))).check(
  z.minLength(1, "Choose a service"),
  z.maxLength(MAX_SERVICES_OF_VISIT, `A visit can have up to ${MAX_SERVICES_OF_VISIT} services`),
  z.refine((ids) => new Set(ids).size === ids.length, "Choose each service only once"),
);

/** The same in an address, such as "1,5,9". */
export const ServiceIdsInQuery = z
  .string()
  .check(z.regex(/^[1-9]\d{0,14}(?:,[1-9]\d{0,14}){0,7}$/, "Name up to 8 services, such as 1,5,9"));

/** A time in which the employee is free for other clients, in minutes from the start. */
export const Processing = z.object({ afterMinutes: z.number(), minutes: z.number() });

/** A service of a visit, as it was booked. */
export const VisitService = z.object({
  serviceId: z.number(),
  name: z.string(),
  /** Decimal text in the business's currency. */
  price: z.string(),
  durationMinutes: z.number(),
  bufferMinutes: z.number(),
  processing: z.nullable(Processing),
});
