import { useMutation, useQueryClient } from "@tanstack/react-query";
import { auth } from "#src/accounts/sign-in/contract.ts";
import { useApi } from "#ui/api.ts";
import { currentUserQuery } from "#ui/current-user.ts";
import { useToasts } from "#ui/kit/toasts.tsx";
import { tellError } from "#ui/shell/data/error-toast.ts";
import { useUiState } from "#ui/ui-state.ts";
import { rememberTheme } from "./theme.ts";

/** Ends the session and forgets everything that was read in it; the guard then leads to /auth. */
export function useSignOut() {
  const api = useApi();
  const client = useQueryClient();
  const toasts = useToasts();
  const { phoneMenuOpen } = useUiState();

  return useMutation({
    mutationFn: () => api(auth.logout),
    onSuccess() {
      const user = currentUserQuery(api).queryKey;
      phoneMenuOpen.value = false;
      client.setQueryData(user, null);
      client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== user[0] });
      rememberTheme();
    },
    onError: (error) => tellError(toasts, error, { title: "Logout failed" }),
  });
}
