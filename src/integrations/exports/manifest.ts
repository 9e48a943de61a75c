import * as z from "zod/mini";

/** Says that an archive is a complete export, and how to read its folder data. */
export const MANIFEST_FILE = "data/parlor.json";

const Counts = z.record(z.string(), z.number());

export const ExportManifest = z.object({
  program: z.literal("Parlor"),
  /** The version of the database's schema. */
  schema: z.number(),
  /** The business's, also where no setting names it. */
  timeZone: z.string(),
  /** Names of the settings that were saved and are secret. */
  secrets: z.array(z.string()),
  /** The highest id that each table ever had. */
  sequences: Counts,
  /** How many rows each table has. */
  rows: Counts,
});
export type ExportManifest = z.infer<typeof ExportManifest>;

/** Where a table lies in the archive. */
export const dataFile = (table: string) => `data/${table}.jsonl`;
