import { useQuery } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext } from "react";
import { useApi } from "#ui/api.ts";
import { shellSettingsQuery } from "#ui/shell/data/queries.ts";
import { WholePageSpinner } from "#ui/shell/layout/centered-spinner.tsx";

const TimeZone = createContext("UTC");

/**
 * Reads the zone once for all times on the page: a query for each of a hundred rows took a tenth of their rendering. After
 * sign-in the page waits for it, because in another zone it's another part of the day.
 */
export function BusinessTimeZone({ children }: { children: ReactNode }) {
  const { data, isPending } = useQuery(shellSettingsQuery(useApi()));
  if (isPending) return <WholePageSpinner />;
  return <TimeZone value={data?.timeZone ?? "UTC"}>{children}</TimeZone>;
}

/** The business's zone, from settings. */
export function useTimeZone(): string {
  return useContext(TimeZone);
}
