import { useInfiniteQuery } from "@tanstack/react-query";
import CircleAlert from "lucide-react/icons/circle-alert";
import HandCoins from "lucide-react/icons/hand-coins";
import ListFilter from "lucide-react/icons/list-filter";
import { useState } from "react";
import type { PlanSubscriber } from "#src/billing/plan-subscribers/contract.ts";
import { errorMessage, useApi } from "#ui/api.ts";
import { useAddress } from "#ui/billing/parts/use-address.ts";
import { Button } from "#ui/kit/button.tsx";
import { EmptyState } from "#ui/kit/empty-state.tsx";
import { Filter } from "#ui/kit/filter.tsx";
import { FilterBar } from "#ui/kit/filter-bar.tsx";
import { IconButton } from "#ui/kit/icon-button.tsx";
import { Note } from "#ui/kit/notice.tsx";
import { SearchInput } from "#ui/kit/search-input.tsx";
import { Skeleton } from "#ui/kit/skeleton.tsx";
import { useAllPages } from "#ui/shell/data/all-pages.ts";
import { useSearchText } from "#ui/shell/format/search-text.ts";
import { Bar } from "#ui/shell/layout/bar.tsx";
import { Page } from "#ui/shell/layout/page.tsx";
import { filterSubscribers } from "./filter-rows.ts";
import { subscribersQuery } from "./queries.ts";
import { StatCards } from "./stat-cards.tsx";
import { type SubscriberAction, SubscriberCard } from "./subscriber-card.tsx";
import { SubscriberDialogs } from "./subscriber-dialogs.tsx";

const FILTERS = [
  { value: "all", label: "All" },
  { value: "active", label: "Active" },
  { value: "completed", label: "Completed" },
  { value: "canceled", label: "Canceled" },
] as const;

export function PlanSubscribersScreen() {
  const list = useInfiniteQuery(subscribersQuery(useApi()));
  const { rows: subscribers, isComplete } = useAllPages(list);
  const { error } = list;
  const [params, show] = useAddress();
  const search = params.get("q") ?? "";
  const [typed, setTyped] = useSearchText(search, (q) => show({ q }));
  const status = FILTERS.find(({ value }) => value === params.get("status"))?.value ?? "all";
  const [opened, setOpened] = useState<{ id: number; action: SubscriberAction }>();
  const visible = subscribers && filterSubscribers(subscribers, search, status);
  // The current state, not the one from when the dialog opened.
  const subject = opened && subscribers?.find(({ id }) => id === opened.id);

  return (
    <>
      <Bar title="Payment Subscribers" meta={isComplete ? subscribers?.length : undefined} />
      <Page label="Payment Subscribers">
        <StatCards subscribers={isComplete ? subscribers : undefined} />
        <FilterBar>
          <SearchInput
            label="Search by name, phone or plan"
            value={typed}
            onValueChange={setTyped}
          />
          <Filter
            value={status}
            onValueChange={(chosen) => show({ status: chosen === "all" ? "" : chosen })}
            options={FILTERS}
            trigger={
              <IconButton icon={ListFilter} label="Filter" className="only-phone h-11! w-11!" />
            }
          />
        </FilterBar>
        {error && !subscribers && (
          <Note tone="bad" icon={CircleAlert}>
            {errorMessage(error)}
          </Note>
        )}
        {!subscribers && !error && <Skeletons />}
        {subscribers?.length === 0 && (
          <EmptyState level={2} icon={HandCoins} title="No subscribers yet">
            Send a client the invite to a payment plan; who signs up appears here.
          </EmptyState>
        )}
        {isComplete && subscribers && subscribers.length > 0 && visible?.length === 0 && (
          <EmptyState
            level={2}
            title="No subscribers found"
            action={<Button onClick={() => show({ q: "", status: "" })}>Reset</Button>}
          />
        )}
        <Rows visible={visible} onAction={(id, action) => setOpened({ id, action })} />
      </Page>
      <SubscriberDialogs
        action={opened?.action}
        subscriber={subject}
        onClose={() => setOpened(undefined)}
      />
    </>
  );
}

interface RowsProps {
  visible: readonly PlanSubscriber[] | undefined;
  onAction: (id: number, action: SubscriberAction) => void;
}

function Rows({ visible = [], onAction }: RowsProps) {
  return (
    <div className="grid gap-3">
      {visible.map((subscriber) => (
        <SubscriberCard
          key={subscriber.id}
          subscriber={subscriber}
          onAction={(action) => onAction(subscriber.id, action)}
        />
      ))}
    </div>
  );
}

function Skeletons() {
  return (
    <div className="grid gap-3" aria-busy="true">
      {["a", "b", "c", "d"].map((key) => (
        <div key={key} className="card grid gap-3 p-4" aria-hidden="true">
          <Skeleton width="30%" height={16} />
          <Skeleton width="60%" />
          <Skeleton width="45%" />
        </div>
      ))}
    </div>
  );
}
