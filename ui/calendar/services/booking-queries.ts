import { booking } from "#src/calendar/online-booking/contract.ts";
import type { Api, Prefetcher } from "#ui/api.ts";
import { shellSettingsQuery } from "#ui/shell/data/queries.ts";
import { read } from "#ui/shell/data/read.ts";

export function bookingPageQuery(api: Api) {
  return read(api, booking.page);
}

export async function prefetch({ api, client }: Prefetcher): Promise<void> {
  await Promise.all([
    client.prefetchQuery(shellSettingsQuery(api)),
    client.prefetchQuery(bookingPageQuery(api)),
  ]);
}
