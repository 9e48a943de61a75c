import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { POLL_MS } from "#src/shared/constants.ts";
import { useApi } from "#ui/api.ts";
import { Button } from "#ui/kit/button.tsx";
import { Card, CardBody, CardHead } from "#ui/kit/card.tsx";
import { classes } from "#ui/kit/classes.ts";
import { Skeleton } from "#ui/kit/skeleton.tsx";
import { LoadFailed } from "#ui/shell/data/load-failed.tsx";
import { waitingQuery } from "#ui/shell/layout/pending-queries.ts";
import { WaitingRow } from "./waiting-row.tsx";

const FIRST_ROWS = 7;
/** In one column, so that today's visits below are in sight. */
const ROWS_ABOVE_TODAY = 2;

interface WaitingForYouProps {
  /** Leaves the card out while nothing waits. */
  isQuiet: boolean;
}

/** What only staff can decide, the soonest deadline first. */
export function WaitingForYou({ isQuiet }: WaitingForYouProps) {
  const query = useQuery({ ...waitingQuery(useApi()), refetchInterval: POLL_MS.stats });
  const [isOpen, setOpen] = useState(false);
  const { data: all } = query;
  if (isQuiet && (all?.length ?? 0) === 0) return null;
  const rows = isOpen ? all : all?.slice(0, FIRST_ROWS);
  const count = isOpen ? 0 : (all?.length ?? 0);

  return (
    <Card aria-label="Waiting for You" aria-busy={query.isPending}>
      <CardHead title="Waiting for You" beside={all && all.length > 0 && <Count of={all.length} />}>
        {all?.some(({ expiresAt }) => expiresAt !== null) && (
          <span className="xs faint">Soonest deadline first</span>
        )}
      </CardHead>
      {query.error && !all && <LoadFailed query={query} className="m-4" />}
      {query.isPending && (
        <CardBody>
          <Skeleton width={260} />
        </CardBody>
      )}
      {all?.length === 0 && (
        <CardBody>
          <p className="dim">
            You're all caught up. Requests, held texts and texts without a reply show up here.
          </p>
        </CardBody>
      )}
      {rows?.map((item, at) => (
        <WaitingRow
          key={`${item.kind}-${item.id}`}
          item={item}
          className={!isOpen && at >= ROWS_ABOVE_TODAY && "@max-[960px]/page:hidden"}
        />
      ))}
      {count > ROWS_ABOVE_TODAY && (
        <div
          className={classes(
            "line-row min-h-12",
            count <= FIRST_ROWS && "hidden @max-[960px]/page:flex",
          )}
        >
          <span className="dim num flex-1">
            <span className="@max-[960px]/page:hidden">{count - FIRST_ROWS} more waiting</span>
            <span className="hidden @max-[960px]/page:inline">
              {count - ROWS_ABOVE_TODAY} more waiting
            </span>
          </span>
          <Button variant="quiet" onClick={() => setOpen(true)}>
            Show All
          </Button>
        </div>
      )}
    </Card>
  );
}

function Count({ of }: { of: number }) {
  return (
    <b className="count hot">
      {of}
      <span className="sr"> waiting</span>
    </b>
  );
}
