import type { ContactUpdate } from "#src/clients/contact-updates/contract.ts";

export function newNameOf({
  firstName,
  lastName,
}: Pick<ContactUpdate, "firstName" | "lastName">): string {
  return `${firstName} ${lastName}`.trim();
}
