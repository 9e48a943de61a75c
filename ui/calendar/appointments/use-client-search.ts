import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { appointments } from "#src/calendar/appointments/contract.ts";
import { mayOpen, seesClients } from "#src/shared/permissions.ts";
import { useApi } from "#ui/api.ts";
import { useCurrentUser } from "#ui/current-user.ts";
import { contactSearchQuery } from "#ui/shell/data/contact-search.ts";
import { useDebounced } from "#ui/shell/data/debounce.ts";
import { read } from "#ui/shell/data/read.ts";

const SHOWN = 5;
const AT_LEAST_LETTERS = 2;
/** Pages whose staff search clients. */
const SEARCHERS = ["/contacts", "/inbox", "/waitlist"] as const;

/** Suggested clients for the typed name, for users who may search them; undefined until it is known who there is. */
export function useClientSearch(typed: string, isEnabled: boolean, onSearching?: Tell) {
  const api = useApi();
  const { user } = useCurrentUser();
  const q = useDebounced(typed.trim());
  const may = user !== null && SEARCHERS.some((page) => mayOpen(user, page));
  const { data, isPlaceholderData, isFetching } = useQuery({
    ...contactSearchQuery(api, q, SHOWN),
    enabled: isEnabled && may && q.length >= AT_LEAST_LETTERS,
  });
  const isAsked = isEnabled && typed.trim().length >= AT_LEAST_LETTERS;
  useTell(isAsked && may && (isFetching || q !== typed.trim()), onSearching);
  if (!isAsked) return undefined;
  const isKnown = !isPlaceholderData && q === typed.trim();
  return isKnown || data?.contacts.length ? data?.contacts : undefined;
}

/**
 * The only contact with exactly this name, in any order of words; undefined for none or several.
 */
export function useContactByName(typed: string, isEnabled: boolean, onSearching: Tell) {
  const api = useApi();
  const { user } = useCurrentUser();
  const name = useDebounced(typed.trim());
  const may = isEnabled && user !== null && seesClients(user);
  const { data, isFetching } = useQuery({
    ...read(api, appointments.clientsByName, { query: { name } }),
    enabled: may && name !== "",
    gcTime: 60_000,
  });
  useTell(may && typed.trim() !== "" && (isFetching || name !== typed.trim()), onSearching);
  // More may have been typed since.
  return may && name !== "" && name === typed.trim() && data?.length === 1 ? data[0] : undefined;
}

type Tell = (is: boolean) => void;

/** Calls `tell` with true while something is the case, and with false once it is over. */
export function useTell(is: boolean, tell: Tell | undefined): void {
  const say = useEffectEvent((now: boolean) => tell?.(now));
  useEffect(() => {
    if (!is) return;
    say(true);
    return () => say(false);
  }, [is]);
}
