import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import { useEffect } from "react";

interface AllPages<Row> {
  /** What has come so far, newest first. */
  readonly rows: readonly Row[] | undefined;
  /** Nothing more is to come: only now can it be counted. */
  readonly isComplete: boolean;
}

/**
 * A list that is searched and counted on the screen: the server hands it over page by page, so that no
 * answer holds it up, and the screen begins with the first.
 */
export function useAllPages<Row>(list: UseInfiniteQueryResult<InfiniteData<Row[]>>): AllPages<Row> {
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = list;
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);
  return { rows: data?.pages.flat(), isComplete: data !== undefined && !hasNextPage };
}

/** For the options of such a query: a page that is full is followed by another. */
export function nextOf<Row extends { readonly id: number }>(most: number) {
  return (page: readonly Row[]) => (page.length === most ? page.at(-1)?.id : undefined);
}
