import { CONTACT_FIELDS, type ContactDetail } from "#src/shared/contact-fields.ts";

/** Columns to append to a select, such as ", contacts.email as email". */
export function detailColumns(table: string, details: readonly ContactDetail[]): string {
  return details.map((detail) => `, ${table}.${detailColumnOf(detail)} as ${detail}`).join("");
}

export function detailColumnOf(detail: ContactDetail): string {
  return CONTACT_FIELDS[detail].column;
}
