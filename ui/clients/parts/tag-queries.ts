import { tags } from "#src/clients/tags/contract.ts";
import type { Api } from "#ui/api.ts";
import { read } from "#ui/shell/data/read.ts";

/** All tags by name, with their client counts. */
export function tagsQuery(api: Api) {
  return read(api, tags.list);
}
