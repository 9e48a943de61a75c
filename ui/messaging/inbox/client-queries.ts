import { clients } from "#src/clients/profile/contract.ts";
import { type Conversation, inbox } from "#src/messaging/inbox/contract.ts";
import type { Api, Prefetcher } from "#ui/api.ts";
import { prefetchClientAppointments } from "#ui/clients/parts/appointments-query.ts";
import { read, readUnless } from "#ui/shell/data/read.ts";

export function sidePanelQuery(api: Api, conversationId: number) {
  return read(api, inbox.client, { params: { id: conversationId } });
}

const NOTES_SHOWN = 3;

export function notesQuery(api: Api, contactId: number) {
  return read(api, clients.notes, { params: { id: contactId }, query: { limit: NOTES_SHOWN } });
}

/** The full contact of a conversation; null if it was deleted. */
export function clientQuery(api: Api, { id }: Conversation["contact"]) {
  return readUnless(404, api, clients.one, { params: { id } });
}

export async function prefetchClient(
  { api, client }: Prefetcher,
  { id, contact }: Conversation,
): Promise<void> {
  await Promise.all([
    client.prefetchQuery(clientQuery(api, contact)),
    client.prefetchQuery(sidePanelQuery(api, id)),
    client.prefetchQuery(notesQuery(api, contact.id)),
    prefetchClientAppointments({ api, client }, contact.id),
  ]);
}
