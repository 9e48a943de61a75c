import {
  fieldOf,
  MERGE_DETAILS,
  type MergeDetails,
  mergeExamples,
  pickMergeDetails,
} from "./contact-fields.ts";

export type MergeValues = {
  readonly name: string;
  readonly phoneNumber: string;
} & MergeDetails;

const FIELD = new RegExp(
  `\\{+(${["firstName", "lastName", "name", ...MERGE_DETAILS].join("|")})(?:\\|([^{}]*))?\\}+`,
  "g",
);

/**
 * Fills in a client's fields, also in the doubled braces of other programs. {firstName|there} becomes "there" when the name
 * is unknown.
 */
export function fillFields(text: string, contact: MergeValues): string {
  if (!text.includes("{")) return text;
  const values: Readonly<Record<string, string>> = { ...namesOf(contact), ...detailsOf(contact) };
  return text.replace(FIELD, (_, field: string, fallback: string | undefined) => {
    return values[field] || (fallback ?? "");
  });
}

/** The first field of a text, as written and taken apart: "{firstName|there}", "firstName", "there". */
export function firstField(text: string) {
  for (const [source, field = "", fallback] of text.matchAll(FIELD))
    return { source, field, fallback };
  return undefined;
}

/** Returns the first part in braces that is no field, such as "{first_name}": clients would read it as it is. */
export function findUnknownField(text: string): string | undefined {
  const fields = new Set(text.match(FIELD));
  return text.match(/\{+[^{}]*\}+/g)?.find((part) => !fields.has(part));
}

export function hasFields(text: string): boolean {
  return text.search(FIELD) >= 0;
}

/** A client for previews and test texts. */
export const SAMPLE_CLIENT: MergeValues = {
  name: "Alex Morgan",
  phoneNumber: "",
  ...mergeExamples("sample"),
};

/** The clients that can make a text longest: with one of these names or none, and with or without details. */
export function longestClients(names: readonly string[]): MergeValues[] {
  const details = [pickMergeDetails({}), mergeExamples("longest")];
  return ["", ...names].flatMap((name) =>
    details.map((detail) => ({ name, phoneNumber: "", ...detail })),
  );
}

/** A contact whose name equals its number has no name yet. */
function namesOf({ name, phoneNumber }: MergeValues) {
  if (name === phoneNumber) return { firstName: "", lastName: "", name: "" };
  const [firstName = "", ...rest] = name.split(/\s+/);
  return { firstName, lastName: rest.join(" "), name };
}

function detailsOf(contact: MergeValues): Record<string, string> {
  return Object.fromEntries(
    MERGE_DETAILS.map((detail) => {
      const value: string | null = contact[detail];
      return [detail, value ? (fieldOf(detail).merge?.format(value) ?? value) : ""];
    }),
  );
}
