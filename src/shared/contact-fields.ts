import * as z from "zod/mini";
import { formatBirthday, formatMonthAndDay, isBirthday, parseBirthday } from "./birthday.ts";
import { clientDetail, clientName, clientPhone } from "./client-fields.ts";
import { EmailAddress } from "./email-address.ts";
import { cleanName } from "./names.ts";

/**
 * The fields of a client, each declared once. SQL columns, the API's shapes, the form, CSV import and
 * export, merge fields and masking derive from this table. A detail (a field that is not required) is
 * text or null, in a column of `contacts` that is erased with the row; a new one also needs a migration.
 */
export const CONTACT_FIELDS = {
  name: {
    column: "name",
    isRequired: true,
    label: "Name",
    heading: "Name",
    hiddenWith: "names",
    reply: clientName("id"),
    input: z
      .string()
      .check(
        z.overwrite(cleanName),
        z.minLength(1, "Name is required"),
        z.maxLength(120, "A name can be up to 120 characters"),
      ),
    control: { type: "text" },
  },
  phoneNumber: {
    column: "phone",
    isRequired: true,
    label: "Phone number",
    heading: "Phone",
    hiddenWith: "phones",
    /** E.164. */
    reply: clientPhone(),
    /** As typed: the server normalizes spaces, dots, parentheses and a missing country code. */
    input: z
      .string()
      .check(
        z.trim(),
        z.minLength(1, "Phone number is required"),
        z.maxLength(40, "Invalid phone number format"),
      ),
    control: {
      type: "tel",
      hint: "Include country code (e.g., +1 for US)",
      placeholder: "+1",
    },
  },
  email: {
    column: "email",
    isRequired: false,
    label: "Email (optional)",
    heading: "Email",
    hiddenWith: "names",
    reply: clientDetail(),
    input: EmailAddress,
    control: { type: "email" },
    csv: {
      heading: /\be ?mail\b/,
      read: (cell) => (EmailAddress.safeParse(cell).success ? cell : undefined),
    },
  },
  birthday: {
    column: "birthday",
    isRequired: false,
    label: "Birthday (optional)",
    heading: "Birthday",
    hiddenWith: "names",
    reply: clientDetail(),
    input: z.string().check(
      z.overwrite((typed) => parseBirthday(typed) ?? typed),
      z.refine(isBirthday, "Use a date such as May 14 or May 14, 1990"),
    ),
    control: { type: "text", placeholder: "May 14" },
    format: formatBirthday,
    csv: { heading: /\b(?:birth ?(?:days?|date)|date of birth|dob)\b/, read: parseBirthday },
    merge: { format: formatMonthAndDay, sample: "--05-14", longest: "--09-30" },
  },
} as const satisfies Record<string, ContactField>;

interface ContactField {
  /** In the table `contacts`. */
  readonly column: string;
  readonly isRequired: boolean;
  /** In forms. */
  readonly label: string;
  /** Of the column in an exported file. */
  readonly heading: string;
  /** Users who may not see these can't see or edit the field. The reply's shape masks it. */
  readonly hiddenWith: "names" | "phones";
  readonly reply: z.ZodMiniType;
  /** Returns the value as people read it and type it in a form; the value itself by default. */
  readonly format?: (value: string) => string;
  /** What a form sends. */
  readonly input: z.ZodMiniType<string, string>;
  readonly control: FieldControl;
  /** How an import finds and reads a detail. */
  readonly csv?: CsvColumn;
  /** A merge field of the same name. */
  readonly merge?: MergeField;
}

interface FieldControl {
  readonly type: "text" | "tel" | "email";
  readonly hint?: string;
  readonly placeholder?: string;
}

interface CsvColumn {
  /** Matches the words of a heading: in lower case, separated by single spaces. */
  readonly heading: RegExp;
  /** Returns undefined when the cell can't be read. `dayFirst`: 5/1 is January 5. */
  readonly read: (cell: string, dayFirst: boolean) => string | undefined;
}

interface MergeField {
  /** Returns the value as written in a text to the client. */
  readonly format: (value: string) => string;
  /** A typical value, and one with the longest format. */
  readonly sample: string;
  readonly longest: string;
}

type Fields = typeof CONTACT_FIELDS;
export type ContactFieldName = keyof Fields;
export type ContactDetail = {
  [Name in ContactFieldName]: Fields[Name]["isRequired"] extends true ? never : Name;
}[ContactFieldName];
export type MergeDetail = {
  [Name in ContactFieldName]: Fields[Name] extends { merge: MergeField } ? Name : never;
}[ContactFieldName];

/** Null when not known. */
export type ContactDetails = { readonly [Name in ContactDetail]: string | null };
export type MergeDetails = { readonly [Name in MergeDetail]: string | null };

/** Some of these details. */
export type PartialDetails<Details> = {
  readonly [Name in keyof Details]?: Details[Name] | undefined;
};

export const CONTACT_FIELD_NAMES = Object.keys(CONTACT_FIELDS) as ContactFieldName[];
export const CONTACT_DETAILS = CONTACT_FIELD_NAMES.filter(isDetail);
export const MERGE_DETAILS = CONTACT_DETAILS.filter(isMergeDetail);

export function fieldOf(name: ContactFieldName): ContactField {
  return CONTACT_FIELDS[name];
}

/** A value for people; "" without one. */
export function formatField(name: ContactFieldName, value: string | null | undefined): string {
  if (value == null) return "";
  return fieldOf(name).format?.(value) ?? value;
}

/** Copies the details of a row or reply; a missing one is null. */
export function pickDetails(from: PartialDetails<ContactDetails>): ContactDetails {
  return collect(CONTACT_DETAILS, (name) => from[name] ?? null);
}

export function pickMergeDetails(from: PartialDetails<MergeDetails>): MergeDetails {
  return collect(MERGE_DETAILS, (name) => from[name] ?? null);
}

/** An example or the longest value of each detail that a text can contain. */
export function mergeExamples(kind: "sample" | "longest"): MergeDetails {
  return collect(MERGE_DETAILS, (name) => fieldOf(name).merge?.[kind] ?? null);
}

/** The shapes of all fields, for a reply. */
export const contactReplies = Object.fromEntries(
  CONTACT_FIELD_NAMES.map((name) => [name, fieldOf(name).reply]),
) as { [Name in ContactFieldName]: Fields[Name]["reply"] };

/** The shapes of all fields, for the body of a request. A detail may be omitted or null. */
export const contactInputs = Object.fromEntries(
  CONTACT_FIELD_NAMES.map((name) => {
    const { input, isRequired } = fieldOf(name);
    return [name, isRequired ? input : z.optional(z.nullable(input))];
  }),
) as {
  [Name in ContactFieldName]: Name extends ContactDetail
    ? z.ZodMiniOptional<z.ZodMiniNullable<Fields[Name]["input"]>>
    : Fields[Name]["input"];
};

const { name: _, phoneNumber: __, ...detailInputs } = contactInputs;

export { detailInputs };

/** What a list shows of a contact. */
export function contactFields() {
  return {
    id: z.number(),
    name: clientName("id"),
    phoneNumber: clientPhone(),
    optedOut: z.boolean(),
    undeliverable: z.boolean(),
  };
}

/** The shapes of the values that a text to the client can contain, apart from name and number. */
export const mergeReplies = Object.fromEntries(
  MERGE_DETAILS.map((name) => [name, fieldOf(name).reply]),
) as { [Name in MergeDetail]: Fields[Name]["reply"] };

function isDetail(name: ContactFieldName): name is ContactDetail {
  return !fieldOf(name).isRequired;
}

function isMergeDetail(name: ContactDetail): name is ContactDetail & MergeDetail {
  return fieldOf(name).merge !== undefined;
}

function collect<Name extends string>(
  names: readonly Name[],
  find: (name: Name) => string | null,
): { readonly [Key in Name]: string | null } {
  // A list does this twice for each row; Object.fromEntries takes three times as long.
  const found = {} as { [Key in Name]: string | null };
  for (const name of names) found[name] = find(name);
  return found;
}
