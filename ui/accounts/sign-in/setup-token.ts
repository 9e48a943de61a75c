import { useEffect, useState } from "react";
import { useSearch } from "wouter";

/**
 * The token of a set-up link. It is removed from the address bar so that bystanders cannot read it.
 */
export function useSetupToken(): string | undefined {
  const search = useSearch();
  const [token] = useState(() => new URLSearchParams(search).get("setup") || undefined);
  useEffect(() => {
    if (token) history.replaceState(history.state, "", location.pathname);
  }, [token]);
  return token;
}
