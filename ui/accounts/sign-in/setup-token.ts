import { useEffect, useState } from "react";
import { useSearch } from "wouter";

/** The token of a set-up link, taken out of the address bar before anyone reads over a shoulder. */
export function useSetupToken(): string | undefined {
  const search = useSearch();
  const [token] = useState(() => new URLSearchParams(search).get("setup") || undefined);
  useEffect(() => {
    if (token) history.replaceState(history.state, "", location.pathname);
  }, [token]);
  return token;
}
