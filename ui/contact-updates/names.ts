import type { ContactUpdate } from "#src/contact-updates/contract.ts";

export function newNameOf({
  firstName,
  lastName,
}: Pick<ContactUpdate, "firstName" | "lastName">): string {
  return `${firstName} ${lastName}`.trim();
}
