import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { contactUpdates } from "#src/clients/contact-updates/contract.ts";
import { contacts } from "#src/clients/contacts/contract.ts";
import type { Api, Call } from "#ui/api.ts";
import type { Place } from "#ui/screen.ts";

const SHOWN = 20;

export function updatesQuery(call: Call) {
  return queryOptions({
    queryKey: ["contact-updates", "list"],
    queryFn: () => call(contactUpdates.list),
  });
}

export function suggestionsQuery(call: Call, id: number) {
  return queryOptions({
    queryKey: ["contact-updates", "suggestions", id],
    queryFn: () => call(contactUpdates.suggestions, { params: { id } }),
    meta: { alsoReads: ["contacts"] },
  });
}

export function foundQuery(call: Call, q: string) {
  return queryOptions({
    queryKey: ["contacts", "apply-to", q],
    queryFn: () => call(contacts.list, { query: { q, limit: SHOWN } }),
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  });
}

/** `?r=` the chosen request. */
export function chosenIn(search: string): number | undefined {
  const id = Number(new URLSearchParams(search).get("r"));
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

export async function prefetch({ call, client }: Api, { search }: Place): Promise<void> {
  const id = chosenIn(search);
  await Promise.all([
    client.prefetchQuery(updatesQuery(call)),
    id !== undefined && client.prefetchQuery(suggestionsQuery(call, id)),
  ]);
}
