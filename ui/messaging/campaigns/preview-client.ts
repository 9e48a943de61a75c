import { SAMPLE_CLIENT } from "#src/shared/merge-fields.ts";
import type { Client } from "./phone-preview.tsx";
import type { Recipients } from "./recipients.ts";

const SAMPLE: Client = { id: 0, ...SAMPLE_CLIENT };
const OFFERED = 8;

/**
 * Clients to preview the text for. Selected clients come first, and clients without a name last,
 * because they show the least of the message.
 */
export function previewClients({ rows = [], isChosen, canReceive }: Recipients): readonly Client[] {
  const rank = (row: (typeof rows)[number]) =>
    (row.name === row.phoneNumber ? 0 : 2) + (isChosen(row) ? 1 : 0);
  return rows
    .filter(canReceive)
    .toSorted((one, other) => rank(other) - rank(one))
    .slice(0, OFFERED);
}

export function previewClient(recipients: Recipients, id?: number): Client {
  const chosen = recipients.rows?.filter(recipients.canReceive).find((row) => row.id === id);
  return chosen ?? previewClients(recipients)[0] ?? SAMPLE;
}
