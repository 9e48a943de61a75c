import type { Api } from "#ui/api.ts";
import { shellSettingsQuery } from "#ui/shell/queries.ts";

export async function prefetch({ call, client }: Api): Promise<void> {
  await client.prefetchQuery(shellSettingsQuery(call));
}
