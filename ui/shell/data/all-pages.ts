import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import { useEffect } from "react";
import { MAX_PAGE_SIZE } from "#src/shared/constants.ts";

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

/** For `readPages`, where a full page is followed by the rows after its last id. */
export function byId<Id extends number | string = number>(most = MAX_PAGE_SIZE) {
  return {
    first: undefined as Id | undefined,
    next: (page: readonly { readonly id: Id }[]) =>
      page.length === most ? page.at(-1)?.id : undefined,
  };
}
