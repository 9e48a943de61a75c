import { useInfiniteQuery } from "@tanstack/react-query";
import BadgeDollarSign from "lucide-react/icons/badge-dollar-sign";
import CheckCheck from "lucide-react/icons/check-check";
import HandCoins from "lucide-react/icons/hand-coins";
import UsersRound from "lucide-react/icons/users-round";
import { useState } from "react";
import type { Installment, PlanSubscriber } from "#src/billing/plan-subscribers/contract.ts";
import { formatMoney, parseCents } from "#src/shared/money.ts";
import { useApi } from "#ui/api.ts";
import { useCurrency } from "#ui/billing/parts/use-currency.ts";
import { useCurrentUser } from "#ui/current-user.ts";
import { Button } from "#ui/kit/button.tsx";
import { EmptyState } from "#ui/kit/empty-state.tsx";
import { Filter } from "#ui/kit/filter.tsx";
import { FilterBar } from "#ui/kit/filter-bar.tsx";
import { SearchInput } from "#ui/kit/search-input.tsx";
import { Stat } from "#ui/kit/stat.tsx";
import { StatStrip } from "#ui/kit/stat-strip.tsx";
import { ListTable } from "#ui/kit/table.tsx";
import { useAllPages } from "#ui/shell/data/all-pages.ts";
import { LoadFailed } from "#ui/shell/data/load-failed.tsx";
import { useAddress } from "#ui/shell/data/use-address.ts";
import { matchesSearch } from "#ui/shell/format/matches-search.ts";
import { useSearchText } from "#ui/shell/format/search-text.ts";
import { Bar } from "#ui/shell/layout/bar.tsx";
import { Page } from "#ui/shell/layout/page.tsx";
import { subscribersQuery } from "./queries.ts";
import { SubscriberDialogs } from "./subscriber-dialogs.tsx";
import { type SubscriberAction, SubscriberRow } from "./subscriber-row.tsx";

const COLUMNS = [
  { head: "Client", of: "person" },
  { head: "Status", of: "badge", className: "aside" },
  { head: "Plan", headClass: "fold", of: "text", className: "fold" },
  { head: "Total", of: "number" },
  { head: "Remaining", headClass: "fold", of: "number", className: "fold" },
  { head: "Next payment", headClass: "fold", of: "text", className: "fold" },
  { head: "Started", headClass: "fold", of: "text", className: "fold" },
  { head: "Actions", hidden: true, of: "nothing" },
] as const;

const FILTERS = [
  { value: "all", label: "All" },
  { value: "past_due", label: "Past Due" },
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
  const [opened, setOpened] = useState<{ id: number; action: SubscriberAction } | undefined>(() => {
    const id = Number(params.get("details"));
    return id > 0 ? { id, action: "details" } : undefined;
  });
  const visible = subscribers?.filter(
    (one) =>
      matchesStatus(one, status) &&
      matchesSearch(search, [one.contactName, one.planName], one.contactPhone),
  );
  // The current state, not the one from when the dialog opened.
  const subject = opened && subscribers?.find(({ id }) => id === opened.id);

  return (
    <>
      <Bar title="Payment Subscribers" meta={isComplete ? subscribers?.length : undefined} />
      <Page label="Payment Subscribers">
        {(subscribers || !error) && (
          <StatCards subscribers={isComplete ? subscribers : undefined} />
        )}
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
          />
        </FilterBar>
        {error && !subscribers && <LoadFailed query={list} />}
        {subscribers?.length === 0 && (
          <EmptyState icon={HandCoins} title="No subscribers yet">
            Clients who sign up for a payment plan appear here. Start by sending an invite.
          </EmptyState>
        )}
        {isComplete && subscribers && subscribers.length > 0 && visible?.length === 0 && (
          <EmptyState
            title="No subscribers found"
            action={<Button onClick={() => show({ q: "", status: "" })}>Reset</Button>}
          />
        )}
        {(visible ? visible.length > 0 : !error) && (
          <ListTable wide label="Subscribers" columns={COLUMNS} rows={visible}>
            {(subscriber) => (
              <SubscriberRow
                key={subscriber.id}
                subscriber={subscriber}
                onAction={(action) => setOpened({ id: subscriber.id, action })}
              />
            )}
          </ListTable>
        )}
      </Page>
      <SubscriberDialogs
        action={opened?.action}
        subscriber={subject}
        onAction={(action) => subject && setOpened({ id: subject.id, action })}
        onClose={() => setOpened(undefined)}
      />
    </>
  );
}

/** A past-due plan still counts as active. */
function matchesStatus({ status }: PlanSubscriber, filter: (typeof FILTERS)[number]["value"]) {
  if (filter === "all") return true;
  return filter === "active" ? status === "active" || status === "past_due" : status === filter;
}

function StatCards({ subscribers }: { subscribers: readonly PlanSubscriber[] | undefined }) {
  const { user } = useCurrentUser();
  const currency = useCurrency();
  const count = (...statuses: PlanSubscriber["status"][]) =>
    subscribers?.filter(({ status }) => statuses.includes(status)).length;
  const cents = subscribers
    ?.flatMap(({ installments }) => installments)
    .reduce((sum, installment) => sum + receivedCents(installment), 0);

  return (
    <StatStrip>
      <Stat icon={UsersRound} label="Total Subscribers" figure={subscribers?.length} />
      <Stat icon={HandCoins} label="Active Plans" figure={count("active", "past_due")} />
      <Stat icon={CheckCheck} label="Completed" figure={count("completed")} />
      {user?.role === "admin" && (
        <Stat
          icon={BadgeDollarSign}
          label="Total Revenue"
          figure={cents}
          format={(sum) => formatMoney(sum, currency)}
        />
      )}
    </StatStrip>
  );
}

/** What was paid and neither refunded nor lost in a dispute. */
function receivedCents({ status, amount, refundedAmount, lostAmount }: Installment): number {
  if (status !== "paid") return 0;
  const cents = (text: string | null) => parseCents(text ?? "0") ?? 0;
  return Math.max(0, cents(amount) - cents(refundedAmount) - cents(lostAmount));
}
