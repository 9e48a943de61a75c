import { useQuery } from "@tanstack/react-query";
import { useApi } from "#ui/api.ts";
import { Button } from "#ui/kit/button.tsx";
import { FilterBar } from "#ui/kit/filter-bar.tsx";
import { SearchInput } from "#ui/kit/search-input.tsx";
import { Select } from "#ui/kit/select.tsx";
import { useSearchText } from "#ui/shell/format/search-text.ts";
import { type AuditQuery, kindsQuery } from "./queries.ts";

const ALL = "all";

interface AuditFiltersProps {
  filters: AuditQuery;
  narrowed: boolean;
  onChange: (changes: Readonly<Record<string, string>>) => void;
  onReset: () => void;
}

export function AuditFilters({ filters, narrowed, onChange, onReset }: AuditFiltersProps) {
  const { data: kinds } = useQuery(kindsQuery(useApi()));
  const [typed, setTyped] = useSearchText(filters.search, (search) => onChange({ search }));
  const actions = kinds?.actions ?? [];
  const actors = kinds?.actors ?? [];

  return (
    <FilterBar>
      <SearchInput
        label="Search audit logs"
        placeholder="Search by action, metadata or actor"
        maxLength={100}
        value={typed}
        onValueChange={setTyped}
      />
      <Select
        aria-label="Action"
        value={filters.action || ALL}
        onValueChange={(action) => onChange({ action: action === ALL ? "" : action })}
        options={[
          { value: ALL, label: "All actions" },
          ...includeChosen(
            actions.map(({ action }) => action),
            filters.action,
          ).map((action) => ({ value: action, label: action })),
        ]}
      />
      <Select
        aria-label="Actor"
        value={filters.actor || ALL}
        onValueChange={(actor) => onChange({ actor: actor === ALL ? "" : actor })}
        options={[
          { value: ALL, label: "All actors" },
          { value: "user", label: "Any user" },
          { value: "system", label: "System" },
          ...actors.map(({ id, username }) => ({ value: id, label: username })),
        ]}
      />
      <Button
        variant="quiet"
        className={narrowed ? "phone:order-1" : "phone:hidden"}
        disabled={!narrowed}
        onClick={onReset}
      >
        Reset Filters
      </Button>
    </FilterBar>
  );
}

/** A filter from the address is shown even if the log has no such entry. */
function includeChosen(actions: readonly string[], chosen: string): readonly string[] {
  return chosen === "" || actions.includes(chosen) ? actions : [...actions, chosen];
}
