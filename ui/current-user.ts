import { queryOptions, useQuery } from "@tanstack/react-query";
import type { CurrentUser } from "#src/accounts/sign-in/contract.ts";
import { POLL_MS } from "#src/shared/constants.ts";
import { loadAuth } from "#ui/shell/auth-contract.ts";
import { ApiError, type Api, useApi } from "./api.ts";

/** The signed-in person; null when signed out. */
export function currentUserQuery(api: Api) {
  return queryOptions({
    queryKey: ["user"],
    queryFn: () =>
      loadAuth()
        .then(({ auth }) => api(auth.user))
        .catch(nobodyOn401),
    refetchInterval: POLL_MS.user,
    refetchOnWindowFocus: "always",
  });
}

export function useCurrentUser(): { user: CurrentUser | null; loading: boolean } {
  const { data, isPending } = useQuery(currentUserQuery(useApi()));
  return { user: data ?? null, loading: isPending };
}

function nobodyOn401(error: unknown): null {
  if (error instanceof ApiError && error.status === 401) return null;
  throw error;
}
