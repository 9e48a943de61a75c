import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { contacts } from "#src/clients/contacts/contract.ts";
import type { Api } from "#ui/api.ts";
import { read } from "./read.ts";

/** The first clients whose name or number matches. Each search has its own key, so none is requested twice. */
export function contactSearchQuery(api: Api, q: string, limit: number) {
  return queryOptions({
    ...read(api, contacts.list, { query: { q, limit } }),
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  });
}
