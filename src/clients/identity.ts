import { mergedNamesOf } from "#db/clients/contact-merges.ts";
import { otherNumbersOf, takenNumbers } from "#db/clients/contact-numbers.ts";
import type { App } from "#src/app.ts";
import type { Client } from "#src/hook-shapes.ts";
import { getContactRow } from "./contacts/contacts.ts";

/** For an export, which reads everything. */
export const NO_LIMIT = {
  after: { at: Number.MAX_SAFE_INTEGER, id: Number.MAX_SAFE_INTEGER },
  rows: 1_000_000,
} as const;

/** @throws Problem 404 */
export function getClient(app: App, id: number): Client {
  const { name, phone } = getContactRow(app, id);
  const others = otherNumbersOf(app.db, id);
  const numbers = [phone, ...others.flatMap((one) => (one.until === null ? one.phone : []))];
  const formerNumbers = others.flatMap(({ phone: former, until }) =>
    until === null ? [] : { phone: former, until },
  );
  const former = formerNumbers.map((one) => one.phone);
  const taken = new Set(takenNumbers(app.db, id, former));
  return {
    id,
    name,
    phone,
    numbers,
    formerNumbers,
    names: [name, ...mergedNamesOf(app.db, id)],
    traces: [...numbers, ...former.filter((one) => !taken.has(one))],
  };
}
