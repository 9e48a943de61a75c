import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import Captions from "lucide-react/icons/captions";
import { Link } from "wouter";
import type { CallTranscript } from "#src/calls/transcripts/contract.ts";
import { SetUpAssistant } from "#ui/calls/parts/set-up-assistant.tsx";
import { useCurrentUser } from "#ui/current-user.ts";
import { buttonClass } from "#ui/kit/button-class.ts";
import { Cards } from "#ui/kit/cards.tsx";
import { EmptyState } from "#ui/kit/empty-state.tsx";
import { Skeleton } from "#ui/kit/skeleton.tsx";
import { MoreButton } from "#ui/shell/data/load-more.tsx";
import { CallCard } from "./call-card.tsx";

interface CallCardsProps {
  list: UseInfiniteQueryResult<InfiniteData<CallTranscript[]>>;
  /** The search; empty for all. */
  q: string;
}

const NARROWEST = "[--card:320px]";

export function CallCards({ list, q }: CallCardsProps) {
  const isAdmin = useCurrentUser().user?.role === "admin";
  const calls = list.data?.pages.flat();
  if (!calls) return <LoadingCards />;
  if (calls.length === 0 && q === "")
    return (
      <EmptyState icon={Captions} title="No calls yet" action={<SetUpAssistant />}>
        {isAdmin
          ? "Once the assistant answers your calls, you can read them here."
          : "Once the assistant answers calls, you can read them here."}
      </EmptyState>
    );
  if (calls.length === 0)
    return (
      <EmptyState
        title="No calls found"
        action={
          <Link href="/call-transcripts" className={buttonClass({})}>
            Reset
          </Link>
        }
      >
        Search by name, the start or end of a number, or whole words from the call.
      </EmptyState>
    );
  return (
    <>
      <ul className={`cards ${NARROWEST}`}>
        {calls.map((call) => (
          <CallCard key={call.id} call={call} q={q} />
        ))}
      </ul>
      <MoreButton list={list} className="justify-self-center" />
    </>
  );
}

const WIDTHS = [150, 120, 165];

function LoadingCards() {
  return (
    <Cards busy className={NARROWEST}>
      {WIDTHS.map((width) => (
        <div key={width} className="card grid gap-2 p-4">
          <Skeleton width={width} />
          <Skeleton width={width * 1.6} />
          <Skeleton width={width * 1.2} />
        </div>
      ))}
    </Cards>
  );
}
