import type { Database } from "./connection.ts";
import { phoneText } from "./phone.ts";

/** Ids of what this employee has at this very minute (YYYY-MM-DDTHH:mm). */
export function appointmentsOfEmployeeAt(
  db: Database,
  employeeId: number,
  minute: string,
): number[] {
  return db
    .query<{ id: number }, [number, string, string]>(
      "select id from appointments where employee_id = ? and starts_at >= ? and starts_at < ? order by id",
    )
    .all(employeeId, minute, `${minute}~`)
    .map(({ id }) => id);
}

/** Contacts whose name holds one of these texts, case and accents ignored; at least three letters each. */
export function contactsNamedLike(
  db: Database,
  texts: readonly string[],
  most: number,
): { name: string; phone: string }[] {
  const quoted = texts.map((text) => `"${text.replaceAll("\0", "").replaceAll('"', '""')}"`);
  return db
    .query<{ name: string; phone: number }, [string, number]>(
      `select name, phone from contacts_search
       cross join contacts on contacts.id = contacts_search.rowid
       where contacts_search match ? limit ?`,
    )
    .all(`name : (${quoted.join(" OR ")})`, most)
    .map(({ name, phone }) => ({ name, phone: phoneText(phone) }));
}
