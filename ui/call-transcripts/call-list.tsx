import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import { Link } from "wouter";
import type { CallTranscript } from "#src/call-transcripts/contract.ts";
import { useCurrentUser } from "#ui/current-user.ts";
import { Button } from "#ui/kit/button.tsx";
import { buttonClass } from "#ui/kit/button-class.ts";
import { EmptyState } from "#ui/kit/empty-state.tsx";
import { Skeleton } from "#ui/kit/skeleton.tsx";
import { CallRow } from "./call-row.tsx";
import type { Shown } from "./queries.ts";

interface CallListProps {
  list: UseInfiniteQueryResult<InfiniteData<CallTranscript[]>>;
  shown: Shown;
}

export function CallList({ list, shown }: CallListProps) {
  const calls = list.data?.pages.flat();
  if (!calls) return <Waiting />;
  if (calls.length === 0) return shown.q === "" ? <NoneYet /> : <NoneFound />;
  return (
    <>
      <ul>
        {calls.map((call) => (
          <CallRow key={call.id} call={call} q={shown.q} current={call.id === shown.call} />
        ))}
      </ul>
      {list.hasNextPage && (
        <div className="grid justify-items-center p-3">
          <Button
            busy={list.isFetchingNextPage && "Loading..."}
            onClick={() => void list.fetchNextPage()}
          >
            Load More
          </Button>
        </div>
      )}
    </>
  );
}

function NoneFound() {
  return (
    <EmptyState
      title="No calls found"
      action={
        <Link href="/call-transcripts" className={buttonClass({})}>
          Reset
        </Link>
      }
    >
      Search for a name, a number from its beginning or its end, or whole words that were said.
    </EmptyState>
  );
}

function NoneYet() {
  const isAdmin = useCurrentUser().user?.role === "admin";
  return (
    <EmptyState
      title="No calls yet"
      action={
        isAdmin && (
          <Link href="/settings#voice" className={buttonClass({})}>
            Set up the AI Voice Assistant
          </Link>
        )
      }
    >
      {isAdmin
        ? "Once the assistant answers your calls, each of them can be read here."
        : "Once the assistant answers calls, each of them can be read here."}
    </EmptyState>
  );
}

const WIDTHS = [150, 120, 165];

function Waiting() {
  return (
    <div aria-busy="true">
      {WIDTHS.map((width) => (
        <div key={width} className="grid gap-2 px-2.5 py-3">
          <Skeleton width={width} />
          <Skeleton width={width * 1.6} />
          <Skeleton width={width * 1.2} />
        </div>
      ))}
    </div>
  );
}
