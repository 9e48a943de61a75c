import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import PhoneIncoming from "lucide-react/icons/phone-incoming";
import type { PotentialAppointment } from "#src/calls/booking-requests/contract.ts";
import { SetUpAssistant } from "#ui/calls/parts/set-up-assistant.tsx";
import { Button } from "#ui/kit/button.tsx";
import { Cards } from "#ui/kit/cards.tsx";
import { EmptyState } from "#ui/kit/empty-state.tsx";
import { Skeleton } from "#ui/kit/skeleton.tsx";
import { MoreButton } from "#ui/shell/data/load-more.tsx";
import type { Tab } from "./queries.ts";
import { RequestCard } from "./request-card.tsx";

interface RequestCardsProps {
  list: UseInfiniteQueryResult<InfiniteData<PotentialAppointment[]>>;
  tab: Tab;
  /** Of all tabs. */
  total: number | undefined;
  onApprove: (request: PotentialAppointment) => void;
  onReject: (request: PotentialAppointment) => void;
  onShowAll: () => void;
}

const NARROWEST = "[--card:320px]";

export function RequestCards({ list, tab, total, onShowAll, ...actions }: RequestCardsProps) {
  const requests = list.data?.pages.flat();
  if (!requests) return <LoadingCards />;
  if (requests.length === 0 && !total)
    return (
      <EmptyState icon={PhoneIncoming} title="No requests yet" action={<SetUpAssistant />}>
        When a caller asks the assistant for an appointment, the request will appear here.
      </EmptyState>
    );
  const [title, label] = NONE[tab];
  if (requests.length === 0)
    return (
      <EmptyState title={title} action={<Button onClick={onShowAll}>Show all</Button>}>
        {label}
      </EmptyState>
    );
  return (
    <>
      <Cards className={NARROWEST}>
        {requests.map((request) => (
          <RequestCard
            key={request.id}
            request={request}
            onApprove={() => actions.onApprove(request)}
            onReject={() => actions.onReject(request)}
          />
        ))}
      </Cards>
      <MoreButton list={list} className="justify-self-center" />
    </>
  );
}

const NONE: Readonly<Record<Tab, [string, string]>> = {
  all: ["No requests", ""],
  pending: ["Nothing is waiting", "Every request has been handled."],
  approved: ["None approved yet", "Requests that you approve appear here with their appointments."],
  rejected: ["None rejected", "Requests that you reject appear here, and you can reopen them."],
};

function LoadingCards() {
  return (
    <Cards busy className={NARROWEST}>
      {[1, 2, 3].map((key) => (
        <div key={key} className="card grid gap-4 p-4">
          <div className="flex items-center min-w-0 gap-3">
            <Skeleton width={40} height={40} round />
            <Skeleton width={140} />
          </div>
          <Skeleton width="80%" />
          <Skeleton width="60%" />
          <Skeleton width="70%" />
        </div>
      ))}
    </Cards>
  );
}
