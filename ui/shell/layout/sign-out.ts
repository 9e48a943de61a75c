import { useQueryClient } from "@tanstack/react-query";
import { useApi } from "#ui/api.ts";
import { currentUserQuery, setCurrentUser } from "#ui/current-user.ts";
import { loadAuth } from "#ui/shell/auth-contract.ts";
import { useAct } from "#ui/shell/data/act.ts";
import { useUiState } from "#ui/ui-state.ts";
import { saveTheme } from "./theme.ts";

/** Ends the session and clears its data; the guard then redirects to /auth. */
export function useSignOut() {
  const api = useApi();
  const client = useQueryClient();
  const { phoneMenuOpen } = useUiState();

  return useAct(async () => (await loadAuth()).auth.logout, {
    onDone() {
      phoneMenuOpen.value = false;
      saveTheme();
      void setCurrentUser(client, api, null).then(() => {
        const [user] = currentUserQuery(api).queryKey;
        client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== user });
      });
    },
    errors: "Logout failed",
  });
}
