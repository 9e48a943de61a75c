import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { CONTACTS_PER_PAGE, type Contact, contacts } from "#src/clients/contacts/contract.ts";
import { offers } from "#src/clients/offers/contract.ts";
import { CAMPAIGNS_PER_PAGE, campaigns, type Page } from "#src/messaging/campaigns/contract.ts";
import { POLL_MS } from "#src/shared/constants.ts";
import { isReached } from "#src/shared/marketing-basis.ts";
import type { Api, Prefetcher } from "#ui/api.ts";
import type { Place } from "#ui/screen.ts";
import { byId } from "#ui/shell/data/all-pages.ts";
import { BY_CURSOR, read, readPages } from "#ui/shell/data/read.ts";
import { type CampaignFilter, parseStatusFilter } from "./status.ts";

/** One section of the screen, page by page. Progress does not refetch it; see `progressQuery`. */
export function campaignsQuery(api: Api, section: Pick<Page, "drafts" | "status">) {
  return infiniteQueryOptions({
    ...readPages(
      api,
      campaigns.list,
      (before) => ({ query: { ...section, before, limit: CAMPAIGNS_PER_PAGE } }),
      byId(CAMPAIGNS_PER_PAGE),
    ),
    meta: { reads: ["campaigns"] },
    placeholderData: keepPreviousData,
  });
}

export function sectionOf(filter: CampaignFilter): Pick<Page, "drafts" | "status"> {
  return filter === "all" ? { drafts: "none" } : { status: filter };
}

/** The campaigns that are sending, whose counts change all the time. */
export function progressQuery(api: Api) {
  return queryOptions({
    ...read(api, campaigns.list, { query: { status: "sending" } }),
    refetchInterval: POLL_MS.campaigns,
  });
}

/** Includes its recipients, for a duplicate. Never cached. */
export function campaignQuery(api: Api, id: number) {
  return queryOptions({ ...read(api, campaigns.one, { params: { id } }), gcTime: 0 });
}

/** The longest contact names, and whether the opt-out notice is always added. */
export function composingQuery(api: Api) {
  return read(api, campaigns.composer);
}

/** Whether a campaign would wait that starts now or at this time, to the minute. */
export function startQuery(api: Api, scheduledFor: string | null) {
  return read(api, campaigns.start, { query: scheduledFor === null ? {} : { at: scheduledFor } });
}

export interface Scope {
  readonly q: string;
  /** A tag's id. */
  readonly tag: number | undefined;
  /** Clients who only wrote or called are recipients too. */
  readonly includeAsked: boolean;
}

export function recipientsQuery(api: Api, { q, tag }: Pick<Scope, "q" | "tag">) {
  return infiniteQueryOptions({
    ...readPages(
      api,
      contacts.list,
      (cursor) => ({ query: { q, tag, cursor, limit: CONTACTS_PER_PAGE } }),
      BY_CURSOR,
    ),
    placeholderData: keepPreviousData,
  });
}

/** How many contacts can be texted, with the tag if there is one, by their basis for offers. */
export function basesQuery(api: Api, tag?: number) {
  return read(api, offers.bases, { query: tag === undefined ? {} : { tag } });
}

/** More clients than this are not loaded one by one. */
export const MAX_LOADED_CONTACTS = 5_000;
const PAGE = 200;

/** All reachable contacts in the scope; undefined if there are too many. */
export async function loadAllContacts(
  api: Api,
  { q, tag, includeAsked }: Scope,
): Promise<Contact[] | undefined> {
  const found: Contact[] = [];
  let cursor: string | undefined;
  do {
    const query = { q, tag, cursor, limit: PAGE, state: "subscribed" as const };
    const page = await api(contacts.list, { query });
    if (q === "" && page.total > MAX_LOADED_CONTACTS) return undefined;
    found.push(...page.contacts.filter((contact) => canReceive(contact, includeAsked)));
    cursor = page.nextCursor ?? undefined;
  } while (cursor && found.length < MAX_LOADED_CONTACTS);
  return cursor ? undefined : found;
}

export function leftOutHref(tag?: number): string {
  return `/contacts?state=left-out${tag === undefined ? "" : `&tag=${tag}`}`;
}

type Candidate = Pick<Contact, "optedOut" | "undeliverable" | "basis">;

export function canReceive(contact: Candidate, includeAsked: boolean): boolean {
  return !contact.optedOut && !contact.undeliverable && isReached(contact.basis, includeAsked);
}

export async function prefetch({ api, client }: Prefetcher, { search }: Place): Promise<void> {
  const status = parseStatusFilter(new URLSearchParams(search).get("status"));
  await Promise.all([
    client.prefetchInfiniteQuery(campaignsQuery(api, { drafts: "only" })),
    client.prefetchInfiniteQuery(campaignsQuery(api, sectionOf(status))),
    client.prefetchQuery(basesQuery(api)),
  ]);
}
