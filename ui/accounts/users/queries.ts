import { queryOptions } from "@tanstack/react-query";
import { users } from "#src/accounts/users/contract.ts";
import { PAGE_SIZE_WITH_TEXTS } from "#src/shared/constants.ts";
import type { Api, Prefetcher } from "#ui/api.ts";
import { byId } from "#ui/shell/data/all-pages.ts";
import { read, readPages } from "#ui/shell/data/read.ts";

export function usersQuery(api: Api) {
  const pages = byId<string>(PAGE_SIZE_WITH_TEXTS);
  return readPages(api, users.list, (before) => ({ query: { before } }), pages);
}

export function invitationsQuery(api: Api) {
  return read(api, users.invitations);
}

/** Never cached: what a user owns changes constantly. */
export function belongingsQuery(api: Api, id: string) {
  return queryOptions({
    ...read(api, users.belongings, { params: { id } }),
    staleTime: 0,
    gcTime: 0,
  });
}

export async function prefetch({ api, client }: Prefetcher): Promise<void> {
  await Promise.all([
    client.prefetchInfiniteQuery(usersQuery(api)),
    client.prefetchQuery(invitationsQuery(api)),
  ]);
}
