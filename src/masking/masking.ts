import type { Permissions, Role } from "#src/shared/permissions.ts";
import { Problem } from "#src/shared/problem.ts";

interface Reader {
  readonly role: Role;
  readonly permissions: Permissions;
}

export interface Client {
  readonly name: string | null;
  /** E.164. */
  readonly phone: string | null;
}

export function seesNames({ role, permissions }: Reader): boolean {
  return role === "admin" || permissions.canViewClientNames;
}

export function seesPhones({ role, permissions }: Reader): boolean {
  return role === "admin" || permissions.canViewClientPhoneNumbers;
}

/** Of what is hidden nothing may be written, matched or tried out either. @throws Problem 403 */
export function requireNamesAndPhones(reader: Reader): void {
  if (!seesNames(reader) || !seesPhones(reader))
    throw new Problem(403, "Clients' names or numbers are hidden from you, so you cannot do this.");
}
