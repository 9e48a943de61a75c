import { queryOptions } from "@tanstack/react-query";
import { tags } from "#src/clients/tags/contract.ts";
import type { Api } from "#ui/api.ts";

/** All tags by name, with how many clients carry each. */
export function tagsQuery(api: Api) {
  return queryOptions({
    queryKey: ["tags"],
    queryFn: () => api(tags.list),
    meta: { alsoReads: ["contacts"] },
  });
}
