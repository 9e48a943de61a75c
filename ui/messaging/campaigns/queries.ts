import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { CONTACTS_PER_PAGE, type Contact, contacts } from "#src/clients/contacts/contract.ts";
import { tags } from "#src/clients/tags/contract.ts";
import { campaigns } from "#src/messaging/campaigns/contract.ts";
import { POLL_MS } from "#src/shared/constants.ts";
import type { Api, Prefetcher } from "#ui/api.ts";
import { read, readPages } from "#ui/shell/data/read.ts";

export function campaignsQuery(api: Api) {
  return queryOptions({ ...read(api, campaigns.list), refetchInterval: POLL_MS.campaigns });
}

/** With whom it was made for: what a duplicate begins with. Asked anew each time. */
export function campaignQuery(api: Api, id: number) {
  return queryOptions({ ...read(api, campaigns.one, { params: { id } }), gcTime: 0 });
}

/** The longest names there are, and whether the notice is added to every campaign. */
export function composingQuery(api: Api) {
  return read(api, campaigns.composer);
}

/** What the picker shows. */
export interface Scope {
  readonly q: string;
  /** A tag's id. */
  readonly tag: number | undefined;
}

/** The picker's rows, page by page. */
export function recipientsQuery(api: Api, { q, tag }: Scope) {
  return infiniteQueryOptions({
    ...readPages(
      api,
      contacts.list,
      (cursor) => ({ query: { q, tag, cursor, limit: CONTACTS_PER_PAGE } }),
      { first: undefined as string | undefined, next: ({ nextCursor }) => nextCursor ?? undefined },
    ),
    placeholderData: keepPreviousData,
  });
}

/** How many contacts can be texted at all. */
export function validCountQuery(api: Api) {
  return queryOptions({
    ...read(api, contacts.list, { query: { state: "subscribed", limit: 1 } }),
    select: ({ total }) => total,
  });
}

/** All tags by name, with how many carry each and how many of those can be texted. */
export function tagsQuery(api: Api) {
  return read(api, tags.list);
}

/** Beyond this many, clients are not gathered one by one. */
export const MAX_LOADED_CONTACTS = 5_000;
const PAGE = 200;

/** Everybody in the scope who can be texted; undefined when they are too many to be named. */
export async function loadAllContacts(api: Api, { q, tag }: Scope): Promise<Contact[] | undefined> {
  const found: Contact[] = [];
  let cursor: string | undefined;
  do {
    const query = { q, tag, cursor, limit: PAGE, state: "subscribed" as const };
    const page = await api(contacts.list, { query });
    if (q === "" && page.total > MAX_LOADED_CONTACTS) return undefined;
    found.push(...page.contacts);
    cursor = page.nextCursor ?? undefined;
  } while (cursor && found.length < MAX_LOADED_CONTACTS);
  return cursor ? undefined : found;
}

export function canReceive(contact: Pick<Contact, "optedOut" | "undeliverable">): boolean {
  return !contact.optedOut && !contact.undeliverable;
}

export async function prefetch({ api, client }: Prefetcher): Promise<void> {
  await client.prefetchQuery(campaignsQuery(api));
}
