import { useQuery } from "@tanstack/react-query";
import Download from "lucide-react/icons/download";
import ScrollText from "lucide-react/icons/scroll-text";
import { AUDIT_PAGE, type AuditPageReply, MAX_OFFSET } from "#src/platform/audit/contract.ts";
import { formatNumber } from "#src/shared/format-count.ts";
import { useApi } from "#ui/api.ts";
import { useCurrentUser } from "#ui/current-user.ts";
import { Button } from "#ui/kit/button.tsx";
import { EmptyState } from "#ui/kit/empty-state.tsx";
import { FilterBar } from "#ui/kit/filter-bar.tsx";
import { SearchInput } from "#ui/kit/search-input.tsx";
import { Select } from "#ui/kit/select.tsx";
import { Skeleton } from "#ui/kit/skeleton.tsx";
import { LoadFailed } from "#ui/shell/data/load-failed.tsx";
import { useAddress } from "#ui/shell/data/use-address.ts";
import { useSearchText } from "#ui/shell/format/search-text.ts";
import { Bar } from "#ui/shell/layout/bar.tsx";
import { BarAction } from "#ui/shell/layout/bar-action.tsx";
import { Page } from "#ui/shell/layout/page.tsx";
import { actionLabel } from "./action-labels.ts";
import { LogList } from "./log-list.tsx";
import { type AuditQuery, auditsQuery, filterOf, kindsQuery, parseFilters } from "./queries.ts";

const ALL = { search: "", action: "", actor: "", page: "", cursor: "" };

export function AuditScreen() {
  const { user } = useCurrentUser();
  const [params, show] = useAddress();
  const filters = parseFilters(params);
  const query = useQuery(auditsQuery(useApi(), filters));
  const { data, error } = query;
  const narrowed = filters.search !== "" || filters.action !== "" || filters.actor !== "";

  return (
    <>
      <Bar title="Audit Logs" meta={data && !narrowed ? formatNumber(data.total) : undefined}>
        {user?.role === "admin" && (
          <BarAction isOnly icon={Download} onClick={() => location.assign(exportHref(filters))}>
            {narrowed ? "Export What's Shown" : "Export CSV"}
          </BarAction>
        )}
      </Bar>
      <Page label="Audit Logs">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <AuditFilters
            filters={filters}
            narrowed={narrowed}
            onChange={(changes) => show({ ...changes, page: "", cursor: "" })}
            onReset={() => show(ALL)}
          />
          {error && !data ? (
            <LoadFailed query={query} />
          ) : !data ? (
            <div className="card" aria-busy="true">
              {[190, 230, 170, 210, 180, 220].map((width) => (
                <div key={width} className="line-row min-h-12">
                  <Skeleton width={24} height={24} round />
                  <Skeleton width={width} />
                </div>
              ))}
            </div>
          ) : data.logs.length === 0 ? (
            <EmptyState
              icon={narrowed ? undefined : ScrollText}
              title="No audit logs found"
              action={narrowed && <Button onClick={() => show(ALL)}>Reset</Button>}
            >
              {narrowed
                ? data.nextCursor
                  ? "No matches in the newest entries. Press Next to see older ones."
                  : "Nothing matches the search and filters."
                : "Everything that users and the system do will appear here."}
            </EmptyState>
          ) : (
            <LogList logs={data.logs} />
          )}
          {data && <Pager filters={filters} list={data} onGo={show} />}
        </div>
      </Page>
    </>
  );
}

/** The server streams an attachment, so the page stays. */
function exportHref(filters: AuditQuery): string {
  const params = Object.entries(filterOf(filters)).flatMap(([name, value]) =>
    value ? [[name, value]] : [],
  );
  return `/api/audit-logs/export?${new URLSearchParams(params)}`;
}

interface PagerProps {
  filters: AuditQuery;
  list: AuditPageReply;
  onGo: (place: { page: string; cursor: string }) => void;
}

/** Pages by number up to the limit, then by the previous page's cursor. */
function Pager({ filters: { page }, list, onGo }: PagerProps) {
  const from = (page - 1) * AUDIT_PAGE;
  const last = from + list.logs.length;
  const isLast = list.nextCursor === null;
  if (list.logs.length === 0 && page === 1 && isLast) return null;

  function go(to: number) {
    const numbered = (to - 1) * AUDIT_PAGE <= MAX_OFFSET;
    // A page that ended its search early continues from where it stopped.
    const full = list.logs.length === AUDIT_PAGE;
    const cursor = to > page && (!numbered || !full) ? list.nextCursor : null;
    onGo({ page: to === 1 ? "" : String(to), cursor: cursor ?? "" });
    document.querySelector(".page")?.scrollTo({ top: 0 });
  }

  return (
    <nav className="mt-4 flex flex-wrap items-center gap-3" aria-label="Pages">
      <p className="sm faint num flex-1 min-w-0" role="status">
        {list.logs.length > 0 &&
          `Showing ${number(from + 1)}-${number(last)} of ${formatTotal(list, last)} logs`}
      </p>
      <Button disabled={page === 1} onClick={() => go(previousOf(page))}>
        Previous
      </Button>
      <Button disabled={isLast} onClick={() => go(page + 1)}>
        Next
      </Button>
    </nav>
  );
}

/** Only numbered pages lead backwards. */
function previousOf(page: number): number {
  return Math.min(page - 1, MAX_OFFSET / AUDIT_PAGE + 1);
}

function formatTotal({ total, totalIsExact, nextCursor }: AuditPageReply, last: number): string {
  if (totalIsExact) return number(total);
  // The count covers the searched entries: at the end, that is the total.
  return nextCursor === null
    ? number(Math.max(total, last))
    : `more than ${number(Math.max(total, last))}`;
}

function number(n: number): string {
  return formatNumber(n);
}

const ANY = "all";

interface AuditFiltersProps {
  filters: AuditQuery;
  narrowed: boolean;
  onChange: (changes: Readonly<Record<string, string>>) => void;
  onReset: () => void;
}

function AuditFilters({ filters, narrowed, onChange, onReset }: AuditFiltersProps) {
  const { data: kinds } = useQuery(kindsQuery(useApi()));
  const [typed, setTyped] = useSearchText(filters.search, (search) => onChange({ search }));
  const actions = kinds?.actions ?? [];
  const actors = kinds?.actors ?? [];

  return (
    <FilterBar>
      <SearchInput
        label="Search audit logs"
        placeholder="Search by action, person or detail"
        maxLength={100}
        value={typed}
        onValueChange={setTyped}
      />
      <Select
        aria-label="Action"
        value={filters.action || ANY}
        onValueChange={(action) => onChange({ action: action === ANY ? "" : action })}
        options={[
          { value: ANY, label: "All actions" },
          ...includeChosen(
            actions.map(({ action }) => action),
            filters.action,
          ).map((action, _, all) => ({ value: action, label: uniqueLabel(action, all) })),
        ]}
      />
      <Select
        aria-label="Person"
        value={filters.actor || ANY}
        onValueChange={(actor) => onChange({ actor: actor === ANY ? "" : actor })}
        options={[
          { value: ANY, label: "Everyone" },
          { value: "user", label: "Any user" },
          { value: "system", label: "System" },
          ...actors.map(({ id, username }) => ({ value: id, label: username })),
        ]}
      />
      {narrowed && (
        <Button variant="quiet" className="phone:order-1" onClick={onReset}>
          Reset Filters
        </Button>
      )}
    </FilterBar>
  );
}

/** A filter from the address is shown even if the log has no such entry. */
function includeChosen(actions: readonly string[], chosen: string): readonly string[] {
  return chosen === "" || actions.includes(chosen) ? actions : [...actions, chosen];
}

/** Two actions may have the same words in the log. */
function uniqueLabel(action: string, all: readonly string[]): string {
  const label = actionLabel(action);
  const isUnique = all.every((other) => other === action || actionLabel(other) !== label);
  return isUnique ? label : `${label} (${action})`;
}
