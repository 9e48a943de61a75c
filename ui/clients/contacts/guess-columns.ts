import { isOptOut, isRefusal } from "#src/shared/contact-csv/csv-cells.ts";
import type { ImportColumn, Mapping } from "#src/shared/contact-csv/csv-columns.ts";
import { CONTACT_DETAILS, CONTACT_FIELDS, fieldOf } from "#src/shared/contact-fields.ts";

interface ColumnLabel {
  readonly column: ImportColumn;
  readonly label: string;
  readonly isRequired: boolean;
}

export const COLUMN_LABELS: readonly ColumnLabel[] = [
  { column: "firstName", label: "First name", isRequired: true },
  { column: "lastName", label: "Last name", isRequired: true },
  { column: "phoneNumber", label: CONTACT_FIELDS.phoneNumber.label, isRequired: true },
  ...CONTACT_DETAILS.map((column) => ({
    column,
    label: fieldOf(column).heading,
    isRequired: false,
  })),
  { column: "tags", label: "Tags", isRequired: false },
  { column: "optedOut", label: "Opted out of texts", isRequired: false },
  { column: "consent", label: "Agreed to texts", isRequired: false },
];

const SAMPLE_ROWS = 200;

export function hasRequiredColumns(mapping: Mapping): boolean {
  return COLUMN_LABELS.every(
    ({ column, isRequired }) => !isRequired || mapping[column] !== undefined,
  );
}

/** Guesses the meaning of columns from the words of their headings and the values of the first rows. */
export function guessColumns({ headers, rows }: Guessable): Mapping {
  const columns = headers.map((header, at) => ({
    at,
    heading: toWords(header),
    values: rows
      .slice(0, SAMPLE_ROWS)
      .map(({ cells }) => (cells[at] ?? "").trim())
      .filter((value) => value !== ""),
  }));
  const find = (ranks: readonly RegExp[], fits: (value: string) => boolean, except: RegExp) =>
    findBestColumn(columns, ranks, fits, except);

  const details = CONTACT_DETAILS.flatMap((detail) => {
    const csv = fieldOf(detail).csv;
    if (!csv) return [];
    const fits = (value: string) =>
      [true, false].some((dayFirst) => csv.read(value, dayFirst) !== undefined);
    return [[detail, find([csv.heading], fits, NOT_A_DETAIL)] as const];
  });
  return {
    ...guessNames(find),
    phoneNumber: find(PHONE_RANKS, looksLikePhone, NOT_A_PHONE),
    ...Object.fromEntries(details),
    tags: find([TAGS], () => true, /$^/),
    optedOut: find([OPTED_OUT], (value) => isKnownFlag(value), NOT_ABOUT_TEXTS),
    consent: find([CONSENT], (value) => isKnownFlag(value), NOT_CONSENT),
  };
}

interface Guessable {
  readonly headers: readonly string[];
  readonly rows: readonly { readonly cells: readonly string[] }[];
}

type Find = (
  ranks: readonly RegExp[],
  fits: (value: string) => boolean,
  except: RegExp,
) => number | undefined;

/** A single column with the whole name is used for both. */
function guessNames(find: Find): Pick<Mapping, "firstName" | "lastName"> {
  const firstName = find([FIRST_NAME], looksLikeName, NOT_THE_CLIENT);
  const lastName = find([LAST_NAME], looksLikeName, NOT_THE_CLIENT);
  if (firstName !== undefined && lastName !== undefined) return { firstName, lastName };
  const whole = find(WHOLE_NAME_RANKS, looksLikeName, NOT_THE_CLIENT);
  return whole === undefined ? { firstName, lastName } : { firstName: whole, lastName: whole };
}

interface Column {
  readonly at: number;
  readonly heading: string;
  /** Of the first rows, without empty ones. */
  readonly values: readonly string[];
}

/** The first column of the best rank whose values fit. A column without values is the last choice. */
function findBestColumn(
  columns: readonly Column[],
  ranks: readonly RegExp[],
  fits: (value: string) => boolean,
  except: RegExp,
): number | undefined {
  const candidates = ranks.flatMap((rank) =>
    columns.filter(({ heading }) => rank.test(heading) && !except.test(heading)),
  );
  const fitting = candidates.find(
    ({ values }) => values.length > 0 && values.filter(fits).length * 2 >= values.length,
  );
  return (fitting ?? candidates.find(({ values }) => values.length === 0))?.at;
}

/** "E-mail 1 - Value" is "e mail 1 value", and "firstName" is "first name". */
function toWords(header: string): string {
  return header
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .replace(/['’]/g, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

const PERSON = "(?:(?:client|customer|guest|patient|member|contact|subscriber)s? )?";
const FIRST_NAME = new RegExp(`^(?:${PERSON}(?:first|given) ?name|first|fname|forename)$`);
const LAST_NAME = new RegExp(
  `^(?:${PERSON}(?:last|family) ?name|${PERSON}surname|last|lname|sur name)$`,
);
const WHOLE_NAME_RANKS = [
  new RegExp(`^${PERSON}(?:full )?name$`),
  /^(?:client|customer|guest|patient|member|contact|display name|file as)$/,
];
/** Names of other people, and how a name is pronounced. */
const NOT_THE_CLIENT = /\b(?:phonetic|yomi|spouse|emergency|company|business|staff|employee)\b/;

/** Mobile first, then cell, then any phone that is not of home or work, then any. */
const PHONE_RANKS = [
  /\b(?:mobile|iphone)\b/,
  /\b(?:cell|cellular|cellphone|sms phone)\b/,
  /^(?!.*\b(?:home|work|business|office|day|night|address|other)\b).*\b(?:phones?|telephone|tel)\b/,
  /\b(?:phones?|telephone|tel)\b/,
  /^(?:number|contact number|client number|sms)$/,
];
const NOT_A_PHONE =
  /\b(?:label|type|ext|extension|code|country|assistants?|emergency|fax|pager|consent|opt|opted|accepts|marketing|status|carrier|verified|visits|company|callback|tty)\b/;

const NOT_A_DETAIL =
  /\b(?:label|type|display|consent|accepts|marketing|status|subscription|opt|opted|timestamp|time|spouses?|assistants?|emergency|reminders?|confirmations?)\b/;

const TAGS =
  /^(?:(?:client|customer|contact|member) )?(?:tags?|labels?|categories|groups?|group membership)$/;
const OPTED_OUT =
  /\b(?:opt(?:ed)? outs?|unsubscribed?|do not (?:text|contact|sms|message)|dnc|stopped texts?)\b/;
const NOT_ABOUT_TEXTS = /\b(?:e ?mails?|mail|calls?|reason|source|timestamp)\b/;
const CONSENT =
  /^(?=.*\b(?:sms|texts?|texting|text messages?)\b).*\b(?:consent|accepts?|marketing|subscribed|subscription|opt(?:ed)? in|promotional|agreed)\b/;
const NOT_CONSENT = /\b(?:timestamp|time|source|method|out|e ?mail)\b/;

function looksLikePhone(value: string): boolean {
  const digits = value.replace(/\D/g, "").length;
  return digits >= 5 && !/\p{L}{4,}/u.test(value.replace(/\b(?:tel|ext)\b/giu, ""));
}

function looksLikeName(value: string): boolean {
  return /\p{L}/u.test(value) && !value.includes("@");
}

function isKnownFlag(value: string): boolean {
  return FLAG.test(value) || isRefusal(value) || !isOptOut(value);
}

const FLAG =
  /^(?:y|yes|true|1|x|on|✓|✔|checked|in|out|(?:never[ _-])?subscribed|confirmed|opted[ _-](?:in|out)|.*\d{1,4}[-/.]\d{1,2}.*)$/iu;
