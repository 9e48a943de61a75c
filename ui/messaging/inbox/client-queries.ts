import { queryOptions } from "@tanstack/react-query";
import { clients } from "#src/clients/profile/contract.ts";
import { type Conversation, inbox } from "#src/messaging/inbox/contract.ts";
import type { Api, Call } from "#ui/api.ts";
import { prefetchClientAppointments } from "#ui/clients/parts/client-appointments.tsx";
import { nullOn404 } from "./null-on-404.ts";

/** Consent and campaigns, beside the thread. */
export function clientAsideQuery(call: Call, conversationId: number) {
  return queryOptions({
    queryKey: ["contacts", "aside", conversationId],
    queryFn: () => call(inbox.client, { params: { id: conversationId } }),
  });
}

const NOTES_SHOWN = 3;

export function notesQuery(call: Call, contactId: number) {
  return queryOptions({
    queryKey: ["notes", contactId],
    queryFn: () =>
      call(clients.notes, { params: { id: contactId }, query: { limit: NOTES_SHOWN } }),
  });
}

/** The whole record of a conversation's client; null: gone. */
export function clientQuery(call: Call, { id }: Conversation["contact"]) {
  return queryOptions({
    queryKey: ["contacts", "client", id],
    queryFn: () => call(clients.one, { params: { id } }).catch(nullOn404),
    meta: { alsoReads: ["tags"] },
  });
}

/** Everything that stands beside the thread. */
export async function prefetchClient(
  { call, client }: Api,
  { id, contact }: Conversation,
): Promise<void> {
  await Promise.all([
    client.prefetchQuery(clientQuery(call, contact)),
    client.prefetchQuery(clientAsideQuery(call, id)),
    client.prefetchQuery(notesQuery(call, contact.id)),
    prefetchClientAppointments({ call, client }, contact.id),
  ]);
}
