import type { Api, Prefetcher } from "#ui/api.ts";
import { nullOn, readLater } from "#ui/shell/data/read.ts";

const load = () => import("#src/billing/portal/contract.ts");

/** Loaded with the first request, so that these pages start without zod. */
export const loadMemberPortal = async () => (await load()).memberPortal;
export const loadPlanPortal = async () => (await load()).planPortal;

/** Null when no member is signed in. */
export function memberSessionQuery(api: Api) {
  return readLater({ path: "/api/membership/session", reads: [] }, async () =>
    api((await loadMemberPortal()).session).catch(nullOn(401)),
  );
}

export function ownMembershipsQuery(api: Api) {
  return readLater(
    { path: "/api/membership/portal/subscriptions", reads: ["subscriptions", "memberships"] },
    async () => api((await loadMemberPortal()).list),
  );
}

const PLAN_READS = ["plan-subscriptions", "plans", "contacts"] as const;

/** Null when no client is signed in. */
export function planSessionQuery(api: Api) {
  return readLater({ path: "/api/financing/session", reads: PLAN_READS }, async () =>
    api((await loadPlanPortal()).session).catch(nullOn(401)),
  );
}

export function ownPlansQuery(api: Api) {
  return readLater({ path: "/api/financing/portal/subscriptions", reads: PLAN_READS }, async () =>
    api((await loadPlanPortal()).list),
  );
}

export async function prefetchMemberships({ api, client }: Prefetcher): Promise<void> {
  const session = await client.fetchQuery(memberSessionQuery(api));
  if (session) await client.prefetchQuery(ownMembershipsQuery(api));
}

export async function prefetchPlans({ api, client }: Prefetcher): Promise<void> {
  const session = await client.fetchQuery(planSessionQuery(api));
  if (session) await client.prefetchQuery(ownPlansQuery(api));
}
