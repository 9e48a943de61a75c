import { queryOptions } from "@tanstack/react-query";
import type { Api } from "#ui/api.ts";

/** Whose page it is; the server renders every client page with it. */
export function businessQuery(api: Api) {
  return queryOptions({
    queryKey: ["settings", "business"],
    queryFn: async () =>
      api((await import("#src/billing/client-pages/contract.ts")).clientPages.business),
  });
}
