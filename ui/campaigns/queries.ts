import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { campaigns } from "#src/campaigns/contract.ts";
import { CONTACTS_PER_PAGE, contacts, type LightContact } from "#src/contacts/contract.ts";
import { POLL_MS } from "#src/shared/constants.ts";
import type { Api, Call } from "#ui/api.ts";

export function campaignsQuery(call: Call) {
  return queryOptions({
    queryKey: ["campaigns"],
    queryFn: () => call(campaigns.list),
    refetchInterval: POLL_MS.campaigns,
  });
}

/** The picker's rows, page by page. */
export function recipientsQuery(call: Call, q: string) {
  return infiniteQueryOptions({
    queryKey: ["contacts", "recipients", q],
    queryFn: ({ pageParam }) =>
      call(contacts.list, { query: { q, cursor: pageParam, limit: CONTACTS_PER_PAGE } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
  });
}

/** How many contacts can be texted at all. */
export function validCountQuery(call: Call) {
  return queryOptions({
    queryKey: ["contacts", "valid"],
    queryFn: async () => {
      const page = await call(contacts.list, { query: { state: "subscribed", limit: 1 } });
      return page.total;
    },
  });
}

/** Beyond this many no screen asks for all contacts at once. */
export const SELECT_ALL_UP_TO = 5_000;
const PAGE = 200;

/** Everybody who can be texted, among those a search finds; undefined when they are too many. */
export async function validIds(call: Call, q: string): Promise<number[] | undefined> {
  if (q === "") return (await call(contacts.all)).filter(canReceive).map(({ id }) => id);

  const ids: number[] = [];
  let cursor: string | undefined;
  do {
    const query = { q, cursor, limit: PAGE, state: "subscribed" as const };
    const page = await call(contacts.list, { query });
    ids.push(...page.contacts.map(({ id }) => id));
    cursor = page.nextCursor ?? undefined;
  } while (cursor && ids.length < SELECT_ALL_UP_TO);
  return cursor ? undefined : ids;
}

export function canReceive(contact: Pick<LightContact, "optedOut" | "undeliverable">): boolean {
  return !contact.optedOut && !contact.undeliverable;
}

export async function prefetch({ call, client }: Api): Promise<void> {
  await client.prefetchQuery(campaignsQuery(call));
}
