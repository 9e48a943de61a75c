import * as z from "zod/mini";
import { MAX_PAGE_SIZE, PAGE_SIZE_WITH_TEXTS } from "./constants.ts";

/** The query of a paged list, newest first. `before` is the last id of the previous page. */
export const Page = pageShape(z.coerce.number().check(z.int(), z.gte(1)), MAX_PAGE_SIZE);
export type Page = z.infer<typeof Page>;

/** The same for rows with a UUID, some of which hold whole agreements. */
export const UuidPage = pageShape(z.string().check(z.maxLength(36)), PAGE_SIZE_WITH_TEXTS);
export type UuidPage = z.infer<typeof UuidPage>;

function pageShape<Id extends z.ZodMiniType>(id: Id, size: number) {
  return z.object({
    before: z.optional(id),
    limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(MAX_PAGE_SIZE)), size),
  });
}
