import type { PublicPlan } from "#src/billing/financing/contract.ts";
import type { Api, Prefetcher } from "#ui/api.ts";
import { nullOn, readLater } from "#ui/shell/data/read.ts";

/** Loaded with the first request, so that these pages start without zod. */
export const loadFinancing = () => import("#src/billing/financing/contract.ts");

/** The id in an address such as /financing/signup/0198…. */
export function planIdIn(pathname: string): string {
  const [, , , id = ""] = pathname.split("/");
  return decodeURIComponent(id);
}

/** Null when there is no such plan. */
export function planQuery(api: Api, id: string) {
  return readLater(
    { path: "/api/payment-plans/:id/public", reads: ["plans"] },
    async (): Promise<PublicPlan | null> => {
      const { financingApi } = await loadFinancing();
      return api(financingApi.plan, { params: { id } }).catch(nullOn(404));
    },
    { id },
  );
}

const CLIENT_READS = ["plan-subscriptions", "plans", "contacts"] as const;

/** Null when no client is signed in. */
export function sessionQuery(api: Api) {
  return readLater({ path: "/api/financing/session", reads: CLIENT_READS }, async () => {
    const { financingApi } = await loadFinancing();
    return api(financingApi.session).catch(nullOn(401));
  });
}

export function ownPlansQuery(api: Api) {
  return readLater({ path: "/api/financing/portal/subscriptions", reads: CLIENT_READS }, async () =>
    api((await loadFinancing()).financingApi.subscriptions),
  );
}

export async function prefetchPlan(
  { api, client }: Prefetcher,
  { pathname }: { readonly pathname: string },
): Promise<"missing" | undefined> {
  const plan = await client.fetchQuery(planQuery(api, planIdIn(pathname)));
  return plan === null ? "missing" : undefined;
}

export async function prefetchPortal({ api, client }: Prefetcher): Promise<void> {
  const session = await client.fetchQuery(sessionQuery(api));
  if (session) await client.prefetchQuery(ownPlansQuery(api));
}
