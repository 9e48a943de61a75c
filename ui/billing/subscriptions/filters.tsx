import type { Subscription } from "#src/billing/subscriptions/contract.ts";
import { FilterBar } from "#ui/kit/filter-bar.tsx";
import { SearchInput } from "#ui/kit/search-input.tsx";
import { Select } from "#ui/kit/select.tsx";
import { useSearchText } from "#ui/shell/format/search-text.ts";
import type { SubscriptionFilters } from "./filter-subscriptions.ts";

const ALL = "all";

interface FiltersProps {
  filters: SubscriptionFilters;
  all: readonly Subscription[];
  onChange: (changes: Readonly<Record<string, string>>) => void;
}

export function Filters({ filters, all, onChange }: FiltersProps) {
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
      <Select
        aria-label="Status"
        value={filters.status}
        onValueChange={(status) => onChange({ status: status === ALL ? "" : status })}
        options={[
          { value: ALL, label: "All statuses" },
          { value: "active", label: "Active" },
          { value: "past_due", label: "Past Due" },
          { value: "canceled", label: "Canceled" },
          { value: "trialing", label: "Trialing" },
        ]}
      />
      <Select
        aria-label="Membership"
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
