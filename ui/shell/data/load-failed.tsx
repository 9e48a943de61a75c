import { errorMessage } from "#ui/api.ts";
import { Button } from "#ui/kit/button.tsx";
import { ErrorNote } from "#ui/kit/notice.tsx";

export interface LoadFailedProps {
  query: {
    readonly error: unknown;
    readonly isFetching: boolean;
    refetch(): Promise<unknown>;
  };
  className?: string | undefined;
}

/** In place of what could not be loaded: what happened, and a second try. */
export function LoadFailed({ query, className }: LoadFailedProps) {
  return (
    <ErrorNote role="alert" className={className}>
      <div className="flex items-center gap-2 min-w-0 flex-wrap gap-x-3">
        <span className="flex-1 min-w-0">{errorMessage(query.error)}</span>
        <Button
          size="tiny"
          className="text-ink"
          busy={query.isFetching && "Loading..."}
          onClick={() => void query.refetch()}
        >
          Retry
        </Button>
      </div>
    </ErrorNote>
  );
}
