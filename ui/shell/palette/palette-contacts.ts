import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { CurrentUser } from "#src/accounts/sign-in/contract.ts";
import { type Contact, contacts } from "#src/clients/contacts/contract.ts";
import { mayOpen } from "#src/shared/permissions.ts";
import { useApi } from "#ui/api.ts";
import { useDebounced } from "#ui/shell/data/debounce.ts";
import { read } from "#ui/shell/data/read.ts";

const AT_LEAST_LETTERS = 2;
const SHOWN = 5;

/** Clients whose name or number the server finds, for those who may open /contacts. */
export function useContactSearch(user: CurrentUser, query: string): readonly Contact[] {
  const api = useApi();
  const q = useDebounced(query.trim());
  const enabled = mayOpen(user, "/contacts") && q.length >= AT_LEAST_LETTERS;
  const { data } = useQuery({
    ...read(api, contacts.list, { query: { q, limit: SHOWN } }),
    enabled,
    placeholderData: keepPreviousData,
    // Each search has its own key, so none is requested twice.
    gcTime: 60_000,
  });
  return enabled ? (data?.contacts ?? []) : [];
}
