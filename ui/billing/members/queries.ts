import { queryOptions } from "@tanstack/react-query";
import type { Offer } from "#src/billing/members/contract.ts";
import { type Prefetcher, ApiError, type Api } from "#ui/api.ts";

/** Fetched with the first act: what zod weighs is no part of these pages' beginning. */
export const loadMembers = () => import("#src/billing/members/contract.ts");

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Of an address such as /membership/signup/0198…; undefined when that is no id. */
export function membershipIdIn(pathname: string): string | undefined {
  const [, , , id = ""] = pathname.split("/");
  return UUID.test(id) ? id : undefined;
}

/** Null when there is no such membership. */
export function offerQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: ["memberships", "offer", id],
    queryFn: async (): Promise<Offer | null> => {
      const { members } = await loadMembers();
      return api(members.offer, { params: { id } }).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      });
    },
  });
}

/** Null when nobody is signed in. */
export function sessionQuery(api: Api) {
  return queryOptions({
    queryKey: ["member", "session"],
    queryFn: async () => {
      const { members } = await loadMembers();
      return api(members.session).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 401) return null;
        throw error;
      });
    },
  });
}

export function ownSubscriptionsQuery(api: Api) {
  return queryOptions({
    queryKey: ["member", "subscriptions"],
    queryFn: async () => api((await loadMembers()).members.subscriptions),
  });
}

export async function prefetchOffer(
  { api, client }: Prefetcher,
  { pathname }: { readonly pathname: string },
): Promise<"missing" | undefined> {
  const id = membershipIdIn(pathname);
  if (id === undefined) return "missing";
  const offer = await client.fetchQuery(offerQuery(api, id));
  return offer === null ? "missing" : undefined;
}

export async function prefetchPortal({ api, client }: Prefetcher): Promise<void> {
  const session = await client.fetchQuery(sessionQuery(api));
  if (session) await client.prefetchQuery(ownSubscriptionsQuery(api));
}
