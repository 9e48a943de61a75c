import * as z from "zod/mini";
import { MAX_PAGE_SIZE, PAGE_SIZE_WITH_TEXTS } from "./constants.ts";

/** An id in the query of an address. */
export const QueryId = z.coerce.number().check(z.int(), z.gte(1));

/** How many rows a page has: `size` by default. */
export function pageLimit(most: number, size = most) {
  return z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(most)), size);
}

/** The query of a paged list, newest first. `before` is the last id of the previous page. */
export const Page = pageShape(QueryId, MAX_PAGE_SIZE);
export type Page = z.infer<typeof Page>;

/** The same for rows with a UUID, some of which hold whole agreements. */
export const UuidPage = pageShape(z.string().check(z.maxLength(36)), PAGE_SIZE_WITH_TEXTS);
export type UuidPage = z.infer<typeof UuidPage>;

function pageShape<Id extends z.ZodMiniType>(id: Id, size: number) {
  return z.object({
    before: z.optional(id),
    limit: pageLimit(MAX_PAGE_SIZE, size),
  });
}
