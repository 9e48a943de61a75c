import { useQuery } from "@tanstack/react-query";
import type { CurrentUser } from "#src/accounts/sign-in/contract.ts";
import type { Contact } from "#src/clients/contacts/contract.ts";
import { mayOpen } from "#src/shared/permissions.ts";
import { useApi } from "#ui/api.ts";
import { contactSearchQuery } from "#ui/shell/data/contact-search.ts";
import { useDebounced } from "#ui/shell/data/debounce.ts";

const AT_LEAST_LETTERS = 2;
const SHOWN = 5;

/** Clients whose name or number the server finds, for those who may open /contacts. */
export function useContactSearch(user: CurrentUser, query: string): readonly Contact[] {
  const q = useDebounced(query.trim());
  const enabled = mayOpen(user, "/contacts") && q.length >= AT_LEAST_LETTERS;
  const { data } = useQuery({ ...contactSearchQuery(useApi(), q, SHOWN), enabled });
  return enabled ? (data?.contacts ?? []) : [];
}
