import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";
import {
  CONTACTS_PER_PAGE,
  ContactSort,
  ContactState,
  contacts,
} from "#src/clients/contacts/contract.ts";
import type { Api, Prefetcher } from "#ui/api.ts";
import { tagsQuery } from "#ui/clients/parts/tag-queries.ts";
import type { Place } from "#ui/screen.ts";
import { BY_CURSOR, readPages } from "#ui/shell/data/read.ts";

/** The page's state, parsed from its address. */
export interface ContactFilters {
  readonly q: string;
  readonly state: ContactState;
  readonly tag: number | undefined;
  readonly sort: ContactSort;
}

/** The largest page that the contract allows. */
const SEARCH_PAGE = 200;

export function contactsQuery(api: Api, { q, state, tag, sort }: ContactFilters) {
  return infiniteQueryOptions({
    ...readPages(
      api,
      contacts.list,
      (cursor) => ({
        query: {
          q,
          state,
          tag,
          sort,
          cursor,
          limit: q === "" ? CONTACTS_PER_PAGE : SEARCH_PAGE,
        },
      }),
      BY_CURSOR,
    ),
    placeholderData: keepPreviousData,
  });
}

export function parseFilters(params: URLSearchParams): ContactFilters {
  const state = ContactState.safeParse(params.get("state"));
  const tag = Number(params.get("tag"));
  const sort = ContactSort.safeParse(params.get("sort"));
  return {
    q: (params.get("q") ?? "").trim(),
    state: state.success ? state.data : "all",
    tag: Number.isSafeInteger(tag) && tag > 0 ? tag : undefined,
    sort: sort.success ? sort.data : "newest",
  };
}

export async function prefetch({ api, client }: Prefetcher, { search }: Place): Promise<void> {
  await Promise.all([
    client.prefetchInfiniteQuery(contactsQuery(api, parseFilters(new URLSearchParams(search)))),
    client.prefetchQuery(tagsQuery(api)),
  ]);
}
