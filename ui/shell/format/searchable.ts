import { seesNames, seesPhones, type Visitor } from "#src/shared/permissions.ts";

/** What this user can search clients by: never by hidden fields. */
export function searchableLabel(user: Visitor): string | undefined {
  if (seesNames(user)) return seesPhones(user) ? "name or phone" : "name";
  return seesPhones(user) ? "phone" : undefined;
}
