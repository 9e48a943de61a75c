import type { Api } from "#ui/api.ts";
import { shellSettingsQuery } from "#ui/shell/queries.ts";
import { scanQuery } from "./scan-query.ts";

export async function prefetch({ call, client }: Api): Promise<void> {
  await Promise.all([
    client.prefetchQuery(shellSettingsQuery(call)),
    client.prefetchQuery(scanQuery(call)),
  ]);
}
