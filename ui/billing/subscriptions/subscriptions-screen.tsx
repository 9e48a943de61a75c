import { useInfiniteQuery } from "@tanstack/react-query";
import Ban from "lucide-react/icons/ban";
import CircleAlert from "lucide-react/icons/circle-alert";
import CircleCheck from "lucide-react/icons/circle-check";
import CircleDollarSign from "lucide-react/icons/circle-dollar-sign";
import Gem from "lucide-react/icons/gem";
import Repeat from "lucide-react/icons/repeat";
import { useState } from "react";
import type { Subscription } from "#src/billing/subscriptions/contract.ts";
import { formatMoney, parseCents } from "#src/shared/money.ts";
import { useApi } from "#ui/api.ts";
import { useCurrentUser } from "#ui/current-user.ts";
import { Button } from "#ui/kit/button.tsx";
import { EmptyState } from "#ui/kit/empty-state.tsx";
import { Filter } from "#ui/kit/filter.tsx";
import { FilterBar } from "#ui/kit/filter-bar.tsx";
import { lazyDialog } from "#ui/kit/lazy-dialog.tsx";
import { SearchInput } from "#ui/kit/search-input.tsx";
import { Select } from "#ui/kit/select.tsx";
import { Stat } from "#ui/kit/stat.tsx";
import { StatStrip } from "#ui/kit/stat-strip.tsx";
import { useAllPages } from "#ui/shell/data/all-pages.ts";
import { LoadFailed } from "#ui/shell/data/load-failed.tsx";
import { useAddress } from "#ui/shell/data/use-address.ts";
import { matchesSearch } from "#ui/shell/format/matches-search.ts";
import { useSearchText } from "#ui/shell/format/search-text.ts";
import { Bar } from "#ui/shell/layout/bar.tsx";
import { Page } from "#ui/shell/layout/page.tsx";
import { subscriptionsQuery } from "./queries.ts";
import { SubscriptionList } from "./subscription-list.tsx";

const DetailsDialog = lazyDialog(async () => (await import("./details-dialog.tsx")).DetailsDialog);
const CancelDialog = lazyDialog(async () => (await import("./cancel-dialog.tsx")).CancelDialog);

export function SubscriptionsScreen() {
  const list = useInfiniteQuery(subscriptionsQuery(useApi()));
  const { rows: all, isComplete } = useAllPages(list);
  const { error } = list;
  const [params, show] = useAddress();
  const [opened, setOpened] = useState<{ id: number; action: "view" | "cancel" }>();
  const filters = parseFilters(params);
  const visible = all && filterSubscriptions(all, filters);
  const about = all?.find(({ id }) => id === opened?.id);
  const open = (action: "view" | "cancel") => (subscription: Subscription) =>
    setOpened({ id: subscription.id, action });
  const close = () => setOpened(undefined);

  return (
    <>
      <Bar title="Subscriptions" meta={isComplete ? all?.length : undefined} />
      <Page label="Subscriptions">
        <div className="grid gap-5">
          {(all || !error) && (
            <>
              <Figures all={isComplete ? all : undefined} />
              <Filters filters={filters} all={all ?? []} onChange={show} />
            </>
          )}
          {error && !all ? (
            <LoadFailed query={list} />
          ) : all?.length === 0 ? (
            <EmptyState icon={Repeat} title="No subscriptions yet">
              Clients who join a membership and pay appear here.
            </EmptyState>
          ) : isComplete && visible?.length === 0 ? (
            <EmptyState
              title="No subscriptions found"
              action={
                <Button onClick={() => show({ q: "", status: "", membership: "" })}>Reset</Button>
              }
            >
              Nothing matches the search and filters.
            </EmptyState>
          ) : (
            <SubscriptionList
              subscriptions={visible}
              onView={open("view")}
              onCancel={open("cancel")}
            />
          )}
        </div>
      </Page>
      {about && opened?.action === "view" && (
        <DetailsDialog
          subscription={about}
          onClose={close}
          onCancel={() => setOpened({ id: about.id, action: "cancel" })}
        />
      )}
      {about && opened?.action === "cancel" && (
        <CancelDialog subscription={about} onClose={close} />
      )}
    </>
  );
}

function Figures({ all }: { all: readonly Subscription[] | undefined }) {
  const isAdmin = useCurrentUser().user?.role === "admin";
  const count = (status: Subscription["status"]) =>
    all?.filter((one) => one.status === status).length;

  return (
    <StatStrip>
      <Stat icon={Gem} label="Total" figure={all?.length} />
      <Stat icon={CircleCheck} label="Active" figure={count("active")} />
      <Stat icon={CircleAlert} label="Past Due" figure={count("past_due")} />
      <Stat icon={Ban} label="Canceled" figure={count("canceled")} />
      {isAdmin && <Revenue all={all} />}
    </StatStrip>
  );
}

const MONTHS = { week: 52 / 12, month: 1, year: 1 / 12 } as const;

/** Monthly revenue of the active subscriptions; a weekly one counts 52 times a year. */
function Revenue({ all }: { all: readonly Subscription[] | undefined }) {
  const cents = all
    ?.filter(({ status }) => status === "active")
    .reduce(
      (sum, one) =>
        sum + (parseCents(one.membershipPrice) ?? 0) * MONTHS[one.membershipBillingFrequency],
      0,
    );
  return (
    <Stat
      icon={CircleDollarSign}
      label="Monthly Revenue"
      figure={cents}
      format={(sum) => formatMoney(Math.round(sum), all?.[0]?.currency ?? "USD")}
    />
  );
}

const ALL = "all";

interface FiltersProps {
  filters: SubscriptionFilters;
  all: readonly Subscription[];
  onChange: (changes: Readonly<Record<string, string>>) => void;
}

function Filters({ filters, all, onChange }: FiltersProps) {
  const [typed, setTyped] = useSearchText(filters.q, (q) => onChange({ q }));
  const memberships = new Map(all.map((one) => [one.membershipId, one.membershipName]));
  return (
    <FilterBar>
      <SearchInput
        label="Search subscriptions"
        placeholder="Search by client or membership"
        value={typed}
        onValueChange={setTyped}
      />
      <Filter
        value={filters.status}
        onValueChange={(status) => onChange({ status: status === ALL ? "" : status })}
        options={STATUSES}
      />
      <Select
        aria-label="Membership"
        className="flex-[0_1_176px]! phone:flex-[1_1_100%]!"
        value={filters.membership || ALL}
        onValueChange={(id) => onChange({ membership: id === ALL ? "" : id })}
        options={[
          { value: ALL, label: "All memberships" },
          ...[...memberships].map(([value, label]) => ({ value, label })),
        ]}
      />
    </FilterBar>
  );
}

const STATUSES = [
  { value: ALL, label: "All" },
  { value: "past_due", label: "Past Due" },
  { value: "active", label: "Active" },
  { value: "canceled", label: "Canceled" },
  { value: "trialing", label: "Trialing" },
] as const;

interface SubscriptionFilters {
  readonly q: string;
  readonly status: (typeof STATUSES)[number]["value"];
  /** A membership's id, or "". */
  readonly membership: string;
}

function parseFilters(params: URLSearchParams): SubscriptionFilters {
  return {
    q: params.get("q") ?? "",
    status: STATUSES.find(({ value }) => value === params.get("status"))?.value ?? ALL,
    membership: params.get("membership") ?? "",
  };
}

function filterSubscriptions(
  all: readonly Subscription[],
  { q, status, membership }: SubscriptionFilters,
): readonly Subscription[] {
  const isDue = (one: Subscription) => Number(one.status === "past_due");
  return all
    .filter(
      (one) =>
        (status === "all" || one.status === status) &&
        (membership === "" || one.membershipId === membership) &&
        matchesSearch(
          q,
          [one.contactName, one.contactEmail ?? "", one.membershipName],
          one.contactPhone,
        ),
    )
    .toSorted((a, b) => isDue(b) - isDue(a));
}
