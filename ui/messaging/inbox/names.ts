import type { Conversation } from "#src/messaging/inbox/contract.ts";
import { formatPhone } from "#src/shared/format-phone.ts";

type Client = Conversation["contact"];

/** Clients without a name are shown by number. */
export function isUnknown({ name, phoneNumber }: Client): boolean {
  return name === phoneNumber;
}

export function nameOf({ name }: Client): string {
  return formatPhone(name);
}

export function firstNameOf(client: Client): string {
  return isUnknown(client) ? nameOf(client) : (client.name.trim().split(/\s+/)[0] ?? client.name);
}
