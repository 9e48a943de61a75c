import { queryOptions, useQuery } from "@tanstack/react-query";
import type { CurrentUser } from "#src/accounts/sign-in/contract.ts";
import { POLL_MS } from "#src/shared/constants.ts";
import { loadAuth } from "#ui/shell/auth-contract.ts";
import { nullOn, readLater } from "#ui/shell/data/read.ts";
import { type Api, useApi } from "./api.ts";

/** The signed-in user; null when signed out. */
export function currentUserQuery(api: Api) {
  return queryOptions({
    ...readLater({ path: "/api/user", reads: ["user"] }, async () => {
      const { auth } = await loadAuth();
      return api(auth.user).catch(nullOn(401));
    }),
    refetchInterval: POLL_MS.user,
    refetchOnWindowFocus: "always",
  });
}

export function useCurrentUser(): { user: CurrentUser | null; loading: boolean } {
  const { data, isPending } = useQuery(currentUserQuery(useApi()));
  return { user: data ?? null, loading: isPending };
}
