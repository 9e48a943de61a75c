import { useQueryClient } from "@tanstack/react-query";
import { auth } from "#src/accounts/sign-in/contract.ts";
import { useApi } from "#ui/api.ts";
import { currentUserQuery } from "#ui/current-user.ts";
import { useAct } from "#ui/shell/data/act.ts";
import { useUiState } from "#ui/ui-state.ts";
import { saveTheme } from "./theme.ts";

/** Ends the session and clears its data; the guard then redirects to /auth. */
export function useSignOut() {
  const api = useApi();
  const client = useQueryClient();
  const { phoneMenuOpen } = useUiState();

  return useAct(auth.logout, {
    onDone() {
      const user = currentUserQuery(api).queryKey;
      phoneMenuOpen.value = false;
      client.setQueryData(user, null);
      client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== user[0] });
      saveTheme();
    },
    errors: "Logout failed",
  });
}
