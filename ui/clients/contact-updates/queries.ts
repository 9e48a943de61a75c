import { contactUpdates } from "#src/clients/contact-updates/contract.ts";
import type { Api, Prefetcher } from "#ui/api.ts";
import type { Place } from "#ui/screen.ts";
import { byId } from "#ui/shell/data/all-pages.ts";
import { read, readPages } from "#ui/shell/data/read.ts";

export function updatesQuery(api: Api) {
  return readPages(api, contactUpdates.list, (before) => ({ query: { before } }), byId());
}

export function suggestionsQuery(api: Api, id: number) {
  return read(api, contactUpdates.suggestions, { params: { id } });
}

/** `?r=` the chosen request. */
export function parseChosenId(search: string): number | undefined {
  const id = Number(new URLSearchParams(search).get("r"));
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

export async function prefetch({ api, client }: Prefetcher, { search }: Place): Promise<void> {
  const list = updatesQuery(api);
  await client.prefetchInfiniteQuery(list);
  const id = parseChosenId(search) ?? client.getQueryData(list.queryKey)?.pages[0]?.[0]?.id;
  if (id !== undefined) await client.prefetchQuery(suggestionsQuery(api, id));
}
