import * as z from "zod/mini";
import { clientName, clientPhone } from "#src/shared/client-fields.ts";
import { IMPORT_COLUMNS, MAX_PHONE_CELL } from "#src/shared/contact-csv/csv-columns.ts";
import { detailInputs } from "#src/shared/contact-fields.ts";
import { get, post, remove } from "#src/shared/endpoint.ts";
import { upload } from "#src/shared/upload-endpoint.ts";

export const IMPORT_BATCH = 500;
/** A million rows of names and numbers take 40 MB. */
export const IMPORT_LIMIT = 256 * 1024 * 1024;
/** Numbers of countries other than the US take about 15 µs each. */
export const NUMBERS_PER_CHECK = 1_000;

const TagName = z
  .string()
  .check(z.trim(), z.minLength(1), z.maxLength(40, "A tag can be up to 40 characters"));

const rowFields = {
  firstName: z._default(z.string().check(z.maxLength(200)), ""),
  lastName: z._default(z.string().check(z.maxLength(200)), ""),
  phoneNumber: z.string().check(z.maxLength(MAX_PHONE_CELL)),
  ...detailInputs,
  tags: z.optional(z.array(TagName).check(z.maxLength(20))),
  /** Set when the file says that the client opted out, in the words of the file. */
  optOut: z.optional(z.string().check(z.maxLength(300))),
  /** Set when the file says that the client agreed to texts about appointments and not to offers. */
  appointmentsOnly: z.optional(z.string().check(z.maxLength(300))),
};
/** A field that we don't know may say that the client refused texts. */
const ImportRow = z
  .looseObject(rowFields)
  .check(
    z.refine(
      (row) => Object.keys(row).every((key) => Object.hasOwn(rowFields, key)),
      "Unknown field",
    ),
  );
export type ImportRow = z.infer<z.ZodMiniObject<typeof rowFields>>;

/** How these clients agreed to get texts, as described by the importing user. */
const ConsentBasis = z.optional(z.string().check(z.trim(), z.maxLength(300)));
/** A tag for each new contact: the name of an existing or new one. */
const ImportTag = z.optional(
  z.string().check(z.trim(), z.maxLength(40, "A tag can be up to 40 characters")),
);
const ImportKey = z.string().check(z.minLength(8), z.maxLength(60));

const Import = z.object({
  contacts: z
    .array(ImportRow)
    .check(z.minLength(1, "No contacts found"), z.maxLength(IMPORT_BATCH)),
  consentBasis: ConsentBasis,
  /** The id of a tag for each new contact, in place of its name. */
  tagId: z.optional(z.number().check(z.int())),
  tag: ImportTag,
  /** Also adds the tag to rows that are already contacts. */
  tagPresent: z._default(z.boolean(), false),
  /** The same for all batches of one file, so that they can be undone together. */
  importKey: z.optional(ImportKey),
  /** Replies what would happen, and changes nothing. */
  dryRun: z._default(z.boolean(), false),
});
export type Import = z.infer<typeof Import>;

/** A column's position in the file, from 0. */
const Position = z.coerce.number().check(z.int(), z.gte(0), z.lte(1_000));
const Flag = z.optional(z.enum(["true", "false"]));

const columnPositions = Object.fromEntries(
  IMPORT_COLUMNS.map((column) => [column, z.optional(Position)]),
) as { [Column in (typeof IMPORT_COLUMNS)[number]]: z.ZodMiniOptional<typeof Position> };

/** Such as "4" or "4,7". */
const Positions = z.optional(
  z
    .string()
    .check(
      z.refine(
        (list) => /^\d{1,3}(,\d{1,3})*$/.test(list),
        "Name columns by position, such as 4,7",
      ),
    ),
);
const FileImport = z.object({
  ...columnPositions,
  /** Columns in which a yes means that the client agreed to texts. */
  consent: Positions,
  /** Columns in which a yes means that the client opted out. */
  optedOut: Positions,
  /** Columns that may seem to be about texts and aren't. */
  ignored: Positions,
  phoneNumber: Position,
  /** Whether dates such as 5/1 begin with the day; by the business's country if not given. */
  dayFirst: Flag,
  consentBasis: ConsentBasis,
  tag: ImportTag,
  tagPresent: Flag,
  /** Names the import: for its progress, for its undo, and for a repeat after a broken upload. */
  importKey: z.optional(ImportKey),
  dryRun: Flag,
});
export type FileImport = z.infer<typeof FileImport>;

/** Why a row is not imported. */
const RowProblem = z.enum(["no-phone", "invalid-phone", "already-a-contact", "twice-in-file"]);
export type RowProblem = z.infer<typeof RowProblem>;

const FileImportResult = z.object({
  /** Contacts that the import created, those of an earlier, broken upload included. */
  imported: z.number(),
  /** Numbers that the file opted out, those of existing contacts included. */
  optedOut: z.number(),
  /** Numbers that the file limits to texts about appointments. */
  appointmentsOnly: z.number(),
  /** Tags that did not exist before. */
  newTags: z.array(z.string()),
  /** For each reason, the rows as numbers and ranges such as "2-501,777"; the header is row 1. */
  skipped: z.array(z.object({ why: RowProblem, count: z.number(), rows: z.string() })),
});
export type FileImportResult = z.infer<typeof FileImportResult>;

const FileImportProgress = z.object({
  state: z.enum(["running", "done", "stopped"]),
  /** Rows that have been read and handled. */
  rows: z.number(),
  imported: z.number(),
  /** Of an import that is done, for a browser whose request was cut off. */
  result: z.nullable(FileImportResult),
});
export type FileImportProgress = z.infer<typeof FileImportProgress>;

const ImportResult = z.object({
  imported: z.number(),
  skipped: z.number(),
  /** Index into `contacts` of this batch. */
  skippedRows: z.array(z.object({ index: z.number(), reason: RowProblem, message: z.string() })),
  /** Numbers that the file opted out, those of existing contacts included. */
  optedOut: z.number(),
  /** Numbers that the file limits to texts about appointments. */
  appointmentsOnly: z.number(),
  /** Tags that did not exist before; absent when there are none. */
  newTags: z.optional(z.array(z.string())),
});
export type ImportResult = z.infer<typeof ImportResult>;

const NumbersToCheck = z.object({
  phoneNumbers: z
    .array(z.string().check(z.maxLength(MAX_PHONE_CELL)))
    .check(z.maxLength(NUMBERS_PER_CHECK)),
});

/** For each number of the request, in its order. */
const CheckedNumbers = z.array(
  z.object({
    /** Null when it can't be read. */
    phoneNumber: z.nullable(clientPhone()),
    /** The contact that has the number. */
    existing: z.nullable(clientName()),
  }),
);
export type CheckedNumber = z.infer<typeof CheckedNumbers>[number];

/** The last import, as far as it can still be undone. */
const LastImport = z.object({
  at: z.string(),
  /** The contacts of it that exist. */
  contacts: z.number(),
  /** Those that would stay, because something has happened since. */
  active: z.number(),
});
export type LastImport = z.infer<typeof LastImport>;

/** Apart from the other endpoints of contacts, because every page loads those. */
export const imports = {
  /** Reads the numbers of a file before its import, and changes nothing. */
  checkNumbers: post("/api/contacts/check-numbers", {
    body: NumbersToCheck,
    reply: CheckedNumbers,
  }),
  batch: post("/api/contacts/bulk-import", {
    body: Import,
    reply: ImportResult,
    limit: 1024 * 1024,
    changes: ["contacts", "tags"],
  }),
  /** Imports a CSV file while it arrives. What is written stays if the upload breaks; the same import may be sent again. */
  file: upload("/api/contacts/import", {
    type: "text/csv",
    limit: IMPORT_LIMIT,
    query: FileImport,
    reply: FileImportResult,
    changes: ["contacts", "tags"],
  }),
  /** Of the user's own import, for ten minutes after its end. */
  progress: get("/api/contacts/import/:key", { reply: FileImportProgress, etag: false }),
  /** Stops an import after the rows that it is writing. What is written stays. */
  stop: remove("/api/contacts/import/:key"),
  /** Null when there is nothing to undo. */
  last: get("/api/contacts/last-import", { reply: z.nullable(LastImport), etag: false }),
  /** Deletes the contacts that the last import created and that nothing has happened to since. The import before it is then the last. */
  undo: post("/api/contacts/last-import/undo", {
    reply: z.object({ removed: z.number(), kept: z.number() }),
    isLong: true,
    changes: ["contacts", "tags"],
  }),
};
