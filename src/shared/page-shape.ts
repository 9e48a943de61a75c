import * as z from "zod/mini";
import { MAX_PAGE_SIZE } from "./constants.ts";

/** The query of a paged list, newest first. */
export const Page = z.object({
  /** The last id of the previous page. */
  before: z.optional(z.coerce.number().check(z.int(), z.gte(1))),
  limit: z._default(
    z.coerce.number().check(z.int(), z.gte(1), z.lte(MAX_PAGE_SIZE)),
    MAX_PAGE_SIZE,
  ),
});
export type Page = z.infer<typeof Page>;
