import { useQuery } from "@tanstack/react-query";
import { useApi } from "#ui/api.ts";
import { shellSettingsQuery } from "#ui/shell/data/queries.ts";

/** The business's currency from the settings, such as "USD". */
export function useCurrency(): string {
  const { data = "USD" } = useQuery({
    ...shellSettingsQuery(useApi()),
    select: ({ currency }) => currency,
  });
  return data;
}
