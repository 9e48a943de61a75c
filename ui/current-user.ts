import { type QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import type { CurrentUser } from "#src/accounts/sign-in/contract.ts";
import { POLL_MS } from "#src/shared/constants.ts";
import { loadAuth } from "#ui/shell/auth-contract.ts";
import { nullOn, readLater } from "#ui/shell/data/read.ts";
import { type Api, useApi } from "./api.ts";

/** The signed-in user; null when signed out. */
export function currentUserQuery(api: Api) {
  const load = async (): Promise<CurrentUser | null> => api((await loadAuth()).auth.user);
  const options = readLater({ path: "/api/user", reads: ["user"] }, load);
  return queryOptions({
    ...options,
    // A session that ends while the page is open keeps it, and the person signs in over it.
    queryFn: ({ client }) =>
      client.getQueryData(options.queryKey) ? load() : load().catch(nullOn(401)),
    refetchInterval: ({ state }) => (state.data === null ? false : POLL_MS.user),
    refetchOnWindowFocus: "always",
  });
}

/** Sets who is signed in. Cancels a request for it that is under way, because its reply may be older. */
export async function setCurrentUser(
  client: QueryClient,
  api: Api,
  user: CurrentUser | null,
): Promise<void> {
  const { queryKey } = currentUserQuery(api);
  await client.cancelQueries({ queryKey });
  client.setQueryData(queryKey, user);
}

export function useCurrentUser(): { user: CurrentUser | null; loading: boolean } {
  const { data, isPending } = useQuery(currentUserQuery(useApi()));
  return { user: data ?? null, loading: isPending };
}
