import * as z from "zod/mini";
import { file, get } from "#src/shared/endpoint.ts";

const Day = z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/, "Use a date such as 2026-11-27"));

const Range = z.object({
  /** The first and the last day, in the business's time zone. */
  from: z.optional(Day),
  to: z.optional(Day),
});
export type ExportDays = z.infer<typeof Range>;

const ListedExport = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  /** Whether a range of dates applies. */
  hasDates: z.boolean(),
  columns: z.array(z.object({ name: z.string(), description: z.string() })),
});
export type ListedExport = z.infer<typeof ListedExport>;

export const exports = {
  list: get("/api/exports", { reply: z.array(ListedExport) }),
  /** All tables as one ZIP with a CSV and a JSON file each, and a description of every column. */
  all: file("/api/exports/all", { query: Range }),
  /** One table as CSV. */
  one: file("/api/exports/:id", { query: Range }),
};
