import type { Offer } from "#src/billing/members/contract.ts";
import type { Api, Prefetcher } from "#ui/api.ts";
import { nullOn, readLater } from "#ui/shell/data/read.ts";

/** Loaded with the first request, so that these pages start without zod. */
export const loadMembers = () => import("#src/billing/members/contract.ts");

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The id in an address such as /membership/signup/0198…; undefined if it is not an id. */
export function membershipIdIn(pathname: string): string | undefined {
  const [, , , id = ""] = pathname.split("/");
  return UUID.test(id) ? id : undefined;
}

/** Null when there is no such membership. */
export function offerQuery(api: Api, id: string) {
  return readLater(
    { path: "/api/public/memberships/:id", reads: ["memberships", "settings"] },
    async (): Promise<Offer | null> => {
      const { members } = await loadMembers();
      return api(members.offer, { params: { id } }).catch(nullOn(404));
    },
    { id },
  );
}

/** Null when no member is signed in. */
export function sessionQuery(api: Api) {
  return readLater({ path: "/api/membership/session", reads: [] }, async () => {
    const { members } = await loadMembers();
    return api(members.session).catch(nullOn(401));
  });
}

export function ownSubscriptionsQuery(api: Api) {
  return readLater(
    { path: "/api/membership/portal/subscriptions", reads: ["subscriptions", "memberships"] },
    async () => api((await loadMembers()).members.subscriptions),
  );
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
