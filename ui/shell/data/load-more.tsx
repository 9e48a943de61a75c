import { formatNumber } from "#src/shared/format-count.ts";
import { Button } from "#ui/kit/button.tsx";
import { classes } from "#ui/kit/classes.ts";

/** The part of an infinite query that loads more. */
export interface Paged {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
}

/** The number of loaded rows, as "50+" while there are more. */
export function formatLoaded(count: number, { hasNextPage }: Paged): string {
  return `${formatNumber(count)}${hasNextPage ? "+" : ""}`;
}

interface MoreButtonProps {
  list: Paged;
  label?: string | undefined;
  className?: string | undefined;
}

/** Hidden at the end of the list. */
export function MoreButton({ list, label = "Load More", className }: MoreButtonProps) {
  if (!list.hasNextPage) return null;
  return (
    <Button
      className={className}
      busy={list.isFetchingNextPage && "Loading..."}
      onClick={() => void list.fetchNextPage()}
    >
      {label}
    </Button>
  );
}

interface LoadMoreProps {
  list: Paged;
  loadedCount: number;
  /** Undefined while it is unknown. */
  total: number | undefined;
  className?: string | undefined;
}

export function LoadMore({ list, loadedCount, total, className }: LoadMoreProps) {
  if (!list.hasNextPage) return null;
  return (
    <div className={classes("flex items-center min-w-0 justify-center gap-4", className)}>
      <span className="sm faint num" aria-live="polite">
        Showing {formatNumber(loadedCount)}
        {total !== undefined && ` of ${formatNumber(total)}`}
      </span>
      <MoreButton list={list} />
    </div>
  );
}
