import { queryOptions } from "@tanstack/react-query";
import type { Offer } from "#src/billing/members/contract.ts";
import { type Api, ApiError, type Call } from "#ui/api.ts";

/** Fetched with the first act: what zod weighs is no part of these pages' beginning. */
export const loadMembers = () => import("#src/billing/members/contract.ts");

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Of an address such as /membership/signup/0198…; undefined when that is no id. */
export function membershipIdIn(pathname: string): string | undefined {
  const [, , , id = ""] = pathname.split("/");
  return UUID.test(id) ? id : undefined;
}

/** Null when there is no such membership. */
export function offerQuery(call: Call, id: string) {
  return queryOptions({
    queryKey: ["memberships", "offer", id],
    queryFn: async (): Promise<Offer | null> => {
      const { members } = await loadMembers();
      return call(members.offer, { params: { id } }).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      });
    },
  });
}

/** Null when nobody is signed in. */
export function sessionQuery(call: Call) {
  return queryOptions({
    queryKey: ["member", "session"],
    queryFn: async () => {
      const { members } = await loadMembers();
      return call(members.session).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 401) return null;
        throw error;
      });
    },
  });
}

export function ownSubscriptionsQuery(call: Call) {
  return queryOptions({
    queryKey: ["member", "subscriptions"],
    queryFn: async () => call((await loadMembers()).members.subscriptions),
  });
}

export async function prefetchOffer(
  { call, client }: Api,
  { pathname }: { readonly pathname: string },
): Promise<"missing" | undefined> {
  const id = membershipIdIn(pathname);
  if (id === undefined) return "missing";
  const offer = await client.fetchQuery(offerQuery(call, id));
  return offer === null ? "missing" : undefined;
}

export async function prefetchPortal({ call, client }: Api): Promise<void> {
  const session = await client.fetchQuery(sessionQuery(call));
  if (session) await client.prefetchQuery(ownSubscriptionsQuery(call));
}
