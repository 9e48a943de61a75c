import { seesClients, seesNames, seesPhones, type Visitor } from "#src/shared/permissions.ts";
import { Problem } from "#src/shared/problem.ts";

export interface Client {
  readonly name: string | null;
  /** E.164. */
  readonly phone: string | null;
  /** Other names of the client: spoken in a call, signed, or used at Google. */
  readonly alsoNamed?: readonly string[];
}

/** A user can't write, match or try out values that are hidden from them. @throws Problem 403 */
export function requireNames(reader: Visitor): void {
  if (!seesNames(reader))
    throw new Problem(403, "Clients' names are hidden from you, so you can't do this.");
}

/** @throws Problem 403 */
export function requirePhones(reader: Visitor): void {
  if (!seesPhones(reader))
    throw new Problem(403, "Clients' phone numbers are hidden from you, so you can't do this.");
}

/** @throws Problem 403 */
export function requireNamesAndPhones(reader: Visitor): void {
  requireNames(reader);
  requirePhones(reader);
}

/**
 * Returns which fields a search may use: "nothing" where a result would reveal hidden values.
 * Letters alone match no number, and a number of three digits or more matches no name.
 */
export function searchScope(reader: Visitor, search: string): "all" | "phones" | "nothing" {
  if (seesClients(reader)) return "all";
  const digits = search.replace(/\D/g, "").length;
  if (!seesPhones(reader))
    return seesNames(reader) && digits === 0 && /\p{L}/u.test(search) ? "all" : "nothing";
  return digits >= 3 && /^[\d\s()+.-]+$/.test(search) ? "phones" : "nothing";
}
