import {
  type InfiniteData,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
  useQuery,
} from "@tanstack/react-query";
import PhoneIncoming from "lucide-react/icons/phone-incoming";
import { useEffect, useState } from "react";
import { useSearchParams } from "wouter";
import type { PotentialAppointment } from "#src/calls/booking-requests/contract.ts";
import { formatNumber } from "#src/shared/format-count.ts";
import { useApi } from "#ui/api.ts";
import { SetUpAssistant } from "#ui/calls/parts/set-up-assistant.tsx";
import { Button } from "#ui/kit/button.tsx";
import { Cards } from "#ui/kit/cards.tsx";
import { EmptyState } from "#ui/kit/empty-state.tsx";
import { FilterBar } from "#ui/kit/filter-bar.tsx";
import { lazyDialog } from "#ui/kit/lazy-dialog.tsx";
import { Segmented } from "#ui/kit/segmented.tsx";
import { Skeleton } from "#ui/kit/skeleton.tsx";
import { LoadFailed } from "#ui/shell/data/load-failed.tsx";
import { MoreButton } from "#ui/shell/data/load-more.tsx";
import { Bar } from "#ui/shell/layout/bar.tsx";
import { Page } from "#ui/shell/layout/page.tsx";
import { requestCountsQuery } from "#ui/shell/layout/pending-queries.ts";
import { nameOf } from "./names.ts";
import { parseTab, requestsQuery, type Tab } from "./queries.ts";
import { RejectDialog } from "./reject-dialog.tsx";
import { RequestCard } from "./request-card.tsx";

const ApproveDialog = lazyDialog(async () => (await import("./approve-dialog.tsx")).ApproveDialog);

const TABS = [
  ["all", "All"],
  ["pending", "Pending"],
  ["approved", "Approved"],
  ["rejected", "Rejected"],
] as const satisfies [Tab, string][];

interface Opened {
  readonly action: "approve" | "reject";
  readonly request: PotentialAppointment;
}

export function PotentialAppointmentsScreen() {
  const api = useApi();
  const [params, setParams] = useSearchParams();
  const tab = parseTab(params);
  const list = useInfiniteQuery(requestsQuery(api, tab));
  const { data: counts } = useQuery(requestCountsQuery(api));
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  const asked = params.get("approve");
  const toApprove = list.data?.pages.flat().find(({ id }) => String(id) === asked);
  useEffect(() => {
    if (!toApprove) return;
    setOpened({ action: "approve", request: toApprove });
    setParams({}, { replace: true });
  }, [toApprove, setParams]);
  const show = (next: Tab) =>
    setParams(next === "pending" ? {} : { status: next }, { replace: true });

  return (
    <>
      <Bar title="AI Appointments" meta={counts && `${counts.pending} pending`} />
      <Page label="AI Appointments">
        <div className="grid gap-5">
          <FilterBar>
            <Segmented
              label="Show"
              value={tab}
              onValueChange={show}
              options={TABS.map(([value, label]) => ({
                value,
                label: (
                  <>
                    {label}{" "}
                    <span className="num faint">{counts && formatNumber(counts[value])}</span>
                  </>
                ),
              }))}
            />
          </FilterBar>
          {list.error && !list.data ? (
            <LoadFailed query={list} />
          ) : (
            <RequestCards
              list={list}
              tab={tab}
              total={counts?.all}
              onApprove={(request) => setOpened({ action: "approve", request })}
              onReject={(request) => setOpened({ action: "reject", request })}
              onShowAll={() => show("all")}
            />
          )}
        </div>
      </Page>
      {opened?.action === "approve" && <ApproveDialog request={opened.request} onClose={close} />}
      {opened?.action === "reject" && (
        <RejectDialog id={opened.request.id} name={nameOf(opened.request)} onClose={close} />
      )}
    </>
  );
}

interface RequestCardsProps {
  list: UseInfiniteQueryResult<InfiniteData<PotentialAppointment[]>>;
  tab: Tab;
  /** Of all tabs. */
  total: number | undefined;
  onApprove: (request: PotentialAppointment) => void;
  onReject: (request: PotentialAppointment) => void;
  onShowAll: () => void;
}

const NARROWEST = "[--card:300px]";

function RequestCards({ list, tab, total, onShowAll, ...actions }: RequestCardsProps) {
  const requests = list.data?.pages.flat();
  if (!requests) return <LoadingCards />;
  if (requests.length === 0 && !total)
    return (
      <EmptyState icon={PhoneIncoming} title="No requests yet" action={<SetUpAssistant />}>
        When a caller asks the AI receptionist for an appointment, the request will appear here.
      </EmptyState>
    );
  const [title, label] = NONE[tab];
  if (requests.length === 0)
    return (
      <EmptyState title={title} action={<Button onClick={onShowAll}>Show All</Button>}>
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
            hasStatus={tab === "all"}
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
