import { keepPreviousData } from "@tanstack/react-query";
import { type Api, ApiError, type Prefetcher } from "#ui/api.ts";
import type { Place } from "#ui/screen.ts";
import { readLater } from "#ui/shell/data/read.ts";

/** The contract is no part of the first page, because it brings zod. */
export async function loadBooking() {
  return (await import("#src/calendar/online-booking/contract.ts")).booking;
}

export function servicesQuery(api: Api) {
  return readLater(
    { path: "/api/booking/services", reads: ["services", "employees", "settings"] },
    async () => api((await loadBooking()).services),
  );
}

export function termsQuery(api: Api) {
  return readLater({ path: "/api/booking/terms", reads: [] }, async () =>
    api((await loadBooking()).terms),
  );
}

/** A new booking of services, such as "1,5,9", with an employee or undefined for anyone, or the link of one that is moved. */
export type SlotsOf =
  | { readonly services: string; readonly employeeId: number | undefined }
  | { readonly token: string };

export function slotsQuery(api: Api, of: SlotsOf, days: { from: string; to: string }) {
  return {
    ...("token" in of
      ? readLater(
          { path: "/api/booking/:token/availability", reads: [] },
          async () => api((await loadBooking()).newTimes, { params: of, query: days }),
          { ...of, ...days },
        )
      : readLater(
          { path: "/api/booking/availability", reads: [] },
          async () => api((await loadBooking()).availability, { query: { ...of, ...days } }),
          { services: of.services, employeeId: of.employeeId ?? 0, ...days },
        )),
    placeholderData: keepPreviousData,
    // Other clients book in the meantime.
    refetchOnMount: "always" as const,
  };
}

export function managedQuery(api: Api, token: string) {
  return readLater(
    { path: "/api/booking/:token", reads: [] },
    async () => api((await loadBooking()).one, { params: { token } }),
    { token },
  );
}

export function tokenIn(pathname: string): string {
  return /\/book\/([^/]+)/.exec(pathname)?.[1] ?? "";
}

export async function prefetchBooking({ api, client }: Prefetcher): Promise<void> {
  await Promise.all([
    client.prefetchQuery(servicesQuery(api)),
    client.prefetchQuery(termsQuery(api)),
  ]);
}

export async function prefetchManaged({ api, client }: Prefetcher, { pathname }: Place) {
  const query = managedQuery(api, tokenIn(pathname));
  await Promise.all([client.prefetchQuery(query), client.prefetchQuery(termsQuery(api))]);
  const { error } = client.getQueryState(query.queryKey) ?? {};
  return error instanceof ApiError && error.status === 404 ? "missing" : undefined;
}
