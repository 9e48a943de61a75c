import Papa from "papaparse";
import { inTransaction } from "#db/connection.ts";
import type { App, Staff } from "#src/app.ts";
import { decodeFile } from "#src/calendar/appointments/csv-read.ts";
import { admin, defineModule, staff } from "#src/platform/http/routes.ts";
import { formatCents, readMoney } from "#src/shared/money.ts";
import { Problem } from "#src/shared/problem.ts";
import { type ImportResult, MAX_SERVICES, type NewService, services } from "./contract.ts";
import {
  addService,
  changeService,
  createService,
  deleteService,
  findServiceByName,
  listServices,
} from "./services.ts";

export const serviceModule = defineModule(services, {
  list: staff("any", ({ app }) => listServices(app)),
  create: admin(({ app, actor, body }) => createService(app, actor, body)),
  importCsv: admin(({ app, actor, body }) => importServices(app, actor, body.file)),
  change: admin(({ app, actor, id, body }) => changeService(app, actor, id, body)),
  remove: admin(({ app, actor, id }) => deleteService(app, actor, id)),
});

/** The number of the first row below the header in a spreadsheet. */
const FIRST_ROW = 2;

/** Headings of other programs' exports, without case and punctuation, in order of preference. */
const HEADINGS = {
  name: ["name", "service", "servicename", "servicedisplayname", "title", "treatment"],
  category: ["category", "servicecategory", "group", "menu"],
  duration: ["duration", "durationminutes", "durationmin", "minutes", "length", "time"],
  buffer: ["cleanup", "cleanuptime", "buffer", "buffertime", "bufferminutes", "processingtime"],
  price: ["price", "cost", "amount", "retailprice", "priceusd"],
  deposit: ["deposit", "depositamount"],
  online: ["onlinebooking", "bookableonline", "bookonline", "online"],
} as const;

/**
 * Imports services by name; those that exist stay unchanged, so a file can be imported again.
 * @throws Problem 400 for a file without a name and a duration column
 */
function importServices(app: App, actor: Staff, base64: string): ImportResult {
  const text = decodeFile(base64).replace(/^\ufeff/, "");
  const { data, meta } = Papa.parse<Record<string, string>>(text, {
    header: true,
    skipEmptyLines: "greedy",
  });
  const column = columnFinder(meta.fields ?? []);
  const [name, duration] = [column("name"), column("duration")];
  if (name === undefined || duration === undefined || text.includes("\0"))
    throw new Problem(400, "This file needs columns named Name and Duration in its first row.");
  if (data.length > MAX_SERVICES)
    throw new Problem(400, `Import at most ${MAX_SERVICES} services at a time.`);

  const result: ImportResult = { imported: 0, total: data.length, alreadyThere: 0, errors: [] };
  inTransaction(app.db, () => {
    for (const [at, row] of data.entries()) {
      const outcome = importRow(app, actor, readRow(row, column));
      if (outcome === "imported") result.imported += 1;
      else if (outcome === "exists") result.alreadyThere += 1;
      else result.errors.push({ row: FIRST_ROW + at, reason: outcome.reason });
    }
  });
  return result;
}

type Field = keyof typeof HEADINGS;

function columnFinder(headings: readonly string[]): (field: Field) => string | undefined {
  const plain = (text: string) => text.toLowerCase().replace(/[^a-z]/g, "");
  return (field) =>
    HEADINGS[field].flatMap((known) => headings.filter((one) => plain(one) === known))[0];
}

function readRow(
  row: Record<string, string>,
  column: (field: Field) => string | undefined,
): Record<Field, string> {
  // A column without a heading is row[""], which no field reads.
  const cell = (heading: string | undefined) => (heading ? (row[heading] ?? "") : "").trim();
  return Object.fromEntries(
    (Object.keys(HEADINGS) as Field[]).map((field) => [field, cell(column(field))]),
  ) as Record<Field, string>;
}

function importRow(
  app: App,
  actor: Staff,
  cells: Record<Field, string>,
): "imported" | "exists" | { reason: string } {
  const minutes = parseMinutes(cells.duration);
  if (minutes === undefined) return { reason: `"${cells.duration}" isn't a duration in minutes` };
  const buffer = parseMinutes(cells.buffer || "0");
  if (buffer === undefined) return { reason: `"${cells.buffer}" isn't a cleanup time in minutes` };
  const price = parseMoney(cells.price);
  if (price === undefined) return { reason: `"${cells.price}" isn't a price` };
  const deposit = cells.deposit === "" ? null : parseMoney(cells.deposit);
  if (deposit === undefined) return { reason: `"${cells.deposit}" isn't an amount` };
  const parsed = services.create.body?.safeParse({
    name: cells.name,
    category: cells.category,
    durationMinutes: minutes,
    bufferMinutes: buffer,
    price,
    deposit,
    onlineBooking: /^(yes|y|true|1|on)$/i.test(cells.online),
  });
  if (!parsed?.success) return { reason: parsed?.error.issues[0]?.message ?? "" };
  if (findServiceByName(app, cells.name)) return "exists";
  try {
    addService(app, actor, parsed.data as NewService);
    return "imported";
  } catch (error) {
    if (error instanceof Problem) return { reason: error.message };
    throw error;
  }
}

/** "90", "90 min", "1:30", "1h 30m" and "1.5 hours" are 90. */
function parseMinutes(text: string): number | undefined {
  const plain = text.toLowerCase().trim();
  const clock = /^(\d{1,2}):(\d\d)(?::\d\d)?$/.exec(plain);
  if (clock) return Number(clock[1]) * 60 + Number(clock[2]);
  const parts = /^(?:(\d+(?:\.\d+)?)\s*h[a-z.]*)?\s*(?:(\d+)\s*(?:m[a-z.]*)?)?$/.exec(plain);
  if (!parts || (parts[1] === undefined && parts[2] === undefined)) return undefined;
  return Math.round(Number(parts[1] ?? 0) * 60) + Number(parts[2] ?? 0);
}

/** "$1,200" is "1200.00"; an empty cell is "0.00". Not "20%" or "40-60". */
function parseMoney(text: string): string | undefined {
  if (text === "") return "0.00";
  const cents = readMoney(text);
  return cents === undefined ? undefined : formatCents(cents);
}
