import { account } from "#src/accounts/profile/contract.ts";
import type { Api, Prefetcher } from "#ui/api.ts";
import { read } from "#ui/shell/data/read.ts";

export function accountQuery(api: Api) {
  return read(api, account.read);
}

export async function prefetch({ api, client }: Prefetcher): Promise<void> {
  await client.prefetchQuery(accountQuery(api));
}
