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

/** Contacts whose name holds all of these words, of three letters at least; case and accents are ignored. */
export function contactsNamedLike(
  db: Database,
  words: readonly string[],
  most: number,
): { name: string; phone: string }[] {
  const quoted = words.map((word) => `"${word.replaceAll("\0", "").replaceAll('"', '""')}"`);
  return db
    .query<{ name: string; phone: number }, [string, number]>(
      `select contacts.name, contacts.phone from contacts_search
       cross join contacts on contacts.id = contacts_search.rowid
       where contacts_search match ? limit ?`,
    )
    .all(`name : (${quoted.join(" AND ")})`, most)
    .map(({ name, phone }) => ({ name, phone: phoneText(phone) }));
}
