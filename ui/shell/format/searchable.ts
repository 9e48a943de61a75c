import { seesNames, seesPhones, type Visitor } from "#src/shared/permissions.ts";

/** By what of clients this person can search: nobody does by what is hidden from them. */
export function searchableLabel(user: Visitor): string | undefined {
  if (seesNames(user)) return seesPhones(user) ? "name or phone" : "name";
  return seesPhones(user) ? "phone" : undefined;
}
