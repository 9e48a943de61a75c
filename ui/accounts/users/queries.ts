import { queryOptions } from "@tanstack/react-query";
import { users } from "#src/accounts/users/contract.ts";
import { PAGE_SIZE_WITH_TEXTS } from "#src/shared/constants.ts";
import type { Api, Prefetcher } from "#ui/api.ts";
import { nextOf } from "#ui/shell/data/all-pages.ts";
import { read, readPages } from "#ui/shell/data/read.ts";

export function usersQuery(api: Api) {
  return readPages(api, users.list, (cursor) => ({ query: { before: cursor } }), {
    first: undefined as string | undefined,
    next: nextOf<string>(PAGE_SIZE_WITH_TEXTS),
  });
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
