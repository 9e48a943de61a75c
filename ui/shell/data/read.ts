import {
  type InfiniteData,
  infiniteQueryOptions,
  type Query,
  type QueryClient,
  queryOptions,
} from "@tanstack/react-query";
import type { Endpoint, Resource } from "#src/shared/endpoint.ts";
import { type Api, ApiError, type ApiInput } from "#ui/api.ts";

/** A GET endpoint: nothing is sent but its parameters and query. */
type Readable<Path extends string, Search, Parsed, Reply> = Endpoint<
  Path,
  Search,
  Parsed,
  undefined,
  undefined,
  Reply
>;

/**
 * The query of a GET endpoint. The endpoint's path and input are the cache key, and the endpoint's
 * `reads` names the resources whose change refetches it. Spread the result to add query options.
 */
export function read<Path extends string, Search, Parsed, Reply>(
  api: Api,
  endpoint: Readable<Path, Search, Parsed, Reply>,
  ...input: ApiInput<Path, NoInfer<Search>, undefined>
) {
  return queryOptions({
    queryKey: keyOf(endpoint, input[0]),
    queryFn: ({ client, queryKey }) =>
      // Low priority for a refetch, because its data is already on screen.
      request(api, endpoint, input, client.getQueryData(queryKey) && "low"),
    meta: { reads: endpoint.reads },
  });
}

/** As `read`, with null as the data when the server answers with `status`. */
export function readUnless<Path extends string, Search, Parsed, Reply>(
  status: 401 | 404,
  api: Api,
  endpoint: Readable<Path, Search, Parsed, Reply>,
  ...input: ApiInput<Path, NoInfer<Search>, undefined>
) {
  return queryOptions({
    queryKey: keyOf(endpoint, input[0]),
    queryFn: (): Promise<Reply | null> => request(api, endpoint, input).catch(nullOn(status)),
    meta: { reads: endpoint.reads },
  });
}

/**
 * The query of an endpoint whose contract is loaded with the first request, because zod is not part of
 * a first page. A test compares `path` and `reads` with the endpoint's own. `load` may give a refetch a low priority.
 */
export function readLater<Reply>(
  endpoint: { readonly path: string; readonly reads: readonly Resource[] },
  load: (priority: "low" | undefined) => Promise<Reply>,
  params?: Readonly<Record<string, string | number>>,
) {
  return queryOptions({
    queryKey: keyOf(endpoint, params && { params }),
    queryFn: ({ client, queryKey }) => load(client.getQueryData(queryKey) ? "low" : undefined),
    meta: { reads: endpoint.reads },
  });
}

/** The query of a list that is read page by page; `inputFor` makes a page's input from its cursor. */
export function readPages<Path extends string, Search, Parsed, Reply, Cursor>(
  api: Api,
  endpoint: Readable<Path, Search, Parsed, Reply>,
  inputFor: (cursor: Cursor) => ApiInput<Path, NoInfer<Search>, undefined>[0],
  { first, next }: { first: Cursor; next: (page: Reply) => Cursor | null | undefined },
) {
  return infiniteQueryOptions<
    Reply,
    Error,
    InfiniteData<Reply, Cursor>,
    readonly unknown[],
    Cursor
  >({
    queryKey: ["pages", ...keyOf(endpoint, inputFor(first))],
    queryFn: ({ pageParam }) =>
      request(api, endpoint, [inputFor(pageParam as Cursor)] as ApiInput<Path, Search, undefined>),
    initialPageParam: first,
    getNextPageParam: next,
    meta: { reads: endpoint.reads },
  });
}

/** For `readPages`, where the reply names the next page's cursor. */
export const BY_CURSOR = {
  first: undefined as string | undefined,
  next: ({ nextCursor }: { readonly nextCursor: string | null }) => nextCursor,
};

/** True when a change of the resource makes the query's data stale. */
export function readsResource({ meta }: Query, resource: string): boolean {
  const reads = meta?.["reads"];
  return Array.isArray(reads) && reads.includes(resource);
}

/** Refetches the queries on screen that read one of these resources, and marks the others stale. */
export function refresh(client: QueryClient, ...resources: readonly Resource[]): Promise<void> {
  return client.invalidateQueries({
    predicate: (query) => resources.some((resource) => readsResource(query, resource)),
  });
}

function request<Path extends string, Search, Parsed, Reply>(
  api: Api,
  endpoint: Readable<Path, Search, Parsed, Reply>,
  input: ApiInput<Path, Search, undefined>,
  priority?: unknown,
): Promise<Reply> {
  return (api as (...all: unknown[]) => Promise<Reply>)(endpoint, { ...input[0], priority });
}

function keyOf(
  { path }: { readonly path: string },
  input?: { readonly params?: unknown; readonly query?: unknown },
): readonly unknown[] {
  return [path, input?.params, input?.query].filter((part) => part !== undefined);
}

/** Removes what was read below an address, such as "/api/membership/". */
export function removeReads(client: QueryClient, address: string): void {
  client.removeQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith(address) });
}

export function nullOn(status: number) {
  return (error: unknown): null => {
    if (error instanceof ApiError && error.status === status) return null;
    throw error;
  };
}
