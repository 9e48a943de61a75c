import * as z from "zod/mini";
import { get, patch, post, remove } from "#src/shared/endpoint.ts";
import { Line, whole } from "#src/shared/field-shapes.ts";
import { parseCents } from "#src/shared/money.ts";

export const MAX_SERVICES = 500;
const MAX_MINUTES = 24 * 60;
const MAX_RETURN_WEEKS = 104;
const MAX_BUFFER_MINUTES = 4 * 60;
/** 1 MB of CSV as base64. */
const IMPORT_LIMIT = 1_400_000;

/** The colors that the screens offer, in the order in which new services get them. */
export const SERVICE_COLORS = [
  "#b8698f",
  "#8b76c4",
  "#5f87c9",
  "#3b97a3",
  "#4d9a6a",
  "#8f9140",
  "#b98538",
  "#bd6f58",
] as const;

/** Decimal text in the business's currency, such as "120.00". */
const Money = z.string().check(
  z.trim(),
  z.refine((text) => parseCents(text) !== undefined, "Use an amount such as 120.00"),
);
const Name = z
  .string("Name is required")
  .check(
    z.trim(),
    z.minLength(1, "Name is required"),
    z.maxLength(100, "A name can be up to 100 characters"),
    z.regex(/^\P{Cc}*$/u, "Use a single line"),
  );
const Id = z.number().check(z.int(), z.gte(1));
const Color = z.string().check(z.regex(/^#[0-9a-f]{6}$/i, "Use a color such as #5f87c9"));
const Minutes = whole("Duration", 1, MAX_MINUTES);

const Override = z.object({
  employeeId: Id,
  /** Null or omitted: the service's own. */
  durationMinutes: z._default(z.nullable(Minutes), null),
  price: z._default(z.nullable(Money), null),
});

const Processing = z.object({
  afterMinutes: whole("The start of the processing time", 1, MAX_MINUTES),
  minutes: whole("Processing time", 1, MAX_MINUTES),
});

const fields = {
  category: Line(60),
  bufferMinutes: whole("Cleanup time", 0, MAX_BUFFER_MINUTES),
  /** When its employee is free for other clients meanwhile, such as while color develops; null for never. */
  processing: z.nullable(Processing),
  price: Money,
  /** Paid when booking online; null for none. */
  deposit: z.nullable(Money),
  color: Color,
  /** Who performs it; null for everyone. */
  employeeIds: z.nullable(z.array(Id).check(z.maxLength(500))),
  overrides: z.array(Override).check(z.maxLength(500)),
  onlineBooking: z.boolean(),
  /** After so many weeks a client is due for it again, for the automatic text; null for never. */
  returnWeeks: z.nullable(whole("Weeks between visits", 1, MAX_RETURN_WEEKS)),
};

const NewService = z.object({
  name: Name,
  durationMinutes: Minutes,
  category: z._default(fields.category, ""),
  bufferMinutes: z._default(fields.bufferMinutes, 0),
  processing: z._default(fields.processing, null),
  price: z._default(fields.price, "0.00"),
  deposit: z._default(fields.deposit, null),
  color: z.optional(fields.color),
  employeeIds: z._default(fields.employeeIds, null),
  overrides: z._default(fields.overrides, []),
  onlineBooking: z._default(fields.onlineBooking, false),
  returnWeeks: z.optional(fields.returnWeeks),
});
export type NewService = z.infer<typeof NewService>;

/** Omitted fields stay unchanged. */
const ServiceChange = z.partial(z.object({ name: Name, durationMinutes: Minutes, ...fields }));
export type ServiceChange = z.infer<typeof ServiceChange>;

const Service = z.object({
  id: z.number(),
  name: z.string(),
  durationMinutes: z.number(),
  ...fields,
});
export type Service = z.infer<typeof Service>;

const ImportResult = z.object({
  imported: z.number(),
  total: z.number(),
  /** Rows whose service existed before. */
  alreadyThere: z.number(),
  /** Row numbers as in a spreadsheet: the first row below the header is 2. */
  errors: z.array(z.object({ row: z.number(), reason: z.string() })),
});
export type ImportResult = z.infer<typeof ImportResult>;

const CHANGES = ["services", "appointments"] as const;

export const services = {
  /** By category and name. */
  list: get("/api/services", { reply: z.array(Service), reads: ["services", "employees"] }),
  create: post("/api/services", {
    body: NewService,
    reply: Service,
    status: 201,
    changes: CHANGES,
  }),
  importCsv: post("/api/services/import", {
    body: z.object({
      /** A CSV file as base64. */
      file: z.string("Choose a .csv file").check(z.minLength(1, "Choose a .csv file")),
    }),
    reply: ImportResult,
    limit: IMPORT_LIMIT,
    changes: CHANGES,
  }),
  change: patch("/api/services/:id", { body: ServiceChange, reply: Service, changes: CHANGES }),
  /** Appointments keep the name, price and duration. */
  remove: remove("/api/services/:id", { changes: CHANGES }),
};
