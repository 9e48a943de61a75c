import { useCallback } from "react";
import { type Api, ApiError, useApi } from "#ui/api.ts";
import { useUiState } from "#ui/ui-state.ts";

/** The server asks for the password again before this action. */
export function asksForPassword(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    error.status === 403 &&
    error.errors["confirmPassword"] !== undefined
  );
}

/** Asks for the password in a dialog; resolves to false when the user cancels. */
export function useConfirmPassword(): () => Promise<boolean> {
  const { passwordPrompt } = useUiState();
  return useCallback(() => {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    passwordPrompt.value = resolve;
    return promise;
  }, [passwordPrompt]);
}

/** Whether the server would ask for the password before a protected action now. */
export async function needsPassword(api: Api): Promise<boolean> {
  const { account } = await import("#src/accounts/profile/contract.ts");
  return (await api(account.passwordState)).needed;
}

/** Downloads a file for which the server may ask for the password first. The page stays. */
export function useProtectedDownload(): (href: string) => Promise<void> {
  const api = useApi();
  const confirmPassword = useConfirmPassword();
  return async (href) => {
    if (!(await needsPassword(api)) || (await confirmPassword())) location.assign(href);
  };
}
