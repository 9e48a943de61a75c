import { CALENDAR_TABLES } from "./calendar-tables.ts";
import { MONEY_TABLES } from "./money-tables.ts";
import { RECORD_TABLES } from "./record-tables.ts";
import { SALON_TABLES } from "./salon-tables.ts";
import type { ExportTable } from "./table.ts";

/** Everything that an owner can take along, in the order of the screen. Secrets and passwords are not among it. */
export const EXPORT_TABLES: readonly ExportTable[] = [
  ...MONEY_TABLES,
  ...SALON_TABLES,
  ...CALENDAR_TABLES,
  ...RECORD_TABLES,
];
