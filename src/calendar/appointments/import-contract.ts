import * as z from "zod/mini";

/** 8 MB of CSV as base64, plus the JSON around it. */
export const IMPORT_LIMIT = 11 * 1024 * 1024;

const RowReason = z.object({ row: z.number(), reason: z.string() });

export const ImportResult = z.object({
  imported: z.number(),
  /** The number of rows in the file. */
  total: z.number(),
  /** How many visits the imported rows are, if some were joined. */
  visits: z.optional(z.number()),
  /** Rows that existed before. */
  alreadyThere: z.number(),
  /** Row numbers as in a spreadsheet: the first row below the header is 2. */
  errors: z.array(RowReason),
  /** Imported rows whose time daylight saving time skips. They begin after the clock change. */
  moved: z.optional(z.array(RowReason)),
});
export type ImportResult = z.infer<typeof ImportResult>;
