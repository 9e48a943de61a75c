import type { ImportColumn, Mapping } from "#src/shared/contact-csv/csv-columns.ts";
import { guessRoles, toWords } from "#src/shared/contact-csv/texting-columns.ts";
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
];

const SAMPLE_ROWS = 200;

export function hasRequiredColumns(mapping: Mapping): boolean {
  return COLUMN_LABELS.every(
    ({ column, isRequired }) => !isRequired || mapping[column] !== undefined,
  );
}

/** The columns that may be about texts and that the owner must decide about. */
export function findUndecided(
  headers: readonly string[],
  { texting = {}, ...single }: Mapping,
): number[] {
  return [...guessRoles(headers, single)].flatMap(([at, role]) =>
    role === "ignored" || at in texting ? [] : at,
  );
}

/** Guesses the meaning of columns from the words of their headings and the values of the first rows. */
export function guessColumns({ headers, rows }: Guessable): Mapping {
  const columns = headers.map((header, at) => ({
    at,
    heading: toEnglish(toWords(header)),
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
  const single = {
    ...guessNames(find),
    phoneNumber: find(PHONE_RANKS, looksLikePhone, NOT_A_PHONE),
    ...Object.fromEntries(details),
    tags: find([TAGS], () => true, /$^/),
  };
  const isEmpty = (at: number) => rows.every(({ cells }) => (cells[at] ?? "").trim() === "");
  const roles = [...guessRoles(headers, single)].flatMap(([at, role]) => {
    if (role === "unknown") return isEmpty(at) ? [[at, "ignored"]] : [];
    return [[at, role]];
  });
  return { ...single, texting: Object.fromEntries(roles) };
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

/** A single column with the whole name is used for both; "Name" next to "Surname" is the first name. */
function guessNames(find: Find): Pick<Mapping, "firstName" | "lastName"> {
  const firstName = find([FIRST_NAME], looksLikeName, NOT_THE_CLIENT);
  const lastName = find([LAST_NAME], looksLikeName, NOT_THE_CLIENT);
  if (firstName !== undefined && lastName !== undefined) return { firstName, lastName };
  const name = find([NAME], looksLikeName, NOT_THE_CLIENT);
  const whole = find([WHOLE_NAME], looksLikeName, NOT_THE_CLIENT);
  return {
    firstName: whole ?? firstName ?? name,
    lastName: whole ?? lastName ?? name,
  };
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

/** The headings of German, French and Spanish files, without accents. */
const TRANSLATIONS: readonly [RegExp, string][] = [
  [/\b(?:vorname|prenom|nombre de pila)\b/, "first name"],
  [/\b(?:nachname|familienname|nom de famille|apellidos?)\b/, "last name"],
  [/\b(?:nom complet|nombre completo)\b/, "full name"],
  [/\b(?:nom|nombre)\b/, "name"],
  [/^(?:kundin|kunde|cliente?)$/, "client"],
  [/\b(?:handy\w*|mobil|mobil(?:nummer|telefon|funk\w*)|portable|movil|celular)\b/, "mobile"],
  [/\b(?:festnetz\w*|landline|fixe|fijo|privat|casa|domicile)\b/, "home"],
  [/\b(?:telefon(?:o|nummer)?|rufnummer|telephone|tel)\b/, "phone"],
  [/^(?:numero|nummer)$/, "number"],
  [/\b(?:courriel|correo)\b/, "email"],
  [/\b(?:geburts(?:tag|datum)|naissance|nacimiento|cumpleanos)\b/, "birthday"],
  [/^(?:gruppen?|kategorien?|groupes?|etiquettes|etiquetas|grupos)$/, "tags"],
];

function toEnglish(words: string): string {
  return TRANSLATIONS.reduce((text, [foreign, english]) => text.replace(foreign, english), words);
}

const PERSON = "(?:(?:client|customer|guest|patient|member|contact|subscriber)s? )?";
const FIRST_NAME = new RegExp(`^(?:${PERSON}(?:first|given) ?name|first|fname|forename)$`);
const LAST_NAME = new RegExp(
  `^(?:${PERSON}(?:last|family) ?name|${PERSON}surname|last|lname|sur name)$`,
);
/** In files in other languages, "Name" and "Nom" next to a first name are the last name. */
const NAME = new RegExp(`^${PERSON}name$`);
const WHOLE_NAME = new RegExp(
  `^(?:${PERSON}(?:full|display) name|client|customer|guest|patient|member|contact|file as)$`,
);
/** Names of other people, and how a name is pronounced. */
const NOT_THE_CLIENT = /\b(?:phonetic|yomi|spouse|emergency|company|business|staff|employee)\b/;

/** Mobile first, then cell, then any phone that is not of home or work, then any. */
const PHONE_RANKS = [
  /\b(?:mobile|iphone)\b/,
  /\b(?:cell|cellular|cellphone|sms phone|text number)\b/,
  /^(?!.*\b(?:home|work|business|office|day|night|address|other)\b).*\bphones?\b/,
  /\b(?:phones?|home)\b/,
  /^(?:number|contact number|client number|sms)$/,
];
const NOT_A_PHONE =
  /\b(?:label|type|ext|extension|code|country|assistants?|emergency|fax|pager|consent|opt|opted|optin|optout|accepts|marketing|status|carrier|verified|visits|company|callback|tty)\b/;

const NOT_A_DETAIL =
  /\b(?:label|type|display|consent|accepts|marketing|status|subscription|opt|opted|timestamp|time|spouses?|assistants?|emergency|reminders?|confirmations?)\b/;

const TAGS =
  /^(?:(?:client|customer|contact|member) )?(?:tags?|labels?|categories|groups?|group membership)$/;

function looksLikePhone(value: string): boolean {
  const digits = value.replace(/\D/g, "").length;
  return digits >= 5 && !/\p{L}{4,}/u.test(value.replace(/\b(?:tel|ext)\b/giu, ""));
}

function looksLikeName(value: string): boolean {
  return /\p{L}/u.test(value) && !value.includes("@");
}
