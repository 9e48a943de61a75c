import { queryOptions } from "@tanstack/react-query";
import type { Call } from "#ui/api.ts";

/** Whose page it is; the server renders every client page with it. */
export function businessQuery(call: Call) {
  return queryOptions({
    queryKey: ["settings", "business"],
    queryFn: async () =>
      call((await import("#src/billing/client-pages/contract.ts")).clientPages.business),
  });
}
