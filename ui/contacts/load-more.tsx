import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import type { ContactList } from "#src/contacts/contract.ts";
import { Button } from "#ui/kit/button.tsx";
import { MOST_FOUND } from "./queries.ts";

interface LoadMoreProps {
  list: UseInfiniteQueryResult<InfiniteData<ContactList>>;
  /** A search shows what it finds at once and has no pages. */
  searching: boolean;
}

export function LoadMore({ list, searching }: LoadMoreProps) {
  const pages = list.data?.pages ?? [];
  const shown = pages.reduce((sum, page) => sum + page.contacts.length, 0);
  const total = pages[0]?.total ?? 0;
  if (!list.hasNextPage) return null;

  if (searching)
    return (
      <p className="sm faint num pt-5 text-center">
        The first {MOST_FOUND} that were found. Type more to find the others.
      </p>
    );
  return (
    <div className="row justify-center gap-4 pt-5">
      <span className="sm faint num" aria-live="polite">
        Showing {shown.toLocaleString("en-US")} of {total.toLocaleString("en-US")}
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
