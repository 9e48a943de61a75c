import type { Api } from "#ui/api.ts";
import { readLater } from "#ui/shell/data/read.ts";

/** The business that owns the page; the server renders every client page with it. */
export function businessQuery(api: Api) {
  return readLater({ path: "/api/public/business", reads: ["settings"] }, async () =>
    api((await import("#src/billing/client-pages/contract.ts")).clientPages.business),
  );
}

export function offersQuery(api: Api) {
  return readLater({ path: "/api/public/memberships", reads: ["memberships"] }, async () =>
    api((await import("#src/billing/client-pages/contract.ts")).clientPages.offers),
  );
}
