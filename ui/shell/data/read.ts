import { type Query, type QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import type { Endpoint, Resource } from "#src/shared/endpoint.ts";
import { type Api, type ApiInput, useApi } from "#ui/api.ts";

/** What a query needs of its endpoint before the endpoint's contract has been loaded. */
export interface LazyEndpoint<Loaded> {
  /** The endpoint's path, which names the cache entry. */
  readonly path: string;
  readonly reads: readonly Resource[];
  readonly load: () => Promise<Loaded>;
}

/**
 * The query of a GET endpoint. The endpoint's path and input are the cache key, and `reads` names the
 * resources whose change refetches it. Further query options are spread over the result.
 */
export function read<Path extends string, Search, Query, Reply>(
  api: Api,
  endpoint: Endpoint<Path, Search, Query, undefined, undefined, Reply>,
  ...[input]: ApiInput<Path, NoInfer<Search>, undefined>
) {
  return queryOptions({
    queryKey: keyOf(endpoint, input),
    queryFn: () => api(endpoint, ...([input] as ApiInput<Path, Search, undefined>)),
    meta: { reads: endpoint.reads },
  });
}

/** The query of an endpoint, rendered with its data: reads the cache, and fetches what is missing. */
export function useRead<Path extends string, Search, Query, Reply>(
  endpoint: Endpoint<Path, Search, Query, undefined, undefined, Reply>,
  ...input: ApiInput<Path, NoInfer<Search>, undefined>
) {
  return useQuery(read(useApi(), endpoint, ...input));
}

export function keyOf(
  { path }: { readonly path: string },
  input?: { readonly params?: unknown; readonly query?: unknown },
) {
  const parts = [input?.params, input?.query].filter((part) => part !== undefined);
  return [path, ...parts] as const;
}

/** True when a change of the resource makes the query's data stale. */
export function readsResource({ meta }: Query, resource: Resource | string): boolean {
  const reads = meta?.["reads"];
  return Array.isArray(reads) && reads.includes(resource);
}

/** Refetches the queries on screen that read one of these resources, and marks the others stale. */
export function refresh(client: QueryClient, resources: readonly Resource[]): Promise<void> {
  return client.invalidateQueries({
    predicate: (query) => resources.some((resource) => readsResource(query, resource)),
  });
}
