import { type InfiniteData, type UseInfiniteQueryResult, useQuery } from "@tanstack/react-query";
import type { Review } from "#src/reviews/contract.ts";
import { useCall } from "#ui/api.ts";
import { Button } from "#ui/kit/button.tsx";
import { statsQuery } from "./queries.ts";

interface LoadMoreProps {
  list: UseInfiniteQueryResult<InfiniteData<Review[]>>;
  /** How many a search finds is known at its end only. */
  searching: boolean;
}

export function LoadMore({ list, searching }: LoadMoreProps) {
  const { data: stats } = useQuery(statsQuery(useCall()));
  if (!list.hasNextPage) return null;
  const shown = list.data?.pages.flat().length ?? 0;
  return (
    <div className="row justify-center gap-4">
      <span className="sm faint num" aria-live="polite">
        Showing {shown.toLocaleString("en-US")}
        {!searching && stats && ` of ${stats.total.toLocaleString("en-US")}`}
      </span>
      <Button
        busy={list.isFetchingNextPage && "Loading..."}
        onClick={() => void list.fetchNextPage()}
      >
        Load More
      </Button>
    </div>
  );
}
