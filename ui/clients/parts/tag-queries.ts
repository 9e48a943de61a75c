import { queryOptions } from "@tanstack/react-query";
import { tags } from "#src/clients/tags/contract.ts";
import type { Call } from "#ui/api.ts";

/** All tags by name, with how many clients carry each. */
export function tagsQuery(call: Call) {
  return queryOptions({
    queryKey: ["tags"],
    queryFn: () => call(tags.list),
    meta: { alsoReads: ["contacts"] },
  });
}
