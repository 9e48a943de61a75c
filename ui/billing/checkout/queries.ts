import type { Offer, PublicPlan } from "#src/billing/checkout/contract.ts";
import type { Api, Prefetcher } from "#ui/api.ts";
import { nullOn, readLater } from "#ui/shell/data/read.ts";

const load = () => import("#src/billing/checkout/contract.ts");

/** Loaded with the first request, so that these pages start without zod. */
export const loadCheckout = async () => (await load()).checkout;
export const loadSignUpDetails = async () => (await load()).SignUpDetails;
export const loadPlanDetails = async () => (await load()).Details;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The id in an address such as /membership/signup/0198…; undefined if it is not an id. */
export function membershipIdIn(pathname: string): string | undefined {
  const id = planIdIn(pathname);
  return UUID.test(id) ? id : undefined;
}

/** The id in an address such as /financing/signup/0198…. */
export function planIdIn(pathname: string): string {
  const [, , , id = ""] = pathname.split("/");
  return decodeURIComponent(id);
}

/** Null when there is no such membership. */
export function offerQuery(api: Api, id: string) {
  return readLater(
    { path: "/api/public/memberships/:id", reads: ["memberships", "settings"] },
    async (): Promise<Offer | null> =>
      api((await loadCheckout()).offer, { params: { id } }).catch(nullOn(404)),
    { id },
  );
}

/** Null when there is no such plan. */
export function planQuery(api: Api, id: string) {
  return readLater(
    { path: "/api/payment-plans/:id/public", reads: ["plans"] },
    async (): Promise<PublicPlan | null> =>
      api((await loadCheckout()).plan, { params: { id } }).catch(nullOn(404)),
    { id },
  );
}

interface Address {
  readonly pathname: string;
}

export async function prefetchOffer({ api, client }: Prefetcher, { pathname }: Address) {
  const id = membershipIdIn(pathname);
  const offer = id === undefined ? null : await client.fetchQuery(offerQuery(api, id));
  return offer === null ? "missing" : undefined;
}

export async function prefetchPlan({ api, client }: Prefetcher, { pathname }: Address) {
  const plan = await client.fetchQuery(planQuery(api, planIdIn(pathname)));
  return plan === null ? "missing" : undefined;
}
