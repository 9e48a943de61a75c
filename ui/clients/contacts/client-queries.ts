import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { clients } from "#src/clients/profile/contract.ts";
import { type Api, type Prefetcher, useApi } from "#ui/api.ts";
import {
  clientCardQuery,
  clientPlansQuery,
  prefetchClientBilling,
} from "#ui/billing/cards/client-billing.tsx";
import { employeesQuery } from "#ui/calendar/employees/employee-queries.ts";
import {
  clientAppointmentsQuery,
  prefetchClientAppointments,
} from "#ui/clients/parts/appointments-query.ts";
import { tagsQuery } from "#ui/clients/parts/tag-queries.ts";
import type { Place } from "#ui/screen.ts";
import { BY_CURSOR, read, readPages, readUnless } from "#ui/shell/data/read.ts";

/** Null when the client does not exist. */
export function clientQuery(api: Api, id: number) {
  return readUnless(404, api, clients.one, { params: { id } });
}

export function historyQuery(api: Api, id: number) {
  return readPages(
    api,
    clients.history,
    (cursor) => ({ params: { id }, query: { before: cursor } }),
    BY_CURSOR,
  );
}

export function notesQuery(api: Api, id: number) {
  return readPages(
    api,
    clients.notes,
    (cursor) => ({ params: { id }, query: { before: cursor } }),
    BY_CURSOR,
  );
}

export function totalsQuery(api: Api, id: number) {
  return read(api, clients.totals, { params: { id } });
}

export function parseId(pathname: string): number {
  return Number(/\/contacts\/(\d+)/.exec(pathname)?.[1] ?? 0);
}

export async function prefetch({ api, client }: Prefetcher, { pathname }: Place) {
  const id = parseId(pathname);
  const [contact] = await Promise.all([
    client.fetchQuery(clientQuery(api, id)),
    client.prefetchInfiniteQuery(historyQuery(api, id)),
    client.prefetchQuery(totalsQuery(api, id)),
    client.prefetchQuery(tagsQuery(api)),
    prefetchClientAppointments({ api, client }, id),
    client.prefetchInfiniteQuery(notesQuery(api, id)),
    prefetchClientBilling({ api, client }, id),
  ]);
  return contact === null ? "missing" : undefined;
}

/** Whether all that `prefetch` reads is there: the cards appear together, so that none of them moves. */
export function useIsLoaded(id: number): boolean {
  const api = useApi();
  return [
    useQuery(clientAppointmentsQuery(api, id)),
    useQuery(employeesQuery(api)),
    useQuery(totalsQuery(api, id)),
    useQuery(clientCardQuery(api, id)),
    useQuery(clientPlansQuery(api, id)),
    useInfiniteQuery(notesQuery(api, id)),
    useInfiniteQuery(historyQuery(api, id)),
  ].every(({ isFetched }) => isFetched);
}
