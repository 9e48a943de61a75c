import type { Api, Prefetcher } from "#ui/api.ts";
import { loadAuth } from "#ui/shell/auth-contract.ts";
import { readLater } from "#ui/shell/data/read.ts";

/** Whether visitors may register without an invitation. */
export function registrationQuery(api: Api) {
  return readLater({ path: "/api/registration", reads: [] }, async () =>
    api((await loadAuth()).auth.registration),
  );
}

export async function prefetch({ api, client }: Prefetcher): Promise<void> {
  await client.prefetchQuery(registrationQuery(api));
}
