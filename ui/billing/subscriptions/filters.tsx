import type { Subscription } from "#src/billing/subscriptions/contract.ts";
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
    <div className="flex flex-wrap items-center gap-3 phone:gap-2">
      <SearchInput
        className="min-w-60 grow basis-60"
        label="Search subscriptions"
        placeholder="Search by client or membership"
        value={typed}
        onValueChange={setTyped}
      />
      <Select
        className="min-w-36 phone:flex-1"
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
        className="min-w-36 phone:flex-1"
        aria-label="Membership"
        value={filters.membership || ALL}
        onValueChange={(id) => onChange({ membership: id === ALL ? "" : id })}
        options={[
          { value: ALL, label: "All memberships" },
          ...[...memberships].map(([value, label]) => ({ value, label })),
        ]}
      />
    </div>
  );
}
