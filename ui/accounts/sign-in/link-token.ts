import { useEffect, useState } from "react";
import { useSearch } from "wouter";

/** What opened the page: the set-up link of a new installation, or an invitation. */
export interface LinkToken {
  readonly setup?: string;
  readonly invite?: string;
}

/**
 * The token of a set-up link or an invitation. It is removed from the address bar so that bystanders
 * cannot read it.
 */
export function useLinkToken(): LinkToken | undefined {
  const search = useSearch();
  const [token] = useState(() => tokenIn(new URLSearchParams(search)));
  useEffect(() => {
    if (token) history.replaceState(history.state, "", location.pathname);
  }, [token]);
  return token;
}

function tokenIn(search: URLSearchParams): LinkToken | undefined {
  const setup = search.get("setup");
  const invite = search.get("invite");
  if (setup) return { setup };
  return invite ? { invite } : undefined;
}
