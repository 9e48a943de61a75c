import { queryOptions } from "@tanstack/react-query";
import type { PublicPlan } from "#src/billing/financing/contract.ts";
import { type Prefetcher, ApiError, type Api } from "#ui/api.ts";

/** Fetched with the first act: what zod weighs is no part of these pages' beginning. */
export const loadFinancing = () => import("#src/billing/financing/contract.ts");

/** Of an address such as /financing/signup/0198…. */
export function planIdIn(pathname: string): string {
  const [, , , id = ""] = pathname.split("/");
  return decodeURIComponent(id);
}

/** Null when there is no such plan. */
export function planQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: ["plans", "public", id],
    queryFn: async (): Promise<PublicPlan | null> => {
      const { financingApi } = await loadFinancing();
      return api(financingApi.plan, { params: { id } }).catch(nullOn(404));
    },
  });
}

/** Null when nobody is signed in. */
export function sessionQuery(api: Api) {
  return queryOptions({
    queryKey: ["financing", "session"],
    queryFn: async () => {
      const { financingApi } = await loadFinancing();
      return api(financingApi.session).catch(nullOn(401));
    },
  });
}

export function ownPlansQuery(api: Api) {
  return queryOptions({
    queryKey: ["financing", "subscriptions"],
    queryFn: async () => api((await loadFinancing()).financingApi.subscriptions),
  });
}

function nullOn(status: number) {
  return (error: unknown): null => {
    if (error instanceof ApiError && error.status === status) return null;
    throw error;
  };
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
