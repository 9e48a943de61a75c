import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import { useEffect } from "react";

/**
 * Loads all pages of a list that is searched and counted in the browser, one page after the other;
 * the screen starts with the first. Count the rows only when `isComplete`.
 */
export function useAllPages<Row>(list: UseInfiniteQueryResult<InfiniteData<Row[]>>) {
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = list;
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);
  return { rows: data?.pages.flat(), isComplete: data !== undefined && !hasNextPage };
}

/** The next cursor: a full page is followed by another. */
export function nextOf<Id extends number | string = number>(most: number) {
  return (page: readonly { readonly id: Id }[]) =>
    page.length === most ? page.at(-1)?.id : undefined;
}
